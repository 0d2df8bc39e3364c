/** Longest wait for the lock, in ms: a suspended tab may never release it. The call then runs without the lock. */
const TIMEOUT_MS = 12_000;

/**
 * A cross-tab lock: one call at a time in all tabs of this browser, in order. Each tab sees what another one has sent
 * before it sends anything, and an old answer never replaces a newer one.
 *
 * @param about the name of the lock; calls with different names run independently
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
  // Missing on an address without HTTPS.
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  if (!locks) return task();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return task();
  };
  try {
    return await locks.request(`taana-${about}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    return task();
  }
}
