import { useEffect, useState } from 'react';
import { profileMessages } from '../../contract/messages/account.ts';

const SHOW_AFTER_MS = 200;

/**
 * Loading lines that keep the place from the start and become visible after 200 ms. The style sheet animates them, so
 * that a page without its code shows them too; this component times them if motion is off.
 */
export function Loading({ rows }: { rows: number }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="profile-loading" data-late={isLate}>
      <span className="visually-hidden">{profileMessages.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <div key={row} className="border-line flex flex-col gap-2 border-b py-5">
          <div className="skeleton h-6 w-48 max-w-full" />
          <div className="skeleton h-5 w-80 max-w-full" />
        </div>
      ))}
    </div>
  );
}
