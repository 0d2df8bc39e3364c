/** What was started and laid down goes also where a run is ended from outside, which no `finally` hears of. */
const open = new Set<() => Promise<void>>();

/** @param close may be called again while it is still at it @returns it, to be called when its turn comes */
export function atEnd(close: () => Promise<void>): () => Promise<void> {
  open.add(close);
  return async () => {
    await close();
    open.delete(close);
  };
}

/** Closes all that is still open. */
export async function endAll(): Promise<void> {
  await Promise.allSettled([...open].map((close) => close()));
}
