/**
 * Runs a compare-and-set change again while it is 'stale': somebody else wrote between its reading and its writing.
 * @param isFirst tells the first run, because one call counts once, however often it retries
 * @throws Error with the message `tooOften` after that many runs, and what `change` throws
 */
export async function retryOnConflict<Result>(
  runs: number,
  tooOften: string,
  change: (isFirst: boolean) => Promise<Result | 'stale'>,
): Promise<Result> {
  for (let run = 0; run < runs; run += 1) {
    const result = await change(run === 0);
    if (result !== 'stale') return result;
  }
  throw new Error(tooOften);
}
