import { useEffect, useState } from 'react';

/** @param leftMs null: never @param since what the time was read with; the time begins again with another one */
export function useIsOver(leftMs: number | null, since: object): boolean {
  const [over, setOver] = useState<object | null>(null);
  useEffect(() => {
    if (leftMs === null) return;
    const timer = setTimeout(() => setOver(since), leftMs);
    return () => clearTimeout(timer);
  }, [leftMs, since]);
  return over === since;
}
