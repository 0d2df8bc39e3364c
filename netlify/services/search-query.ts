import { searchMessages } from '../../src/contract/messages/catalogue.ts';
import { sizes } from '../../src/domain/catalogue.ts';
import { priceIn, type PriceRange } from './search-prices.ts';
import { fold } from './search-words.ts';

/** A shopper's query, parsed; its words are without the recognised price and size. */
export interface ParsedQuery extends PriceRange {
  sizes: readonly string[];
  isBestSelling: boolean;
}

const BEST_SELLING = /\b(?:best ?-?sell(?:er|ers|ing)|top selling|trending|popular)\b/u;

export interface SearchResult {
  /** Positions in the indexed list, best first. */
  places: readonly number[];
  /** One sentence if these results differ from the query; null if they match it. */
  said: string | null;
  /** Whether the query asks for the best sellers. */
  sort?: 'bestseller';
}

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
export function parseQuery(text: string): ParsedQuery {
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

export function hasFilters({ sizes, minPricePaise, maxPricePaise }: ParsedQuery): boolean {
  return sizes.length > 0 || minPricePaise > 0 || maxPricePaise < Number.POSITIVE_INFINITY;
}

/** Results in the typed sizes and price range; if there are none, the nearest results. */
export function applyFilters(
  { places, said }: SearchResult,
  asked: ParsedQuery,
  { sizes: sizesOf, pricesPaise }: { sizes: readonly (readonly string[])[]; pricesPaise: readonly number[] },
): SearchResult {
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
