/** Discount codes. Not in domain/config, because its constants reach every page. */
export const discountCodes = {
  /** The first part of every code, in capital letters and digits. */
  prefix: 'TAANA',
  /** Months for which a code is valid. */
  months: 12,
} as const;

/** The discount of an order, as it was when the order was placed. */
export interface Discount {
  code: string;
  /** Percent of the subtotal. */
  percent: number;
  paise: number;
}

/** The discount in whole paise. Rounds up, because the shopper was promised at least this percentage. */
export function discountOf(subtotalPaise: number, percent: number): number {
  return Math.ceil((subtotalPaise * percent) / 100);
}

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

/** The characters of codes. None can be confused with another after `codeFrom` has corrected the text. */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of random characters in a code: enough for 10¹² codes. */
export const CODE_LENGTH = 8;

/** Formats eight characters as `TAANA-7K2M-Q9XD`. */
export function codeOf(letters: string): string {
  return [discountCodes.prefix, letters.slice(0, CODE_LENGTH / 2), letters.slice(CODE_LENGTH / 2)].join('-');
}

/**
 * Normalises a typed code to the form in the email. Ignores case, spaces and dashes, allows a missing prefix, and
 * replaces letters that codes never contain with the digits that look like them.
 * @returns null if the text cannot be a code
 */
export function codeFrom(typed: string): string | null {
  // Read inside the function, so that pages that never parse a code do not bundle it.
  const { prefix } = discountCodes;
  const kept = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const isWhole = kept.length === prefix.length + CODE_LENGTH && kept.startsWith(prefix);
  const letters = (isWhole ? kept.slice(prefix.length) : kept).replace(/[IL]/g, '1').replaceAll('O', '0');
  const isCode =
    letters.length === CODE_LENGTH && [...letters].every((letter) => codeLetters.includes(letter));
  return isCode ? codeOf(letters) : null;
}
