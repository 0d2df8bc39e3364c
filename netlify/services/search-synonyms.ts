import table from '../../src/content/search-words.json' with { type: 'json' };

/** How texts become words that can be compared: what is written about products, and what shoppers type. */

/** Words that say nothing about a product, in English, Hindi and Hindi in Latin letters. */
const SMALL = new Set([
  ...['a', 'an', 'and', 'the', 'for', 'with', 'of', 'in', 'on', 'to', 'by', 'or', 'from', 'under', 'below'],
  ...[
    'size',
    'colour',
    'color',
    'price',
    'buy',
    'online',
    'best',
    'latest',
    'new',
    'cheap',
    'stylish',
    'type',
    'arrival',
    'collection',
    'all',
    'product',
    'item',
    'fashion',
  ],
  ...['ka', 'ke', 'ki', 'ko', 'me', 'mein', 'liye', 'wala', 'wale', 'wali', 'se', 'kapde', 'wear', 'clothe'],
  ...['का', 'के', 'की', 'को', 'में', 'लिए', 'वाला', 'वाले', 'वाली', 'से'],
]);

/** What marketers wrote of a word or phrase that shoppers type (src/content/search-words.json). */
export interface OtherName {
  /** Of each the words that a product has, all of them. */
  finds: readonly (readonly string[])[];
  /** Whether the shop does not make what was typed. */
  isNearest: boolean;
}

/** Without case, accents of Latin letters and joiners nobody sees. Vowel signs of Indian scripts are marks too, and stay. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]|\u200c|\u200d/g, '')
    .toLowerCase()
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .trim()
    .replace(/\s+/g, ' ');
}

/** The words of what is written about a product. A word with a hyphen is there in one piece too, for 'coord'. */
export function wordsWritten(text: string): string[] {
  const inOnePiece = fold(text).match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)+/gu) ?? [];
  return [...wordsIn(text), ...inOnePiece.map((word) => singular(word.replaceAll('-', '')))];
}

/**
 * The different words of what a shopper typed, phrases that have another name in one piece; small words only where there
 * are no others.
 * @param spaced puts the spaces between words where they belong
 */
export function wordsTyped(text: string, spaced: (words: readonly string[]) => string[]): string[] {
  const words = [...new Set(inPhrases(spaced(wordsIn(text))))];
  const telling = words.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : words;
}

/** 'new arrivals' says nothing about a product. */
export function saysNothing(text: string): boolean {
  const words = wordsIn(text);
  return words.length > 0 && words.every((word) => SMALL.has(word));
}

function inPhrases(words: readonly string[]): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < words.length;) {
    let many = Math.min(longest, words.length - at);
    while (many > 1 && !otherNames.has(words.slice(at, at + many).join(' '))) many -= 1;
    pieces.push(words.slice(at, at + many).join(' '));
    at += many;
  }
  return pieces;
}

/** By what is typed, its words with one space between them. */
export const otherNames: ReadonlyMap<string, OtherName> = new Map(
  table.groups.flatMap(({ typed, finds, ...group }) => {
    const meant = { finds: finds.map(wordsIn), isNearest: 'nearest' in group && group.nearest };
    return typed.map((text) => [wordsIn(text).join(' '), meant] as const);
  }),
);

const longest = Math.max(...Array.from(otherNames.keys(), (typed) => typed.split(' ').length));

/**
 * Whether a word may be a misspelling of another that is so many letters away. Short words have too many neighbours: they
 * may have one wrong letter, or letters in the wrong order.
 */
export function mayStandFor(word: string, other: string, typos: number): boolean {
  if (word.length < 4) return false;
  return typos <= (word.length < 6 ? 1 : 2) || lettersOf(word) === lettersOf(other);
}

function lettersOf(word: string): string {
  return [...word].sort().join('');
}

function wordsIn(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(singular);
}

/** 'hoodies' and 'hoodie' are one word. Only the last letter goes, so that a word begun stays the beginning of the whole. */
export function singular(word: string): string {
  return /^[a-z]{2,}[a-rt-z]s$/.test(word) ? word.slice(0, -1) : word;
}
