/** One caller already has the maximum number of calls in the queue. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

/**
 * Limits concurrency for CPU-heavy work and takes turns between callers, one task each. A flood from one caller delays
 * every other caller by a few tasks only.
 *
 * @param most how many tasks of one caller may wait
 * @returns a function that runs a task when it is its caller's turn; it throws QueueFull
 */
export function fairQueue(atOnce: number, most: number) {
  /** Waiting tasks by caller; the first caller in the map is next. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  function next(): void {
    const [turn] = waiting;
    if (!turn) return;
    const [caller, [begin, ...others]] = turn;
    waiting.delete(caller);
    if (others.length > 0) waiting.set(caller, others);
    begin?.();
  }

  return async function inTurn<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      const own = waiting.get(caller) ?? [];
      if (own.length >= most) throw new QueueFull();
      await new Promise<void>((begin) => waiting.set(caller, [...own, begin]));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      next();
    }
  };
}
