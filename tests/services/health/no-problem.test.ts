import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { checks, examine } from '../../../netlify/services/health/checks.ts';
import type { Check, Shop } from '../../../netlify/services/health/finding.ts';
import { problemOfPolicy } from '../../../netlify/services/health/pages.ts';
import { aShop, at, page, tells } from '../../support/doctor-shop.ts';

/** What is no problem: parts that a shop need not have, and a shop before its launch. */

const find = (name: string): Check => {
  const check = checks.find((other) => other.name === name);
  if (!check) throw new Error(`There is no check ${name}`);
  return check;
};
const away = { address: 'https://taana.example', isLocal: false };

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

test('a folder whose path gets a slash is fine', async () => {
  const { ask } = aShop();
  const slashed: Partial<Shop> = {
    ask: async (path, headers) =>
      path === '/admin'
        ? new Response(null, { status: 301, headers: { location: 'https://taana.example/admin/' } })
        : ask(path, headers),
  };
  expect(await pagesOf(slashed)).toContain('/admin/');
});

test('the editor’s page, with a policy of its own, is fine', async () => {
  const html = await readFile('src/editor/index.html', 'utf8');
  expect(problemOfPolicy(html)).toBeUndefined();
});

test('before the launch only the open pages count, and test keys are fine', async () => {
  const { ask } = aShop();
  const closed: Partial<Shop> = {
    ask: async (path, headers) =>
      /^\/(?:collection|place-order|cart|product|desk)/.test(path)
        ? new Response(null, { status: 302, headers: { location: '/coming-soon' } })
        : ask(path, headers),
  };
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
  expect((await examine(find('Live and test keys'), aShop({ ...own, ...away, settings: {} }))).state).toBe(
    'ok',
  );
});
