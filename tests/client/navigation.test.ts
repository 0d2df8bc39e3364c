import { beforeEach, expect, test, vi } from 'vitest';
import { goTo } from '../../src/client/go-to.ts';
import { keepNavigationState, takeNavigationState } from '../../src/client/navigation-state.ts';
import { readTab, writeTab } from '../../src/client/tab-storage.ts';
import { type FakeBrowser, openBrowser } from '../stores/fake-browser.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});

test('a state reaches its page, once', () => {
  goTo('/login', { from: '/cart' }, 'replace');
  expect(browser.opened).toEqual([{ how: 'replace', path: '/login' }]);
  expect(takeNavigationState('/collection')).toEqual({});
  expect(takeNavigationState('/login')).toEqual({ from: '/cart' });
  expect(takeNavigationState('/login')).toEqual({});
});

test('a stored state is found again after a reload', () => {
  goTo('/login', { from: '/orders' });
  keepNavigationState(takeNavigationState('/login'));
  expect(takeNavigationState('/login')).toEqual({ from: '/orders' });
});

test.each([
  ['{"notifyMe":7,"earlyOrder":true}', {}],
  ['{"onReturn":"M"}', {}],
  ['{"onReturn":null}', { onReturn: {} }],
  ['{"onReturn":{"notifyMe":["M"],"earlyOrder":1,"from":"/cart"}}', { onReturn: {} }],
])('invalid parts of %s are left out', (text, state) => {
  browser.tab.set('taana-navigation:/login', text);
  expect(takeNavigationState('/login')).toEqual(state);
});

test('a state from somebody else is ignored', () => {
  browser.tab.set('taana-navigation:/login', '{"from":7,"openSearch":"yes"}');
  expect(takeNavigationState('/login')).toEqual({});
  browser.tab.set('taana-navigation:/login', '{');
  expect(takeNavigationState('/login')).toEqual({});
});

test('blocked storage does not stop navigation', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', {
    getItem: blocked,
    setItem: blocked,
    removeItem: blocked,
    clear: blocked,
  });
  goTo('/login', { from: '/cart' });
  expect(browser.opened).toEqual([{ how: 'assign', path: '/login' }]);
  expect(takeNavigationState('/login')).toEqual({});
  writeTab('key', 'text');
  expect(readTab('key')).toBeNull();
});
