/**
 * Loads a third-party script that only its maker may serve. A failure removes the element, so that a retry is possible.
 * @returns whether the script has run
 */
export function appendScript(address: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    const finish = (isThere: boolean) => {
      clearTimeout(timer);
      if (!isThere) script.remove();
      resolve(isThere);
    };
    const timer = setTimeout(() => finish(false), timeoutMs);
    script.onload = () => finish(true);
    script.onerror = () => finish(false);
    script.src = address;
    document.head.append(script);
  });
}
