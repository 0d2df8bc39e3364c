/** Runs the work `count` times, several at once. */
export async function inBatches<T>(
  count: number,
  work: (at: number) => Promise<T>,
  atOnce = 10,
): Promise<T[]> {
  const all: T[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - from) }, (_, more) => work(from + more));
    all.push(...(await Promise.all(some)));
  }
  return all;
}
