/**
 * Barcodes of Code 39 (ISO/IEC 16388), which every reader knows and which need no check digit. A character is five bars
 * and four spaces in turn, three of them wide.
 */
const patterns: Readonly<Record<string, string>> = {
  0: 'nnnwwnwnn',
  1: 'wnnwnnnnw',
  2: 'nnwwnnnnw',
  3: 'wnwwnnnnn',
  4: 'nnnwwnnnw',
  5: 'wnnwwnnnn',
  6: 'nnwwwnnnn',
  7: 'nnnwnnwnw',
  8: 'wnnwnnwnn',
  9: 'nnwwnnwnn',
  A: 'wnnnnwnnw',
  B: 'nnwnnwnnw',
  C: 'wnwnnwnnn',
  D: 'nnnnwwnnw',
  E: 'wnnnwwnnn',
  F: 'nnwnwwnnn',
  G: 'nnnnnwwnw',
  H: 'wnnnnwwnn',
  I: 'nnwnnwwnn',
  J: 'nnnnwwwnn',
  K: 'wnnnnnnww',
  L: 'nnwnnnnww',
  M: 'wnwnnnnwn',
  N: 'nnnnwnnww',
  O: 'wnnnwnnwn',
  P: 'nnwnwnnwn',
  Q: 'nnnnnnwww',
  R: 'wnnnnnwwn',
  S: 'nnwnnnwwn',
  T: 'nnnnwnwwn',
  U: 'wwnnnnnnw',
  V: 'nwwnnnnnw',
  W: 'wwwnnnnnn',
  X: 'nwnnwnnnw',
  Y: 'wwnnwnnnn',
  Z: 'nwwnwnnnn',
  '*': 'nwnnwnwnn',
};

const WIDE = 3;

/** A bar: where it begins and how wide it is, in narrow bars. */
export interface Bar {
  x: number;
  width: number;
}

/** The bars of a text of digits and capital letters, between the stars that begin and end it. */
export function barsOf(text: string): { bars: Bar[]; width: number } {
  const bars: Bar[] = [];
  let x = 0;
  for (const character of `*${text}*`) {
    for (const [at, kind] of [...(patterns[character] ?? '')].entries()) {
      const width = kind === 'w' ? WIDE : 1;
      if (at % 2 === 0) bars.push({ x, width });
      x += width;
    }
    // The gap between two characters.
    x += 1;
  }
  return { bars, width: x - 1 };
}
