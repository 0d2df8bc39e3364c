/** Codes that take something off an order. Not in the shop file, whose every constant reaches every page. */
export const discountCodes = {
  /** In front of every code, in capital letters and digits. */
  prefix: 'TAANA',
  /** How long a code is good. */
  months: 12,
} as const;

/** What a code takes off an order, as it was when the order was placed. */
export interface Discount {
  code: string;
  /** Of the subtotal. */
  percent: number;
  paise: number;
}

/**
 * What so many percent of a subtotal are, in whole paise. A broken paisa goes to the shopper: 20% were promised, and
 * less would be less than promised.
 */
export function discountOf(subtotalPaise: number, percent: number): number {
  return Math.ceil((subtotalPaise * percent) / 100);
}

/**
 * Splits an amount over parts in proportion to their weights, in whole paise that add up exactly: every part gets its
 * share rounded down, and the paise that are left go one each to the largest remainders, the first of equals first. A
 * part never gets more than its weight where the weights together are at least the amount.
 * @param weights whole numbers ≥ 0, such as what each line costs
 * @throws RangeError where something is to be split and no part has a weight
 */
export function allocatePaise(totalPaise: number, weights: readonly number[]): number[] {
  // Products of two amounts are more than a number holds exactly.
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

/** The letters of codes: none can be misheard or misread for another, once `codeFrom` has mended what was typed. */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Letters of a code that chance makes: enough for a million million codes. */
export const CODE_LENGTH = 8;

/** `TAANA-7K2M-Q9XD` of eight letters. */
export function codeOf(letters: string): string {
  return [discountCodes.prefix, letters.slice(0, CODE_LENGTH / 2), letters.slice(CODE_LENGTH / 2)].join('-');
}

/**
 * The code that somebody has typed, as it stands in the letter: case, spaces and dashes do not matter, the shop's name in
 * front may be left out, and the letters that codes do not have are the digits that they look like.
 * @returns null where it cannot be a code
 */
export function codeFrom(typed: string): string | null {
  // Named here, and not beside the functions: pages that never read a code would carry it.
  const { prefix } = discountCodes;
  const kept = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const isWhole = kept.length === prefix.length + CODE_LENGTH && kept.startsWith(prefix);
  const letters = (isWhole ? kept.slice(prefix.length) : kept).replace(/[IL]/g, '1').replaceAll('O', '0');
  const isCode =
    letters.length === CODE_LENGTH && [...letters].every((letter) => codeLetters.includes(letter));
  return isCode ? codeOf(letters) : null;
}
