import { expect, test } from 'vitest';
import type { Found, WireVisit } from '../../scripts/bench/speed/measure.ts';
import { commandOf, pageNames, usualRounds } from '../../scripts/bench/speed/options.ts';
import type { RequestSeen } from '../../scripts/bench/speed/requests.ts';
import {
  countOf,
  isWhole,
  NOT_MEASURED,
  NOT_SHOWN,
  type Row,
  verdict,
} from '../../scripts/bench/speed/verdict.ts';

const nothing: Found = {
  browser: '',
  pages: {},
  purchases: { shop: [], floor: [] },
  settled: { shop: [], floor: [] },
  atOnce: { shop: [], floor: [] },
  responses: [],
  returns: [],
  savings: [],
  scores: {},
  failures: [],
};
const options = { pages: pageNames, rounds: usualRounds };

test('Where nothing could be measured, no aim holds and the run fails', () => {
  const rows = verdict(nothing, options);
  expect(rows.map(holdsOf)).toEqual(rows.map(() => NOT_MEASURED));
  expect(isWhole(rows)).toBe(false);
  expect(countOf(rows)).toMatch(new RegExp(`^0 of ${rows.length} aims hold; ${rows.length} could not`));
});

test('A measure that fails once is a row of its own, whatever the other rounds have found', () => {
  const failure = 'home, shop: A page did not come to rest';
  const rows = verdict({ ...nothing, failures: [failure, failure] }, options);
  expect(rows.filter(([, , found]) => found === failure).map(holdsOf)).toEqual([NOT_MEASURED]);
});

test('That nothing is fetched ahead is not shown where nothing is usually', () => {
  const saving = { page: 'home', usualPictureBytes: 100, savingPictureBytes: 40, savingAhead: 0 } as const;
  const holdsWhere = (usualAhead: number) =>
    holdsOf(rowOf({ ...nothing, savings: [{ ...saving, usualAhead }] }, 'nothing ahead'));
  expect(holdsWhere(0)).toBe(NOT_SHOWN);
  expect(holdsWhere(2)).toBe('holds');
});

test('Bytes of the first view are compared over the pictures that both sides fetched, and over all', () => {
  const shop = [wireVisit(30_000, { '/a.avif': 20_000 })];
  const floor = [wireVisit(60_000, { '/a.avif': 10_000, '/b.avif': 40_000 })];
  const [, , found, holds] = rowOf(withCold(shop, floor), 'Bytes of the first view');
  expect(found).toMatch(/^1\.50× over the same 1, 0\.50× over all \(1 and 2\)/);
  expect(holds).toBe('holds');
});

test('A shop that fetches more pictures than the floor does not pass over those that are the same', () => {
  const shop = [wireVisit(90_000, { '/a.avif': 10_000, '/b.avif': 70_000 })];
  const floor = [wireVisit(30_000, { '/a.avif': 10_000 })];
  expect(holdsOf(rowOf(withCold(shop, floor), 'Bytes of the first view'))).toBe('**missed**');
});

test('Script before interaction is what a page left untouched has fetched', () => {
  const visit = wireVisit(30_000, {});
  const found = withCold([visit], [visit]);
  const untouched = { wireBytes: 60_000, scriptBytes: 40_000, workerBytes: 10_000 };
  found.pages.home?.shop.untouched.push(untouched);
  expect(holdsOf(rowOf(found, 'Script before interaction'))).toBe('**missed**');
});

test('Coming back is judged on a new connection', () => {
  const [cold, fast, slow] = [wireVisit(10, {}, 1_000), wireVisit(1, {}, 100), wireVisit(1, {}, 900)];
  const found = withCold([cold], [cold]);
  found.pages.home?.shop.repeat.push(fast);
  expect(holdsOf(rowOf(found, 'Back on a new connection'))).toBe(NOT_MEASURED);
  found.pages.home?.shop.returning.push(slow);
  expect(holdsOf(rowOf(found, 'Back on a new connection'))).toBe('**missed**');
});

test('The command is the one that makes the same run again', () => {
  expect(commandOf(options)).toBe('npm run bench -- speed');
  expect(commandOf({ pages: ['home', 'cart'], rounds: 1 })).toBe(
    'npm run bench -- speed --pages home,cart --rounds 1',
  );
});

function holdsOf([, , , holds]: Row): string {
  return holds;
}

/** The first row of the home page whose aim has these words. */
function rowOf(found: Found, words: string): Row {
  const row = verdict(found, { ...options, pages: ['home'] }).find(([aim]) => aim.includes(words));
  if (!row) throw new Error(`There is no aim of ${words}.`);
  return row;
}

function withCold(shop: WireVisit[], floor: WireVisit[]): Found {
  const visits = (cold: WireVisit[]) => ({ cold, untouched: [], repeat: [], returning: [] });
  return { ...nothing, pages: { home: { shop: visits(shop), floor: visits(floor) } } };
}

/** @param pictures bytes by master */
function wireVisit(bytes: number, pictures: Record<string, number>, paintMs = 1_000): WireVisit {
  const requests = Object.entries(pictures).map(
    ([master, size], index) =>
      ({
        path: `/.netlify/images?url=${encodeURIComponent(master)}&w=${240 + index}`,
        bytes: size,
      }) as RequestSeen,
  );
  const total = { bytes, requests: requests.length };
  return {
    fcpMs: paintMs,
    lcpMs: paintMs,
    cls: 0,
    total,
    scriptFileBytes: 3_000,
    inlineScriptBytes: 500,
    requests,
    wireBytes: bytes,
    asked: [],
  } as unknown as WireVisit;
}
