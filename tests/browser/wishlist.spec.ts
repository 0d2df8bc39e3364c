import { expect, type Locator, type Page } from 'playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { call, newShopper, withRetries } from './support/api.ts';
import { expectFocusKept, tabTo } from './support/keyboard.ts';
import { fromOwnAddresses, signIn, store, stored, toast } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/** A shopper's goal: to save pieces, and to find them again on this device and others. */
fromOwnAddresses();

const HOODIE = 'warp-line-hoodie';
const HALF_SOLD_OUT = 'dilli-crew';
const SOLD_OUT = 'meter-se-tee';
const EARLY = 'patang-hoodie';
const ONE_SIZE = 'taana-cap';

const cards = (page: Page): Locator => page.getByRole('list', { name: 'Your wishlist' }).getByRole('article');
const heart = (page: Page): Locator => page.locator('.heart-plain');
const put = (page: Page, ...ids: string[]) => store(page, { wishlist: JSON.stringify(ids) });

test('a visitor’s heart is stored on this device and can be removed', async ({ page }) => {
  const { expectNoErrors } = await watch(page);
  await page.goto(`/product/${HOODIE}`);
  await expect(heart(page)).toHaveAccessibleName('Add to Wishlist');
  await heart(page).click();
  await expect(toast(page, 'Wishlist saved locally. Login to sync across devices.')).toBeVisible();
  await expect(heart(page)).toHaveAccessibleName('Remove from Wishlist');

  await page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 piece' }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Warp Line Hoodie');
  await expect(cards(page)).toContainText('₹2,499.00 INR');
  await page.reload();
  await page.getByRole('button', { name: 'Remove from Wishlist: Warp Line Hoodie' }).click();
  await expect(toast(page, 'Removed from wishlist')).toBeVisible();
  await expect(page.getByText('Your Wishlist is Empty')).toBeVisible();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/');
  await expectNoErrors();
});

test('sold-out and deleted pieces say so and cannot be added; an early order links to its page', async ({
  page,
}) => {
  await put(page, SOLD_OUT, EARLY, 'tee-of-last-year');
  await page.goto('/wishlist');
  const [soldOut, early] = [cards(page).nth(0), cards(page).nth(1)];
  await expect(soldOut.getByText('SOLD OUT')).toBeVisible();
  await expect(soldOut.getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  await expect(soldOut.getByRole('button', { name: 'NOTIFY ME' })).toBeVisible();
  await expect(early.getByText('EARLY ORDER').first()).toBeVisible();
  await expect(early.getByRole('button', { name: 'Add to Cart' })).toBeHidden();
  await expect(cards(page).nth(2)).toContainText('No longer available');
  await expectAccessible(page, 'with pieces');
  await cards(page).nth(2).getByRole('button', { name: 'Remove from Wishlist' }).click();
  await expect(cards(page)).toHaveCount(2);
  await early.getByRole('link', { name: 'EARLY ORDER: Patang Hoodie' }).click();
  await expect(page).toHaveURL(`/product/${EARLY}`);
});

test('a wishlist that fails to load is not called empty, and a tap loads it', async ({ page }) => {
  const shopper = await newShopper(page.request);
  await call(page.request, 'wishlist.toggle', { itemId: HOODIE }, shopper.token);
  await signIn(page, shopper);
  await page.route('**/api/wishlist/get', (route) => route.abort());
  await page.goto('/wishlist');
  await expect(page.getByText('Your wishlist could not be loaded')).toBeVisible();
  await expect(page.getByText('Your Wishlist is Empty')).toBeHidden();
  await page.unroute('**/api/wishlist/get');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText('Your wishlist could not be loaded')).toBeHidden();
});

test.describe('on a phone', () => {
  test('Add to Cart adds the first size in stock, or the only size', async ({ page }) => {
    await put(page, HALF_SOLD_OUT, ONE_SIZE);
    await page.goto('/wishlist');
    for (const name of ['Dilli Crew', 'Taana Cap']) {
      await page.getByRole('button', { name: `Add to Cart: ${name}` }).click();
      await expect(toast(page, 'Added to cart')).toBeVisible();
    }
    const cart = { [HALF_SOLD_OUT]: { S: 1 }, [ONE_SIZE]: { default: 1 } };
    // The visible message may still be the first one.
    await expect.poll(async () => JSON.parse((await stored(page, 'cart')) ?? '{}')).toEqual(cart);
  });

  test('a wishlist first shows stored data, says if it is old, and then shows what sold out', async ({
    page,
  }) => {
    await put(page, HOODIE);
    await page.goto('/wishlist');
    await expect(page.getByRole('button', { name: 'Add to Cart: Warp Line Hoodie' })).toBeEnabled();
    await page.route('**/api/product/list?*', (route) => route.abort());
    await page.reload();
    await expect(cards(page)).toContainText('Warp Line Hoodie');
    await expect(page.getByText('Prices and stock could not be refreshed.')).toBeVisible();
    await page.unroute('**/api/product/list?*');
    await page.route('**/api/product/list?*', async (route) => {
      const response = await route.fetch(withRetries);
      const answer = await response.json();
      const stock = Object.fromEntries(Object.keys(answer.products[0].stock).map((size) => [size, 0]));
      answer.products[0] = { ...answer.products[0], outOfStock: true, stock };
      await route.fulfill({ response, json: answer });
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Prices and stock could not be refreshed.')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Out of Stock: Warp Line Hoodie' })).toBeDisabled();
  });
});

test.describe('on a desktop @desktop', () => {
  test('the wishlist has 1 column, 2 from 480 px, 3 from 768 px and 4 from 1280 px', async ({ page }) => {
    await put(page, HOODIE, ONE_SIZE, 'kulhad-hoodie', 'baoli-tee', 'sand-jogger');
    await page.goto('/wishlist');
    await expect(cards(page)).toHaveCount(5);
    for (const [width, columns] of [
      [360, 1],
      [479, 1],
      [480, 2],
      [768, 3],
      [1280, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const lefts = () =>
        cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left));
      await expect.poll(async () => new Set(await lefts()).size, `at ${width} px`).toBe(columns);
    }
  });

  test('the keyboard alone empties a wishlist without losing the focus', async ({ page }) => {
    await put(page, HOODIE, ONE_SIZE);
    await page.goto('/wishlist');
    await tabTo(page, page.getByRole('button', { name: 'Remove from Wishlist: Warp Line Hoodie' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove from Wishlist: Taana Cap' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectFocusKept(page, 'after the last piece is gone');
    await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeFocused();
  });
});
