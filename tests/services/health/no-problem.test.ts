import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { examine } from '../../../netlify/services/health/checks.ts';
import type { Shop } from '../../../netlify/services/health/finding.ts';
import { problemOfPolicy } from '../../../netlify/services/health/pages.ts';
import { aShop, at, away, checkNamed as find, page, tells } from '../../support/doctor-shop.ts';

/** What is no problem: parts that a shop need not have, and a shop before its launch. */

const pagesOf = async (own: Partial<Shop>) => {
  const asked: string[] = [];
  const shop = aShop(own);
  const ask: Shop['ask'] = async (path, headers) => {
    asked.push(path);
    return shop.ask(path, headers);
  };
  const names = ['Headers of each kind of page', 'Content policy of each kind of page'];
  for (const name of names) expect((await examine(find(name), { ...shop, ask })).state, name).toBe('ok');
  return new Set(asked);
};

test('a shop without a desk is fine', async () => {
  expect(await pagesOf(at('/desk', page(), {}, 404))).toContain('/orders');
});

/** Sends these pages elsewhere. */
function redirecting(pages: RegExp, status: number, location: string): Partial<Shop> {
  const { ask } = aShop();
  const moved = () => new Response(null, { status, headers: { location } });
  return { ask: async (path, headers) => (pages.test(path) ? moved() : ask(path, headers)) };
}

test('a folder whose path gets a slash is fine', async () => {
  const slashed = redirecting(/^\/admin$/, 301, 'https://taana.example/admin/');
  expect(await pagesOf(slashed)).toContain('/admin/');
});

test('the editor’s page, with a policy of its own, is fine', async () => {
  const html = await readFile('src/editor/index.html', 'utf8');
  expect(problemOfPolicy(html)).toBeUndefined();
});

test('before the launch only the open pages count, and test keys are fine', async () => {
  const closed = redirecting(/^\/(?:collection|place-order|cart|product|desk)/, 302, '/coming-soon');
  const pages = await pagesOf(closed);
  expect([...pages]).toEqual(
    expect.arrayContaining(['/coming-soon', '/orders', '/verify', '/profile', '/admin']),
  );
  const keys = await examine(find('Live and test keys'), aShop({ ...closed, ...away }));
  expect(keys.state).toBe('ok');
});

test.each([
  ['a preview', tells({ published: false })],
  ['a shop with live keys', tells({ keys: { razorpay: 'live' } })],
  ['a shop without online payments', tells({ keys: {} })],
])('%s has the right keys', async (_title, own) => {
  const shop = aShop({ ...own, ...away, settings: {} });
  expect((await examine(find('Live and test keys'), shop)).state).toBe('ok');
});
