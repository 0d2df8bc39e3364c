import type { Order } from './order.ts';

/** The words by which staff find an order, and what a typed search means. */

const NATIONAL_DIGITS = 10;
/** The fewest digits that can be a phone number or a tracking number. */
const FEWEST_DIGITS = 7;
const ID_ENDING = { shortest: 6, longest: 20 };
const MOST_WORDS = 5;
/** Letters of a name that find it, if they are its beginning; longer ones must be the whole word. */
const BEGINNING = { shortest: 3, longest: 12 };

/** Lower case, without accents on Latin letters. Vowel signs of Indian scripts stay. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

const compact = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

function nameWords(name: string): string[] {
  return name
    .split(/\s+/)
    .flatMap((part) => [compact(part), ...part.split(/[^\p{L}\p{M}\p{N}]+/u).map(fold)]);
}

/** `kum` and `kuma` of `kumar`. */
function beginningsOf(word: string): string[] {
  const letters = [...word];
  const { shortest, longest } = BEGINNING;
  const count = Math.min(letters.length - 1, longest) - shortest + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, at) => letters.slice(0, shortest + at).join(''));
}

/** Characters of a network's hash that tell it from others; fewer would match unrelated networks. */
export const NETWORK_MARK = 8;

/** The beginning of the hash of an order's network, which is enough to find the others of that network. */
export const networkMark = (network: string): string => network.slice(0, NETWORK_MARK);

/** What stands for a network among the words; its colon keeps it apart from anything that a search can mean. */
export const networkWord = (network: string): string => `network:${networkMark(network)}`;

/** India Post sorts by these first digits of a PIN code. */
const SORTING_DISTRICT_DIGITS = 3;

/**
 * Email, phone, tracking number, network, PIN code and its first digits, the words of the state, those of the name and
 * their beginnings. An order without its address keeps its region and the number.
 */
export function wordsOf({ address, shipment, network }: Order): string[] {
  const phone = address.phone.replaceAll(/\D/g, '').slice(-NATIONAL_DIGITS);
  const words = [
    address.email.trim().toLowerCase(),
    phone,
    compact(shipment?.trackingNumber ?? ''),
    network === undefined ? '' : networkWord(network),
    address.zipcode,
    address.zipcode.slice(0, SORTING_DISTRICT_DIGITS),
    ...nameWords(address.state),
    ...nameWords(`${address.firstName} ${address.lastName}`).flatMap((word) => [word, ...beginningsOf(word)]),
  ];
  return [...new Set(words.filter((word) => word !== ''))];
}

/** What one typed word can mean. */
export interface SearchWord {
  words: string[];
  /** The end of an order's id, six characters or more; null if it cannot be one. */
  idEnding: string | null;
}

/** What a typed search means: an order is found if it has one meaning of every word. */
export function searchWordsOf(typed: string): SearchWord[] {
  const text = typed.trim();
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length >= FEWEST_DIGITS && /^[\d\s()+.#-]+$/.test(text)) return [meaningsOf(digits)];
  return text
    .split(/[\s,;]+/)
    .map(meaningsOf)
    .filter(({ words, idEnding }) => words.length > 0 || idEnding !== null)
    .slice(0, MOST_WORDS);
}

function meaningsOf(typed: string): SearchWord {
  if (typed.includes('@')) return { words: [typed.toLowerCase()], idEnding: null };
  const word = compact(typed);
  const isNumber = /^\d+$/.test(word) && word.length > NATIONAL_DIGITS;
  const words = [word, ...(isNumber ? [word.slice(-NATIONAL_DIGITS)] : [])];
  return { words: words.filter((each) => each !== ''), idEnding: idEndingOf(typed) };
}

/** Ids have no I, L and O, so those letters are read as digits. */
function idEndingOf(typed: string): string | null {
  const ending = typed.replace(/^#/, '').toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  const isEnding = /^[0-9A-Z]+$/.test(ending);
  const { shortest, longest } = ID_ENDING;
  return isEnding && ending.length >= shortest && ending.length <= longest ? ending : null;
}
