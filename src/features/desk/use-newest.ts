import { useState } from 'react';

/**
 * For questions of which only the newest counts: the answer to an earlier one, such as a former search, is dropped.
 * @returns begins a question, and returns whether it is still the newest
 */
export function useNewest(): () => () => boolean {
  const [begin] = useState(() => {
    let newest = 0;
    return () => {
      newest += 1;
      const own = newest;
      return () => own === newest;
    };
  });
  return begin;
}
