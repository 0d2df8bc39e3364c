import table from '../../src/content/search-words.json' with { type: 'json' };
import { paiseFromRupees } from '../../src/domain/money.ts';
import { fold } from './search-words.ts';

/** Finds a price in a typed text, by the phrases that marketers edit (src/content/search-words.json). */
export interface PriceRange {
  /** The text without the price. */
  words: string;
  minPricePaise: number;
  maxPricePaise: number;
}

const { rupees, thousand, between, under, above } = table.prices;

const literally = (words: string): string => words.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

/** Matches one of the words, the longest first, so that 'rupees' is not left with 'es'. */
function oneOf(words: readonly string[]): string {
  const folded = words.map(fold).sort((a, b) => b.length - a.length);
  return `(?:${folded.map(literally).join('|')})`;
}

const END = String.raw`(?![\p{L}\p{M}\p{N}])`;
const CURRENCY = oneOf(rupees);
const NUMBER = String.raw`(\d[\d,]{0,6}(?:\.\d{1,2})?) ?(${oneOf(thousand)}${END})?`;
const AMOUNT = `${CURRENCY}? ?${NUMBER} ?(?:${CURRENCY}${END})?`;

/** A match must not be part of a longer word: 'blackoveralls 500' has no price. */
function pattern(source: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${source}${END}`, 'u');
}

/** The patterns of phrases such as '# to #', in which # stands for a price. The longest comes first. */
function patterns(phrases: readonly string[]): RegExp[] {
  const longest = phrases.map(fold).sort((a, b) => b.length - a.length);
  return longest.map((phrase) =>
    pattern(
      phrase
        .split(/ ?(#) ?/)
        .filter(Boolean)
        .map(part)
        .join(' ?'),
    ),
  );
}

const part = (text: string): string => (text === '#' ? AMOUNT : literally(text));

/** The first match counts. An amount with a currency and nothing else is an upper limit. */
const prices = [
  { meant: 'between', ways: patterns(between) },
  { meant: 'under', ways: patterns(under) },
  { meant: 'above', ways: patterns(above) },
  { meant: 'under', ways: [pattern(`${CURRENCY} ?${NUMBER}`), pattern(`${NUMBER} ?${CURRENCY}`)] },
] as const;

/** No price of the shop is lower; smaller numbers are sizes, times and prints, such as 'UK 5 to 11'. */
const SMALLEST_RUPEES = 50;

/** @param text folded */
export function priceIn(text: string): PriceRange {
  const none = { words: text, minPricePaise: 0, maxPricePaise: Number.POSITIVE_INFINITY };
  if (!/\d/.test(text)) return none;
  for (const { meant, ways } of prices) {
    for (const way of ways) {
      const match = way.exec(text);
      const [first, second] = [rupeesIn(match?.[1], match?.[2]), rupeesIn(match?.[3], match?.[4])];
      if (!match || first < SMALLEST_RUPEES || second < SMALLEST_RUPEES) continue;
      const words = text.replace(match[0], ' ').trim();
      const limit = paiseFromRupees(first) ?? 0;
      if (meant === 'under') return { ...none, words, maxPricePaise: limit };
      if (meant === 'above') return { ...none, words, minPricePaise: limit };
      const other = paiseFromRupees(second) ?? 0;
      return { words, minPricePaise: Math.min(limit, other), maxPricePaise: Math.max(limit, other) };
    }
  }
  return none;
}

/** A missing amount is above every lower limit. */
function rupeesIn(digits: string | undefined, thousands: string | undefined): number {
  if (digits === undefined) return Number.POSITIVE_INFINITY;
  return Number(digits.replaceAll(',', '')) * (thousands ? 1_000 : 1);
}
