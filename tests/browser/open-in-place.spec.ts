import { expect, type Locator, type Page, type Route } from 'playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expectPiecesInBar, fromOwnAddresses, hold, toast } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/** A shopper's goal: to open a product by its card, and to return to the list with Back. */
fromOwnAddresses();

const HOODIE = '/product/warp-line-hoodie';
const OTHER = '/product/kulhad-hoodie';
const ONE_SIZE = '/product/pahadi-beanie';
const EARLY = '/product/patang-hoodie';
const MODULES = '**/_astro/*.js';

const card = (page: Page, address: string): Locator => page.locator(`[data-grid] a[href="${address}"]`);
const shown = (page: Page): Locator => page.locator('main:visible');
const size = (page: Page, name: string): Locator => shown(page).getByRole('radio', { name, exact: true });

/** Holds the product page. @returns a function that releases it */
async function holdPage(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route(`**${address}`, async (route: Route) => {
    await released;
    await route.continue();
  });
  return resolve;
}

test('A tap on a card shows the product before its page loads, and Back restores the list', async ({
  page,
}) => {
  const { expectNoErrors } = await watch(page);
  const release = await holdPage(page, HOODIE);
  await page.goto('/collection');
  await card(page, HOODIE).scrollIntoViewIfNeeded();
  // In the window: the page above grows a little when its cards are rendered, and the window moves along. A card that is
  // tapped before that frame is lower by as much after Back; nobody taps so soon.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const place = (await card(page, HOODIE).boundingBox())?.y ?? 0;
  await card(page, HOODIE).click();
  await expect(page).toHaveURL(HOODIE);
  await expect(shown(page).getByRole('heading', { level: 1 })).toHaveText('Warp Line Hoodie');
  await expect(
    shown(page)
      .getByText(/^₹[\d,]+\.00$/)
      .first(),
  ).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expectAccessible(page, 'the preview');

  await shown(page).getByText('M', { exact: true }).click();
  await shown(page).getByRole('button', { name: 'One more' }).click();
  release();
  await expect(shown(page).getByText('Country of Origin')).toBeVisible();
  await expect(size(page, 'M')).toBeChecked();
  await expect(shown(page).getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2');
  await expect(page).toHaveTitle(/^Warp Line Hoodie/);
  await shown(page).getByRole('button', { name: 'ADD TO CART' }).click();
  await expectPiecesInBar(page, 2);

  await page.goBack();
  await expect(page).toHaveURL('/collection');
  await expect(page).toHaveTitle(/^The collection/);
  await expect.poll(async () => (await card(page, HOODIE).boundingBox())?.y).toBeCloseTo(place, 0);
  await expect(card(page, HOODIE)).toBeFocused();
  await page.goForward();
  await expect(shown(page).getByRole('heading', { level: 1 })).toHaveText('Warp Line Hoodie');
  await expectNoErrors();
});

test('Taps on the buy box run after its code loads', async ({ page }) => {
  await page.goto('/collection', { waitUntil: 'networkidle' });
  const release = await hold(page, '**/_astro/open-product.*.js');
  await card(page, HOODIE).click();
  // In the frame of the tap the list is still there, and its closed filters have an S too.
  await expect(page).toHaveURL(HOODIE);
  await shown(page).getByText('S', { exact: true }).click();
  await shown(page).getByRole('button', { name: 'One more' }).click();
  await shown(page).getByRole('button', { name: 'ADD TO CART' }).click();
  await expectPiecesInBar(page, 0);
  release();
  await expectPiecesInBar(page, 2);
});

test('Before its page loads a product asks for a size, is added once, or has no size to choose', async ({
  page,
}) => {
  const releaseHoodie = await holdPage(page, HOODIE);
  const releaseOther = await holdPage(page, OTHER);
  await holdPage(page, ONE_SIZE);
  const add = shown(page).getByRole('button', { name: 'ADD TO CART' });
  await page.goto('/collection');

  await test.step('the request for a size stays when the page loads', async () => {
    await card(page, HOODIE).click();
    await add.click();
    const question = shown(page).getByText('Select Product Size');
    await expect(question).toBeVisible();
    releaseHoodie();
    await expect(shown(page).getByText('Country of Origin')).toBeVisible();
    await expect(question).toBeVisible();
    await page.goBack();
  });

  await test.step('a piece that is added before the page loads is added once', async () => {
    await card(page, OTHER).click();
    await shown(page).getByText('L', { exact: true }).click();
    await add.click();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    await expectPiecesInBar(page, 1);
    releaseOther();
    await expect(shown(page).getByText('Country of Origin')).toBeVisible();
    await expectPiecesInBar(page, 1);
    await page.goBack();
  });

  await card(page, ONE_SIZE).click();
  await expect(shown(page).getByRole('heading', { level: 1 })).toHaveText('Pahadi Beanie');
  await expect(shown(page).getByRole('radio')).toHaveCount(0);
  await add.click();
  await expectPiecesInBar(page, 2);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('An early-order product has no quantity to choose before its page and code load', async ({ page }) => {
  await holdPage(page, EARLY);
  await hold(page, '**/_astro/open-product.*.js');
  await page.goto('/collection');
  await card(page, EARLY).click();
  await expect(shown(page).getByRole('heading', { level: 1 })).toHaveText('Patang Hoodie');
  await expect(shown(page).getByRole('spinbutton', { name: 'Quantity' })).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('If fetching the page fails, the browser loads it', async ({ page }) => {
  await page.route(`**${HOODIE}`, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  );
  await page.goto('/collection');
  await card(page, HOODIE).click();
  await expect(shown(page).getByText('Country of Origin')).toBeVisible();
  await expect(page.locator('main')).toHaveCount(1);
});

test('A tap on a card before any script loads opens the product after loading', async ({ page }) => {
  const release = await hold(page, MODULES);
  await page.goto('/collection', { waitUntil: 'commit' });
  await card(page, HOODIE).click();
  await expect(page).toHaveURL('/collection');
  release();
  await expect(page).toHaveURL(HOODIE);
  await expect(page.locator('main[data-opened]')).toBeVisible();
});

test('A link works if no script loads', async ({ page }) => {
  await page.route(MODULES, (route) => route.abort());
  await page.goto('/collection');
  await card(page, HOODIE).click();
  await expect(page).toHaveURL(HOODIE);
});

test('A click with Ctrl opens a new tab @desktop', async ({ page, context }) => {
  await page.goto('/collection', { waitUntil: 'networkidle' });
  const opened = context.waitForEvent('page');
  await card(page, HOODIE).click({ modifiers: ['Control'] });
  await expect(await opened).toHaveURL(HOODIE);
  await expect(page).toHaveURL('/collection');
});
