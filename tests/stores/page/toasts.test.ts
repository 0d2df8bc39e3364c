import { beforeEach, expect, test } from 'vitest';
import { openBrowser, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(openBrowser);
let toasts: typeof import('../../../src/stores/page/toasts.ts') &
  typeof import('../../../src/stores/page/toasts.lazy.ts');
beforeEach(async () => {
  toasts = await openStores('page');
});

const texts = () => toasts.$toasts.get().map(({ text }) => text);

test('toasts are listed in the order of arrival and are dismissed one by one', () => {
  toasts.showToast('success', 'Added to cart');
  toasts.showToast('error', 'Select Product Size');
  expect(texts()).toEqual(['Added to cart', 'Select Product Size']);
  toasts.dismissToast(toasts.$toasts.get()[0]?.id ?? 0);
  expect(texts()).toEqual(['Select Product Size']);
});

test('the same sentence again is one toast with a new time', () => {
  toasts.showToast('success', 'Added to cart');
  const [first] = toasts.$toasts.get();
  toasts.showToast('success', 'Added to cart');
  expect(texts()).toEqual(['Added to cart']);
  expect(toasts.$toasts.get()[0]?.id).not.toBe(first?.id);
});

test('the fourth replaces the oldest', () => {
  for (const text of ['one', 'two', 'three', 'four']) toasts.showToast('info', text);
  expect(texts()).toEqual(['two', 'three', 'four']);
});

test('a carried toast is shown on the next page, once', () => {
  toasts.keepToastForNextPage('success', 'Order placed');
  expect(texts()).toEqual([]);
  toasts.showKeptToast();
  toasts.showKeptToast();
  expect(toasts.$toasts.get()).toMatchObject([{ kind: 'success', text: 'Order placed' }]);
});

test('an invalid stored value is no toast', () => {
  for (const text of ['{', 'null', '7', '{"kind":"info"}', '{"kind":"info","text":7}']) {
    browser.tab.set('taana-toast', text);
    toasts.showKeptToast();
  }
  expect(texts()).toEqual([]);
});
