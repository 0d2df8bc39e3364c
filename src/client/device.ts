/** Whether the browser keeps nothing for this site, so that a login cannot outlast its page. */
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

/**
 * Forgets everything that this tab remembered, and what is named of what all tabs share, as logging out on a shared
 * device does.
 */
export function forgetDevice(...sharedKeys: readonly string[]): void {
  try {
    sessionStorage.clear();
    for (const key of sharedKeys) localStorage.removeItem(key);
  } catch {
    // Blocked: nothing was remembered.
  }
}
