import type { Page } from 'playwright/test';
import { paths } from '../../../src/contract/paths.ts';
import type { Scene } from '../scene.ts';
import { lengthenNames } from '../fixtures.ts';

const address = paths.collection;
const count = (page: Page) => page.getByRole('status').filter({ hasText: '54 products' });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search the collection' });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Filter and sort' });
const firstName = (page: Page) => page.locator('[data-grid] a[data-card-name]').first();

const openSearch = async (page: Page) => {
  await page.getByRole('button', { name: 'Search' }).click();
  await field(page).waitFor();
};
const search = async (page: Page, text: string) => {
  await openSearch(page);
  await field(page).fill(text);
};
const openDrawer = async (page: Page) => {
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await drawer(page).getByRole('button', { name: 'APPLY' }).waitFor();
};
const narrow = async (page: Page, ...boxes: RegExp[]) => {
  await openDrawer(page);
  for (const name of boxes) await drawer(page).getByRole('checkbox', { name }).check();
};
const apply = async (page: Page) => {
  await drawer(page).getByRole('button', { name: 'APPLY' }).click();
  await drawer(page).waitFor({ state: 'hidden' });
};
/** By keyboard, because a mouse must hover over the card first and a finger does not. */
const quickView = (page: Page, id: string) =>
  page.locator(`[data-product="${id}"] [data-quick-view]`).press('Enter');

export const collection: readonly Scene[] = [
  { name: 'every product', state: 'many', address, shows: count },
  {
    name: 'search results, with the words marked',
    state: 'many',
    address,
    shows: count,
    act: async (page) => {
      await search(page, 'warp hodie');
      await firstName(page).locator('mark').first().waitFor();
    },
  },
  {
    name: 'nothing found',
    state: 'empty',
    address,
    shows: count,
    act: async (page) => {
      await search(page, 'zzzzqqqq');
      await page.getByText('No products found').waitFor();
    },
  },
  {
    name: 'filter drawer, chosen and scrolled',
    state: 'disabled',
    address,
    shows: count,
    act: async (page) => {
      await narrow(page, /^Hoodie/, /^XS/);
      await drawer(page).getByRole('radio', { name: 'Price: Low to High' }).check();
    },
    frame: 'window',
  },
  {
    name: 'filtered',
    state: 'many',
    address,
    shows: count,
    act: async (page) => {
      await narrow(page, /^Hoodie/, /^Shackets/, /^XL/);
      await apply(page);
    },
  },
  {
    name: 'quick view',
    state: 'open',
    address,
    shows: count,
    act: async (page) => {
      await quickView(page, 'warp-line-hoodie');
      await page.getByRole('dialog').getByRole('button', { name: 'ADD TO CART' }).waitFor();
    },
    frame: 'window',
  },
  { name: 'long names', state: 'long', address, prepare: lengthenNames, shows: count },
  { name: 'without script', state: 'no script', address, shows: count, withoutScript: true },
];
