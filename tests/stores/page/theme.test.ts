import { beforeEach, expect, test } from 'vitest';
import { type FakeBrowser, openBrowser } from '../fake-browser.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});

test('the theme toggles and is remembered', async () => {
  const { $theme, toggleTheme } = await import('../../../src/stores/page/theme.ts');
  toggleTheme();
  expect($theme.get()).toBe('dark');
  expect(browser.localStorage['taana-theme']).toBe('dark');
  toggleTheme();
  expect(browser.localStorage['taana-theme']).toBe('light');
});

test('an unknown theme counts as light', async () => {
  browser.localStorage['taana-theme'] = 'sepia';
  const { $theme } = await import('../../../src/stores/page/theme.ts');
  expect($theme.get()).toBe('light');
});
