import table from '../../src/content/search-words.json' with { type: 'json' };

/** Turns product texts and typed texts into comparable words. */

/** Words that say nothing about a product, in English, Hindi and Hindi in Latin letters. */
const SMALL = new Set(
  [
    'a an and the for with of in on to by or from under below size colour color price buy online best latest new cheap',
    'stylish type arrival collection all product item fashion wear clothe',
    'ka ke ki ko me mein liye wala wale wali se kapde',
    'का के की को में लिए वाला वाले वाली से',
  ].flatMap((some) => some.split(' ')),
);

/** What marketers entered for a typed word or phrase (src/content/search-words.json). */
export interface OtherName {
  /** Alternatives; a product must have all words of one of them. */
  finds: readonly (readonly string[])[];
  /** Whether the shop does not make the typed thing. */
  isNearest: boolean;
}

/** Removes case, Latin accents and invisible joiners. Vowel signs of Indian scripts are marks too, but they stay. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]|\u200c|\u200d/g, '')
    .toLowerCase()
    .replace(INDIAN_DIGITS, (digit) => String((digit.charCodeAt(0) % 0x80) - 0x66))
    .trim()
    .replace(/\s+/g, ' ');
}

/** Each script of India has a block of 128 characters, with its digits at the same place. */
const INDIAN_DIGITS = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g;

/** The words of a product text. A word with a hyphen is also kept as one word, for 'coord'. */
export function wordsWritten(text: string): string[] {
  const inOnePiece = fold(text).match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)+/gu) ?? [];
  return [...wordsIn(text), ...inOnePiece.map((word) => singular(word.replaceAll('-', '')))];
}

/**
 * The different words that a shopper typed. A phrase with an entry stays in one piece; small words count only if there
 * are no others.
 * @param spaced corrects the spaces between words
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

/** By the typed text, its words separated by one space. */
export const otherNames: ReadonlyMap<string, OtherName> = new Map(
  table.groups.flatMap(({ typed, finds, ...group }) => {
    const meant = { finds: finds.map(wordsIn), isNearest: 'nearest' in group && group.nearest };
    return typed.map((text) => [wordsIn(text).join(' '), meant] as const);
  }),
);

const longest = Math.max(...Array.from(otherNames.keys(), (typed) => typed.split(' ').length));

/**
 * Whether a word may be a misspelling of another word with this edit distance. Short words are similar to too many
 * words: they may have one wrong letter or two swapped letters.
 */
export function isMisspelling(word: string, other: string, typos: number): boolean {
  if (word.length < 4) return false;
  return typos <= (word.length < 6 ? 1 : 2) || lettersOf(word) === lettersOf(other);
}

function lettersOf(word: string): string {
  return [...word].sort().join('');
}

function wordsIn(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(singular);
}

/** 'hoodies' and 'hoodie' are one word. Only the last letter is removed, so a prefix still matches. */
export function singular(word: string): string {
  return /^[a-z]{2,}[a-rt-z]s$/.test(word) ? word.slice(0, -1) : word;
}
