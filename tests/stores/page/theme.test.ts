import { expect, test } from 'vitest';
import { openBrowser, useBrowser } from '../fake-browser.ts';

const browser = useBrowser(openBrowser);

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
