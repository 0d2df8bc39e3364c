import { expect, type Page } from 'playwright/test';
import { hold } from './support/shopper.ts';
import { test } from './support/test.ts';

/** The first tap in the collection shows its result before any code loads. */

const cards = (page: Page) => page.locator('[data-grid] article');
const CODE = '**/_astro/collection*.js';

test('A tap on search or on a type responds before its code loads, and the search finds text typed meanwhile', async ({
  page,
}) => {
  const release = await hold(page, CODE);
  await page.goto('/collection');
  const rail = page.getByRole('navigation', { name: 'Shop by type' });
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('searchbox', { name: 'Search the collection' });
  await expect(field).toBeFocused();
  await page.keyboard.type('beanie');
  release();
  await expect(page.locator('[data-grid] [data-card-name]').first()).toHaveText('Pahadi Beanie');
  await expect(field).toHaveValue('beanie');

  await page.unrouteAll({ behavior: 'wait' });
  const letGo = await hold(page, CODE);
  await page.goto('/collection');
  await rail.getByRole('link', { name: 'Hoodie' }).click();
  await expect(rail.getByRole('link', { name: 'Hoodie' })).toHaveAttribute('aria-current', 'true');
  await expect(cards(page)).toHaveCount(54);
  letGo();
  await expect(cards(page)).toHaveCount(7);
  await expect(rail.getByRole('link', { name: 'Everything' })).not.toHaveAttribute('aria-current', 'true');
});
