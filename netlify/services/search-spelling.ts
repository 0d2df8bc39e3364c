import type SearchableMap from 'minisearch/SearchableMap';
import { soundOf } from './search-sounds.ts';
import { mayStandFor, otherNames, singular } from './search-synonyms.ts';

/** The words of the catalogue, and whether each is a fact of some product, not only of a description. */
export type Vocabulary = SearchableMap<boolean>;

export interface Spelling {
  /** The words with spaces where the shop has them: 'blackhoodie' is two words, 'swet shirt' is one. */
  spaced: (words: readonly string[]) => string[];
  /** The known words that a misspelt one may stand for: what sounds like it, else what has the fewest other letters. */
  nearest: (word: string) => string[];
}

/** A shorter half of a word is too often a part of another word by chance. */
const HALF_MIN = 3;
/** Two words in one, such as 'oversizedsweatshirt'; longer ones are looked through in vain. */
const TOGETHER_MAX = 30;
/** Fewer consonants sound like too many words. */
const SOUND_MIN = 3;

/** @param typed what shoppers type and the shop calls otherwise */
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

  /** Two words that together are what shoppers type; or a known word, or nearly one, if one of them is unknown by itself. */
  function joined(first: string, second: string | undefined): string | undefined {
    if (second === undefined) return undefined;
    const whole = first + second;
    if (otherNames.has(whole) || (isName(whole) && !(isName(first) && isName(second)))) return whole;
    return isBegun(first) && isBegun(second) ? undefined : misspelt(whole, 1)[0];
  }

  let sounds: Map<string, string[]> | undefined;
  function soundsLike(word: string): string[] {
    const sound = soundOf(word);
    if (sound.length < SOUND_MIN) return [];
    const known = () => [...vocabulary].flatMap(([own, isFact]) => (isFact ? own : []));
    sounds ??= Map.groupBy([...known(), ...typed.keys()], soundOf);
    return sounds.get(sound) ?? [];
  }

  function misspelt(word: string, most: number): string[] {
    const near = [...vocabulary.fuzzyGet(word, most), ...typed.fuzzyGet(word, most)].filter(
      ([known, [isFact, typos]]) => isFact && mayStandFor(word, known, typos),
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
