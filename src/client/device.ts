/** Whether the browser blocks storage for this site, so that a login cannot outlast its page. */
export function isStorageBlocked(): boolean {
  const key = 'taana-try';
  try {
    localStorage.setItem(key, key);
    localStorage.removeItem(key);
    return false;
  } catch {
    return true;
  }
}

/** Clears this tab's storage and the given keys that all tabs share, for a logout on a shared device. */
export function forgetDevice(...sharedKeys: readonly string[]): void {
  try {
    sessionStorage.clear();
    for (const key of sharedKeys) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing to clear.
  }
}
