import { searchMessages } from '../../src/contract/messages/catalogue.ts';
import { sizes } from '../../src/domain/catalogue.ts';
import { paiseFromRupees } from '../../src/domain/money.ts';
import { fold } from './search-synonyms.ts';

/** A shopper's query, parsed. */
export interface Asked {
  /** The text without the recognised price and size. */
  words: string;
  sizes: readonly string[];
  minPricePaise: number;
  maxPricePaise: number;
  isBestSelling: boolean;
}

const BEST_SELLING = /\b(?:best ?-?sell(?:er|ers|ing)|top selling|trending|popular)\b/u;

export interface Found {
  /** Positions in the indexed list, best first. */
  places: readonly number[];
  /** One sentence if these results differ from the query; null if they match it. */
  said: string | null;
  /** Whether the query asks for the best sellers. */
  sort?: 'bestseller';
}

const CURRENCY = String.raw`(?:₹|rs\.?|inr|rupees?)`;
const AMOUNT = String.raw`${CURRENCY}?\s*(\d[\d,]{0,6}(?:\.\d{1,2})?)\s*(k\b)?\s*(?:${CURRENCY}|/-|rupaye|रुपये)?`;

/** Price phrases in English, Hindi and Hindi in Latin letters. The first match counts. */
const prices: readonly (readonly [pattern: RegExp, meant: 'between' | 'under' | 'above'])[] = [
  [pattern(String.raw`(?:between|from)\s*${AMOUNT}\s*(?:and|to|-|–)\s*${AMOUNT}`), 'between'],
  [pattern(String.raw`${AMOUNT}\s*(?:to|se|से|-|–)\s*${AMOUNT}`), 'between'],
  [
    pattern(
      String.raw`(?:under|below|less than|lower than|cheaper than|up ?to|within|max(?:imum)?|budget|<)\s*${AMOUNT}`,
    ),
    'under',
  ],
  [
    pattern(
      String.raw`${AMOUNT}\s*(?:(?:(?:se|से)\s*(?:kam|कम|niche|neeche|नीचे|sast[aei]|सस्त[ाीे]))|(?:(?:ke|के)\s*(?:andar|अंदर|niche|neeche|नीचे))|tak|तक|or less)`,
    ),
    'under',
  ],
  [pattern(String.raw`(?:above|over|more than|min(?:imum)?|starting|>)\s*${AMOUNT}`), 'above'],
  [pattern(String.raw`${AMOUNT}\s*(?:(?:se|से)\s*(?:zyada|jyada|jada|upar|ज़?्यादा|ऊपर)|or more)`), 'above'],
  [pattern(String.raw`${CURRENCY}\s*(\d[\d,]{0,6}(?:\.\d{1,2})?)\s*(k\b)?`), 'under'],
  [pattern(String.raw`(\d[\d,]{0,6})\s*(k\b)?\s*(?:rs|rupees|rupaye|रुपये|/-)`), 'under'],
];

/** A match must not be part of a longer word: 'blackoveralls 500' has no price. */
function pattern(source: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${source}(?![\p{L}\p{M}\p{N}])`, 'u');
}

/** No price of the shop is lower; smaller numbers are sizes, times and prints, such as 'UK 5 to 11'. */
const SMALLEST_RUPEES = 50;

const NAMED_SIZES: Readonly<Record<string, string>> = {
  'extra small': 'XS',
  'extra extra large': 'XXL',
  'extra large': 'XL',
  'double xl': 'XXL',
  'xx large': 'XXL',
  'x large': 'XL',
  '2xl': 'XXL',
  small: 'S',
  medium: 'M',
  large: 'L',
};
/** Sizes above the largest size of the shop. */
const LARGER = ['xxxl', '3xl', '4xl', '5xl', 'triple xl'];

const SIZE = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}-])(?<!\b(?:wo)?men (?=s\b))(?:size\s+)?(${[
    ...Object.keys(NAMED_SIZES),
    ...LARGER,
    ...sizes.map((size) => size.toLowerCase()),
  ].join('|')})(?:\s+size)?(?![\p{L}\p{M}\p{N}'’-])`,
  'gu',
);

/** Extracts prices and sizes from a text. A single letter alone is the start of a word, not a size. */
export function understand(text: string): Asked {
  const folded = fold(text);
  const isBestSelling = BEST_SELLING.test(folded);
  const priced = priceIn(folded.replace(BEST_SELLING, ' '));
  const found: string[] = [];
  const words = priced.words.replace(SIZE, (whole: string, size: string) => {
    if (whole.length === 1 && priced.words === whole) return whole;
    found.push(LARGER.includes(size) ? size.toUpperCase() : (NAMED_SIZES[size] ?? size.toUpperCase()));
    return ' ';
  });
  return { ...priced, words: words.trim(), sizes: found, isBestSelling };
}

function priceIn(text: string): Omit<Asked, 'sizes' | 'isBestSelling'> {
  for (const [how, meant] of prices) {
    const match = how.exec(text);
    const [first, second] = [rupeesIn(match?.[1], match?.[2]), rupeesIn(match?.[3], match?.[4])];
    if (!match || first < SMALLEST_RUPEES || second < SMALLEST_RUPEES) continue;
    const words = text.replace(match[0], ' ').trim();
    const limit = paiseFromRupees(first) ?? 0;
    if (meant === 'under') return { words, minPricePaise: 0, maxPricePaise: limit };
    if (meant === 'above') return { words, minPricePaise: limit, maxPricePaise: Number.POSITIVE_INFINITY };
    const other = paiseFromRupees(second) ?? 0;
    return { words, minPricePaise: Math.min(limit, other), maxPricePaise: Math.max(limit, other) };
  }
  return { words: text, minPricePaise: 0, maxPricePaise: Number.POSITIVE_INFINITY };
}

/** A missing amount is above every lower limit. */
function rupeesIn(digits: string | undefined, thousands: string | undefined): number {
  if (digits === undefined) return Number.POSITIVE_INFINITY;
  return Number(digits.replaceAll(',', '')) * (thousands ? 1_000 : 1);
}

export function isNarrow({ sizes, minPricePaise, maxPricePaise }: Asked): boolean {
  return sizes.length > 0 || minPricePaise > 0 || maxPricePaise < Number.POSITIVE_INFINITY;
}

/** Results in the typed sizes and price range; if there are none, the nearest results. */
export function narrowed(
  { places, said }: Found,
  asked: Asked,
  { sizes: sizesOf, pricesPaise }: { sizes: readonly (readonly string[])[]; pricesPaise: readonly number[] },
): Found {
  const price = (at: number) => pricesPaise[at] ?? 0;
  const isInSize = (at: number) =>
    asked.sizes.length === 0 || asked.sizes.some((size) => sizesOf[at]?.includes(size));
  const missing = (at: number) =>
    Math.max(asked.minPricePaise - price(at), price(at) - asked.maxPricePaise, 0);

  const inSize = places.filter(isInSize);
  const worn = inSize.length > 0 ? inSize : places;
  const right = worn.filter((at) => missing(at) === 0);
  if (places.length === 0) return { places, said };
  if (right.length === 0) {
    return {
      places: worn.toSorted((a, b) => missing(a) - missing(b)),
      said: said ?? searchMessages.notAtPrice,
    };
  }
  return { places: right, said: said ?? (inSize.length > 0 ? null : searchMessages.notInSize(asked.sizes)) };
}
