/** How texts become words that can be compared: what is written about products, and what shoppers type. */

/** Words that say nothing about a product. */
const SMALL = new Set(['a', 'an', 'and', 'the', 'for', 'with', 'of', 'in', 'on', 'to', 'by', 'or', 'from']);

/** What shoppers call things that the shop calls otherwise. Clothes for everyone are clothes for women and men. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['tshirt', ['tee']],
  ['tracksuit', ['coord']],
  ['trouser', ['pant', 'cargo']],
  ['pant', ['cargo']],
  ['jogger', ['track']],
  ['jean', ['denim']],
  ['jacket', ['shacket']],
  ['overshirt', ['shacket']],
  ['sweater', ['sweatshirt']],
  ['hat', ['cap', 'beanie']],
  ['bag', ['tote']],
  ['bra', ['bralette']],
  ['printed', ['print']],
  ['women', ['unisex']],
  ['woman', ['women', 'unisex']],
  ['ladie', ['women', 'unisex']],
  ['girl', ['women', 'unisex']],
  ['men', ['unisex']],
  ['man', ['men', 'unisex']],
  ['gent', ['men', 'unisex']],
  ['boy', ['men', 'unisex']],
]);

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

/** The different words of what a shopper typed; small words only where there are no others. */
export function wordsTyped(text: string): string[] {
  const words = [...new Set(wordsIn(text))];
  const telling = words.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : words;
}

export function otherNamesOf(word: string): readonly string[] {
  return OTHER_NAMES.get(word) ?? [];
}

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
function singular(word: string): string {
  return /^[a-z]{2,}[a-rt-z]s$/.test(word) ? word.slice(0, -1) : word;
}
