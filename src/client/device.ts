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
