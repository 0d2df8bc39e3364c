/** Chance that comes out the same for the same seed. */

export interface Chance {
  /** From 0 up to 1. */
  next: () => number;
  isOnce: (probability: number) => boolean;
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number;
  of: <Item>(items: readonly Item[]) => Item;
  shuffled: <Item>(items: readonly Item[]) => Item[];
  /** Another row of chances, which does not depend on how often this one is asked. */
  fork: (name: string) => Chance;
}

/** Turns a text into 32 bits (FNV-1a). */
function bitsOf(text: string): number {
  let bits = 0x811c9dc5;
  for (const letter of text) bits = Math.imul(bits ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return bits >>> 0;
}

/** @param seed the same one gives the same row (Mulberry32) */
export function chanceOf(seed: string): Chance {
  let state = bitsOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    isOnce: (probability) => next() < probability,
    between,
    of: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    shuffled: (items) => {
      const all = [...items];
      for (let at = all.length - 1; at > 0; at -= 1) {
        const other = between(0, at);
        [all[at], all[other]] = [all[other] as (typeof all)[number], all[at] as (typeof all)[number]];
      }
      return all;
    },
    fork: (name) => chanceOf(`${seed}/${name}`),
  };
}
