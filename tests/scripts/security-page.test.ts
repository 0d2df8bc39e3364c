import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** docs/security.md against the standard's numbers and the files of this repository. */
const page = readFileSync('docs/security.md', 'utf8');

/** The number of requirements at levels 1 and 2 in each section of a chapter of ASVS 5.0.0; level 3 comes after them. */
const chapters: Record<number, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const rows = [
  ...page.matchAll(/^\| (\d+\.\d+)\.(\d+)(?:–\1\.(\d+))? +\|([^|]+)\| (\S+) +\|([^|]+)\|$/gm),
].map(([, section = '', first = '', last = first, asks = '', here = '', shownBy = '']) => ({
  numbers: Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, at) => `${section}.${Number(first) + at}`,
  ),
  asks: asks.trim(),
  here,
  shownBy: shownBy.trim(),
}));

test('every requirement of levels 1 and 2 is listed once', () => {
  const wanted = Object.entries(chapters).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`),
    ),
  );
  expect(rows.flatMap(({ numbers }) => numbers)).toEqual(wanted);
});

test('each says whether it is met, with a reason or evidence', () => {
  for (const { numbers, here, asks, shownBy } of rows) {
    expect(['yes', 'part', 'no', 'n/a'], numbers[0]).toContain(here);
    expect([asks, shownBy], numbers[0]).not.toContain('');
  }
});

test('every file that it names exists', () => {
  const named = [...page.matchAll(/`((?:tests|netlify|src|docs|scripts)\/[\w./-]+\.\w+)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
