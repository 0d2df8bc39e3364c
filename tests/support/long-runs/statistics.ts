/** Statistics of few and noisy figures. */

function sorted(values: readonly number[]): number[] {
  return [...values].sort((one, other) => one - other);
}

/** NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const order = sorted(values);
  const place = (order.length - 1) * share;
  const below = order[Math.floor(place)] ?? Number.NaN;
  const above = order[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
