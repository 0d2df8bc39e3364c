import { expect, test } from 'vitest';
import { ok, openBrowser, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/product/warp-hoodie'));

const open = () => openStores('catalogue', 'session');

test('the first viewed product has no earlier ones', async () => {
  const { noteViewed } = await open();
  expect(noteViewed('warp-hoodie')).toEqual([]);
  expect(browser.localStorage['taana-viewed']).toBe('["warp-hoodie"]');
  expect(browser.asked).toEqual([]);
});

test('the latest is first, and no product appears twice or beside itself', async () => {
  const { noteViewed, $viewed } = await open();
  for (const id of ['warp-hoodie', 'chai-cap', 'old-tee']) noteViewed(id);
  expect(noteViewed('warp-hoodie')).toEqual(['old-tee', 'chai-cap']);
  expect($viewed.get()).toEqual(['warp-hoodie', 'old-tee', 'chai-cap']);
});

test('eight are stored', async () => {
  const { noteViewed, $viewed } = await open();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) noteViewed(id);
  expect($viewed.get()).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b']);
});

test.each(['{', 'null', '{"a":1}', '[7]'])('%s in storage counts as an empty list', async (text) => {
  browser.localStorage['taana-viewed'] = text;
  const { noteViewed } = await open();
  expect(noteViewed('warp-hoodie')).toEqual([]);
});

test('logging out forgets the viewed products', async () => {
  browser.says('user.logout', () => ok);
  const { noteViewed, signOut, $viewed, beginSession } = await open();
  beginSession('t0ken', 'asha@example.com');
  noteViewed('warp-hoodie');
  await signOut();
  expect($viewed.get()).toEqual([]);
});
