/** Random numbers that are the same for the same seed. */

export interface Random {
  /** From 0 to below 1. */
  next: () => number;
  happens: (probability: number) => boolean;
  /** A whole number; both ends are included. */
  between: (least: number, most: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
  shuffled: <Item>(items: readonly Item[]) => Item[];
  /** A separate sequence, which does not depend on how often this one is used. */
  fork: (name: string) => Random;
}

/** Hashes a text to 32 bits (FNV-1a). */
function bitsOf(text: string): number {
  let bits = 0x811c9dc5;
  for (const letter of text) bits = Math.imul(bits ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return bits >>> 0;
}

/** @param seed the same seed gives the same sequence (Mulberry32) */
export function seededRandom(seed: string): Random {
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
    happens: (probability) => next() < probability,
    between,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    shuffled: (items) => {
      const all = [...items];
      for (let at = all.length - 1; at > 0; at -= 1) {
        const other = between(0, at);
        [all[at], all[other]] = [all[other] as (typeof all)[number], all[at] as (typeof all)[number]];
      }
      return all;
    },
    fork: (name) => seededRandom(`${seed}/${name}`),
  };
}
