/** So many of one caller wait already that another would wait too long. */
export class QueueFull extends Error {
  override name = 'Crowded';
}

/**
 * Work that keeps a processor busy, so much of it at once and no more: whoever asks for a lot of it waits behind
 * themselves. Callers take turns, one piece each, so that a flood from some is a wait of a few pieces for all others.
 *
 * @param most pieces of one caller that may wait
 * @returns runs a piece in the turn of its caller; throws Crowded
 */
export function fairQueue(atOnce: number, most: number) {
  /** Who waits, whose turn is next first. */
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
