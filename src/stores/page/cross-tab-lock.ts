/** A tab that a phone has put to sleep may hold a turn and never give it back. */
const PATIENCE_MS = 12_000;

/**
 * One call at a time, in the order asked for, over all tabs of this browser: what one tab has sent, another sees before
 * it sends anything, and an old answer can never overtake a new one.
 *
 * @param about what the calls change; each has turns of its own
 */
export function crossTabLock(about: string): <T>(task: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = turn.then(() => amongTabs(about, task));
    turn = mine.catch(() => undefined);
    return mine;
  };
}

async function amongTabs<T>(about: string, task: () => Promise<T>): Promise<T> {
  // Not there on an address without encryption.
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  if (!locks) return task();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return task();
  };
  try {
    return await locks.request(`taana-${about}`, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    return task();
  }
}
