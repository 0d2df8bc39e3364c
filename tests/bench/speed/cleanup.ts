/** Ends processes and removes temporary files, also on SIGTERM, where `finally` does not run. */
const open = new Set<() => Promise<void>>();

/** @param close may be called again while it still runs @returns closes and unregisters it */
export function atEnd(close: () => Promise<void>): () => Promise<void> {
  open.add(close);
  return async () => {
    await close();
    open.delete(close);
  };
}

/** Closes everything that is still open, the newest first. */
export async function endAll(): Promise<void> {
  for (const close of [...open].reverse()) await close().catch(() => {});
}
