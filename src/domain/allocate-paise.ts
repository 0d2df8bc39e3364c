/**
 * Splits an amount in proportion to weights, in whole paise that add up exactly. Every part gets its share rounded
 * down; the remaining paise go one each to the largest remainders, the first of equals first. A part never gets more
 * than its weight if the weights add up to the amount or more.
 * @param weights whole numbers ≥ 0, such as the price of each line
 * @throws RangeError if there is an amount to split and no part has a weight
 */
export function allocatePaise(totalPaise: number, weights: readonly number[]): number[] {
  // BigInt, because a product of two amounts can exceed the safe integers.
  const [total, of] = [BigInt(totalPaise), weights.map(BigInt)];
  const whole = of.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0);
  if (total < 0n || whole === 0n) throw new RangeError(`${totalPaise} paise cannot be split over ${weights}`);
  const parts = of.map((weight, at) => ({
    at,
    share: (total * weight) / whole,
    rest: (total * weight) % whole,
  }));
  let left = total - parts.reduce((sum, { share }) => sum + share, 0n);
  for (const part of [...parts].sort((a, b) => Number(b.rest - a.rest) || a.at - b.at)) {
    if (left === 0n) break;
    part.share += 1n;
    left -= 1n;
  }
  return parts.map(({ share }) => Number(share));
}
