import { useEffect, useState } from 'react';

/** Whether `leftMs` have passed; null never ends. A new `since` restarts the timer. */
export function useIsOver(leftMs: number | null, since: object): boolean {
  const [over, setOver] = useState<object | null>(null);
  useEffect(() => {
    if (leftMs === null) return;
    const timer = setTimeout(() => setOver(since), leftMs);
    return () => clearTimeout(timer);
  }, [leftMs, since]);
  return over === since;
}
