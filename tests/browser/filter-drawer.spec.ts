import { expect, type Locator, type Page } from 'playwright/test';
import { hold } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/** The filter drawer is HTML: it opens, filters and closes before its code loads, and React then hydrates it. */

const cards = (page: Page): Locator => page.locator('[data-grid] article');
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Filter and sort' });
const box = (page: Page, name: RegExp): Locator => drawer(page).getByRole('checkbox', { name });
const button = (page: Page, name: string): Locator => drawer(page).getByRole('button', { name });
const count = (page: Page): Locator => drawer(page).getByRole('status');

const REACT = '**/_astro/hydrate-drawer*.js';
const CODE = '**/_astro/collection*.js';

async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await expect(button(page, 'APPLY')).toBeInViewport({ ratio: 1 });
}

/** React marks the elements that it has hydrated. */
const isTakenOver = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const status = document.querySelector('#filter-drawer [role=status]');
    return Object.keys(status ?? {}).some((key) => key.startsWith('__react'));
  });

test('Opens with its choices before any script loads, and runs a tap on APPLY after loading', async ({
  page,
}) => {
  const release = await hold(page, '**/_astro/*.js');
  await page.goto('/collection', { waitUntil: 'commit' });
  await openDrawer(page);
  await expect(count(page)).toHaveText('54 products');
  await box(page, /^Hoodie 7/).check();
  await box(page, /^XS/).check();
  await button(page, 'APPLY').click();
  await expect(page).toHaveURL('/collection');
  release();
  await expect(drawer(page)).toBeHidden();
  await expect(cards(page)).toHaveCount(4);
  await expect(page).toHaveURL(/\?subCategory=Hoodie&sizes=XS$/);
});

test('Choices made while its code loads stay, are counted and bring React, and CLEAR and a search run after loading', async ({
  page,
}) => {
  for (const [act, url] of [
    [() => button(page, 'CLEAR').click(), '/collection'],
    [() => drawer(page).getByRole('searchbox').press('Enter'), /\?search=beanie$/],
  ] as const) {
    const release = await hold(page, CODE);
    await page.goto('/collection');
    await openDrawer(page);
    await box(page, /^Hoodie/).check();
    await drawer(page).getByRole('searchbox').fill('beanie');
    await act();
    release();
    await expect(drawer(page)).toBeHidden();
    await expect(page).toHaveURL(url);
    await page.unrouteAll({ behavior: 'wait' });
  }
  for (const choice of ['before', 'after'] as const) {
    const release = await hold(page, CODE);
    await page.goto('/collection');
    await openDrawer(page);
    await drawer(page).getByRole('searchbox').fill('kite');
    if (choice === 'before') await box(page, /^Hoodie/).check();
    release();
    if (choice === 'after') {
      await page.waitForLoadState('networkidle');
      await box(page, /^Hoodie/).check();
    }
    await expect(count(page)).toHaveText('7 products');
    await expect.poll(() => isTakenOver(page)).toBe(true);
    await expect(box(page, /^Hoodie/)).toBeChecked();
    await expect(drawer(page).getByRole('searchbox')).toHaveValue('kite');
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('The collection loads neither React nor the drawer’s code before an interaction', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/collection', { waitUntil: 'networkidle' });
  expect(scripts.filter((address) => /-drawer\.|\/collection\./.test(address))).toEqual([]);
  await openDrawer(page);
  await expect.poll(() => scripts.some((address) => /\/collection\./.test(address))).toBe(true);
  expect(scripts.filter((address) => /-drawer\./.test(address))).toEqual([]);
  // The first tap may come before the counting code, the second tap cannot.
  await box(page, /^Hoodie/).check();
  await expect(count(page)).toHaveText('7 products');
  await box(page, /^Hoodie/).uncheck();
  await expect.poll(() => scripts.some((address) => /-drawer\./.test(address))).toBe(true);
});

test('Without React it counts, keeps its price handles from crossing, applies, clears and searches', async ({
  page,
}) => {
  await page.route(REACT, (route) => route.abort());
  await page.goto('/collection');
  await openDrawer(page);
  await box(page, /^Hoodie/).check();
  await expect(count(page)).toHaveText('7 products');
  await expect(box(page, /^XS 4 products/)).toBeVisible();
  const low = drawer(page).getByRole('slider', { name: 'Lowest price' });
  const high = drawer(page).getByRole('slider', { name: 'Highest price' });
  await high.press('Home');
  await expect(high).toHaveAttribute('aria-valuetext', '₹0.00');
  await low.press('End');
  await expect(low).toHaveAttribute('aria-valuetext', '₹0.00');
  await high.press('End');
  await drawer(page).getByRole('radio', { name: 'Price: Low to High' }).check();
  await button(page, 'APPLY').click();
  await expect(cards(page)).toHaveCount(7);
  await expect(page).toHaveURL(/\?subCategory=Hoodie&sort=price-asc$/);

  await openDrawer(page);
  await expect(box(page, /^Hoodie/)).toBeChecked();
  await button(page, 'CLEAR').click();
  await expect(drawer(page)).toBeHidden();
  await expect(cards(page)).toHaveCount(54);

  await openDrawer(page);
  await expect(box(page, /^Hoodie/)).not.toBeChecked();
  await drawer(page).getByRole('searchbox').fill('beanie');
  await drawer(page).getByRole('searchbox').press('Enter');
  await expect(page.locator('[data-grid] [data-card-name]').first()).toHaveText('Pahadi Beanie');
});

test('Hydration keeps the drawer’s choices, prices, focus and scroll position', async ({ page }) => {
  const { expectNoErrors } = await watch(page);
  const release = await hold(page, REACT);
  await page.goto('/collection');
  await openDrawer(page);
  await box(page, /^Hoodie/).check();
  await drawer(page).getByRole('searchbox').fill('kite');
  await drawer(page).getByRole('radio', { name: 'Recently Added' }).check();
  const low = drawer(page).getByRole('slider', { name: 'Lowest price' });
  await low.focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  const scrolled = () =>
    low.evaluate((slider) => slider.closest('.overflow-y-auto')?.scrollTop ?? Number.NaN);
  const before = await scrolled();
  expect(await isTakenOver(page)).toBe(false);
  release();
  await expect.poll(() => isTakenOver(page)).toBe(true);

  await expect(box(page, /^Hoodie/)).toBeChecked();
  await expect(drawer(page).getByRole('searchbox')).toHaveValue('kite');
  await expect(drawer(page).getByRole('radio', { name: 'Recently Added' })).toBeChecked();
  await expect(low).toHaveValue('300');
  await expect(low).toHaveAttribute('aria-valuetext', '₹300.00');
  await expect(low).toBeFocused();
  expect(await scrolled()).toBe(before);

  // React continues the count.
  await box(page, /^XS/).check();
  await expect(count(page)).toHaveText('4 products');
  await low.press('ArrowRight');
  await expect(low).toHaveAttribute('aria-valuetext', '₹400.00');
  await button(page, 'APPLY').click();
  await expect(cards(page)).toHaveCount(4);

  // The drawer shows a filter that was changed outside it.
  await page.getByRole('button', { name: 'Remove Hoodie' }).click();
  await openDrawer(page);
  await expect(box(page, /^Hoodie/)).not.toBeChecked();
  await expect(box(page, /^XS/)).toBeChecked();
  await button(page, 'CLEAR').click();
  await openDrawer(page);
  await expect(box(page, /^XS 34/)).not.toBeChecked();
  await expect(low).toHaveValue('0');
  await expect(count(page)).toHaveText('54 products');
  await expectNoErrors();
});

test('It opens with the filter of the address, also a price between two steps, and Back restores that filter', async ({
  page,
}) => {
  await page.route(REACT, (route) => route.abort());
  await page.goto('/collection?subCategory=Shorts&sizes=M&minPrice=249&sort=price-desc');
  await openDrawer(page);
  await expect(box(page, /^Shorts/)).toBeChecked();
  await expect(box(page, /^M \d/)).toBeChecked();
  await expect(drawer(page).getByRole('radio', { name: 'Price: High to Low' })).toBeChecked();
  await expect(drawer(page).getByRole('slider', { name: 'Lowest price' })).toHaveAttribute(
    'aria-valuetext',
    '₹249.00',
  );
  await box(page, /^Shirts/).check();
  await button(page, 'APPLY').click();
  await expect(page).toHaveURL(/minPrice=249/);
  await expect(page.getByRole('button', { name: 'Remove Shirts' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Remove Shirts' })).toBeHidden();
  await openDrawer(page);
  await expect(box(page, /^Shirts/)).not.toBeChecked();
  await expect(box(page, /^Shorts/)).toBeChecked();

  // Closing without APPLY keeps the applied filter.
  await box(page, /^Shirts/).check();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(page).toHaveURL(/\?subCategory=Shorts&/);
  await openDrawer(page);
  await expect(box(page, /^Shirts/)).not.toBeChecked();
});

for (const isReactThere of [false, true]) {
  test(`Opened on Sweatshirts, which it does not offer, it checks no type, adds a size and switches to another type, ${isReactThere ? 'with' : 'without'} React`, async ({
    page,
  }) => {
    if (!isReactThere) await page.route(REACT, (route) => route.abort());
    await page.goto('/collection?subCategory=Sweatshirts');
    await expect(cards(page)).toHaveCount(5);
    await openDrawer(page);
    await expect(drawer(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(count(page)).toHaveText('5 products');
    await box(page, /^XXL/).check();
    if (isReactThere) await expect.poll(() => isTakenOver(page)).toBe(true);
    await expect(drawer(page).getByRole('checkbox', { checked: true })).toHaveCount(1);
    await expect(drawer(page).getByRole('checkbox', { disabled: true, checked: true })).toHaveCount(0);
    await button(page, 'APPLY').click();
    await expect(page).toHaveURL(/\?subCategory=Sweatshirts&sizes=XXL$/);
    await openDrawer(page);
    await box(page, /^Shorts/).check();
    await button(page, 'APPLY').click();
    await expect(page).toHaveURL(/\?subCategory=Shorts&sizes=XXL$/);
  });
}

test('Opens in a browser without support for command buttons', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement');
    addEventListener('DOMContentLoaded', () =>
      document.querySelector('[data-open-filter]')?.removeAttribute('command'),
    );
  });
  const release = await hold(page, '**/_astro/*.js');
  await page.goto('/collection', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await expect(drawer(page)).toBeHidden();
  release();
  await expect(drawer(page), 'the tap that came first').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await openDrawer(page);
});

test('Tab reaches every choice in order, and Enter applies', async ({ page }) => {
  await page.goto('/collection');
  await page.getByRole('button', { name: 'Filter and sort' }).focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Close filters')).toBeFocused();
  const reached: string[] = [];
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        return at instanceof HTMLInputElement ? `${at.name} ${at.value}`.trim() : (at?.textContent ?? '');
      }),
    );
  }
  expect(reached.slice(0, 2)).toEqual(['search', 'subCategory Accessories']);
  expect(reached.slice(-5)).toEqual(['minPrice 0', 'maxPrice 12500', 'sort newest', 'CLEAR', 'APPLY']);
  await box(page, /^Bralette/).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeHidden();
  await expect(cards(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Filter and sort' })).toBeFocused();
});

test('Cards far below the window are not rendered until they come near, and the page keeps its height @both', async ({
  page,
}) => {
  await page.goto('/collection');
  const isRendered = (card: Locator) =>
    card.locator('a').evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }));
  const last = cards(page).last();
  expect(await isRendered(cards(page).first())).toBe(true);
  expect(await isRendered(last)).toBe(false);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const estimated = await height();
  for (const card of await cards(page).all()) await card.scrollIntoViewIfNeeded();
  await expect.poll(() => isRendered(last)).toBe(true);
  const real = await height();
  // A name of two lines is not foreseen.
  expect(Math.abs(estimated - real) / real).toBeLessThan(0.06);
  await cards(page).first().scrollIntoViewIfNeeded();
  await expect.poll(() => isRendered(last)).toBe(false);
  expect(await height()).toBe(real);
});
