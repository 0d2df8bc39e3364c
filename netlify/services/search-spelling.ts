import type SearchableMap from 'minisearch/SearchableMap';
import { phoneticKey } from './search-sounds.ts';
import { isMisspelling, otherNames, singular } from './search-words.ts';

/** The words of the catalogue. The value says whether the word is a fact of a product, not only in a description. */
export type Vocabulary = SearchableMap<boolean>;

export interface Spelling {
  /** The words with spaces as in the shop: 'blackhoodie' is two words, 'swet shirt' is one. */
  spaced: (words: readonly string[]) => string[];
  /**
   * Known words that a misspelt word may mean: those that sound like it, else those with the fewest different letters.
   */
  nearest: (word: string) => string[];
}

/** A shorter half is too often a part of another word by chance. */
const HALF_MIN = 3;
/** Two joined words, such as 'oversizedsweatshirt'; a longer text cannot be two words. */
const TOGETHER_MAX = 30;
/** With fewer consonants, too many words sound the same. */
const SOUND_MIN = 3;

/** Short words of two scripts often sound alike by chance: 'kiet' means kite, not a coat in Tamil. */
const LATIN = /^[a-z0-9 ]*$/;

/** @param typed words that shoppers type and that the shop calls differently */
export function openSpelling(vocabulary: Vocabulary, typed: Vocabulary): Spelling {
  const isName = (word: string) => vocabulary.get(word) === true || otherNames.has(word);
  const isBegun = (word: string) =>
    !vocabulary.atPrefix(word).keys().next().done || !typed.atPrefix(word).keys().next().done;

  function halves(word: string): string[] | undefined {
    if (word.length > TOGETHER_MAX || isBegun(word)) return undefined;
    for (let at = word.length - HALF_MIN; at >= HALF_MIN; at -= 1) {
      const parts = [singular(word.slice(0, at)), word.slice(at)];
      if (parts.every(isName)) return parts;
    }
    return undefined;
  }

  /**
   * Two words that together are a word shoppers type; or a known or nearly known word, if one of them is unknown alone.
   */
  function joined(first: string, second: string | undefined): string | undefined {
    if (second === undefined) return undefined;
    const whole = first + second;
    if (otherNames.has(whole) || (isName(whole) && !(isName(first) && isName(second)))) return whole;
    return isBegun(first) && isBegun(second) ? undefined : misspelt(whole, 1)[0];
  }

  let sounds: Map<string, string[]> | undefined;
  function soundsLike(word: string): string[] {
    const sound = phoneticKey(word);
    if (sound.length < SOUND_MIN) return [];
    const known = () => [...vocabulary].flatMap(([own, isFact]) => (isFact ? own : []));
    sounds ??= Map.groupBy([...known(), ...typed.keys()], phoneticKey);
    const same = sounds.get(sound) ?? [];
    const inOwnScript = same.filter((known) => LATIN.test(known) === LATIN.test(word));
    return inOwnScript.length > 0 ? inOwnScript : same;
  }

  function misspelt(word: string, most: number): string[] {
    const near = [...vocabulary.fuzzyGet(word, most), ...typed.fuzzyGet(word, most)].filter(
      ([known, [isFact, typos]]) => isFact && isMisspelling(word, known, typos),
    );
    const fewest = Math.min(...near.map(([, [, typos]]) => typos));
    return near.flatMap(([known, [, typos]]) => (typos === fewest ? known : []));
  }

  return {
    spaced: (words) => {
      const pieces: string[] = [];
      for (let at = 0; at < words.length; at += 1) {
        const word = words[at] ?? '';
        const whole = joined(word, words[at + 1]);
        if (whole !== undefined) at += 1;
        pieces.push(...(whole === undefined ? (halves(word) ?? [word]) : whole.split(' ')));
      }
      return pieces;
    },
    nearest: (word) => {
      const same = soundsLike(word);
      return same.length > 0 ? same : misspelt(word, 2);
    },
  };
}
