/**
 * Brings in a script that only its maker may serve. A failure leaves nothing behind, so that it can be asked for again.
 * @param patienceMs after which it counts as missing
 * @returns whether it has run
 */
export function appendScript(address: string, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    const finish = (isThere: boolean) => {
      clearTimeout(timer);
      if (!isThere) script.remove();
      resolve(isThere);
    };
    const timer = setTimeout(() => finish(false), patienceMs);
    script.onload = () => finish(true);
    script.onerror = () => finish(false);
    script.src = address;
    document.head.append(script);
  });
}
