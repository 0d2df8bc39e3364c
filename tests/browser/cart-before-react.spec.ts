import { brotliCompressSync } from 'node:zlib';
import { expect, type Page, type Response } from 'playwright/test';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { expectAccessible } from './support/accessible.ts';
import { holdReact, keepReactOut } from './support/modules.ts';
import {
  answer,
  paymentWindow,
  razorpayCheckout,
  serveWindow,
  SHORT,
  unpaidNote,
} from './support/online-payment.ts';
import {
  openShopperSession,
  expectPiecesInBar,
  fromOwnAddresses,
  store,
  stored,
  toast,
} from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/** /cart works with its HTML and a small script; React hydrates the same elements. */
fromOwnAddresses();

const HOODIE = { productId: 'warp-line-hoodie', size: 'M', quantity: 2 };
const CAP = { productId: 'taana-cap', size: 'default', quantity: 1 };

const linesOf = (page: Page) => page.getByRole('list', { name: 'Lines of your cart' }).getByRole('listitem');
const hoodieOf = (page: Page) => page.getByRole('group', { name: 'Quantity of Warp Line Hoodie, size M' });
const totals = (page: Page) => page.getByRole('region', { name: 'Totals' });

test.beforeEach(async ({ page }) => {
  await openShopperSession(page, HOODIE, CAP);
});

test('Lines, totals, the stepper and its limit, Remove and the checkout link work if React never loads', async ({
  page,
}) => {
  const refused = await keepReactOut(page);
  await page.goto('/cart');
  await expect(linesOf(page)).toHaveCount(2);
  await expect(linesOf(page).first()).toContainText('Warp Line Hoodie');
  await expect(linesOf(page).first()).toContainText('Size M');
  await expect(linesOf(page).first().getByRole('img')).toBeVisible();
  await expect(totals(page)).toContainText('INR');
  const before = await totals(page).innerText();

  await hoodieOf(page).getByRole('button', { name: 'One more' }).click();
  await expect(hoodieOf(page)).toContainText('3');
  await expectPiecesInBar(page, 4);
  await expect.poll(() => totals(page).innerText()).not.toBe(before);
  const less = hoodieOf(page).getByRole('button', { name: 'One less' });
  await less.click();
  await less.click();
  await expect(hoodieOf(page)).toContainText('1');
  await expect(less).toHaveAttribute('aria-disabled', 'true');

  const more = hoodieOf(page).getByRole('button', { name: 'One more' });
  for (let tap = 0; tap < 10; tap += 1) await more.click();
  await expect(hoodieOf(page)).toContainText('10');
  await expect(toast(page, 'You can order up to 10 of one size')).toBeVisible();

  await page.getByRole('button', { name: 'Remove Taana Cap' }).click();
  await expect(linesOf(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Lines of your cart' })).toBeFocused();
  await expect.poll(refused).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'PROCEED TO CHECKOUT' }).click();
  await expect(page).toHaveURL('/place-order');

  await page.goto('/cart');
  await page.getByRole('button', { name: 'Remove Warp Line Hoodie, size M' }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page.locator('.empty')).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('A cart that this device has stored is shown before the server responds', async ({ page }) => {
  await page.goto('/cart');
  await expect(totals(page)).toContainText('INR');
  await page.route('**/api/**', () => new Promise(() => undefined));
  await keepReactOut(page);
  await page.goto('/cart');
  await expect(linesOf(page)).toHaveCount(2);
  await expect(totals(page)).toContainText('INR');
  await expect(page.getByRole('link', { name: 'PROCEED TO CHECKOUT' })).toBeVisible();
  await hoodieOf(page).getByRole('button', { name: 'One more' }).click();
  await expect(hoodieOf(page)).toContainText('3');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Hydration keeps the elements, the focus, the scroll position and the taps of the lines', async ({
  page,
}) => {
  const { expectNoErrors } = await watch(page);
  const react = await holdReact(page);
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(linesOf(page)).toHaveCount(2);
  const more = hoodieOf(page).getByRole('button', { name: 'One more' });
  await more.click();
  await expect(hoodieOf(page)).toContainText('3');
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
  const line = await linesOf(page).first().elementHandle();
  const place = await line?.boundingBox();
  // A tap on a control that needs React runs after hydration.
  await page.getByRole('button', { name: 'Have a code?' }).click();
  await more.focus();

  react.release();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  expect(await line?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await line?.boundingBox()).toEqual(place);
  await expect(more).toBeFocused();
  await more.click();
  await expect(hoodieOf(page)).toContainText('4');
  expect(await line?.evaluate((element) => element.isConnected)).toBe(true);
  await page.getByRole('button', { name: 'Remove Taana Cap' }).click();
  await expect(linesOf(page)).toHaveCount(1);
  await expectNoErrors();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('The small script and React draw the same elements for a line', async ({ page, context }) => {
  const lineOf = () =>
    linesOf(page)
      .first()
      .evaluate((line) =>
        [line, ...line.querySelectorAll('*')].map((element) => {
          const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
          return [element.localName, ...attributes.sort(), element.textContent].join(' ');
        }),
      );
  const react = await holdReact(page);
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(totals(page)).toContainText('INR');
  await expect(linesOf(page).first()).toContainText('Size M');
  const drawn = await lineOf();

  react.release();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  const putInCart = (cart: object) =>
    other.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify(cart));
  const cap = { [CAP.productId]: { [CAP.size]: CAP.quantity } };
  await putInCart(cap);
  await expect(linesOf(page)).toHaveCount(1);
  await putInCart({ [HOODIE.productId]: { [HOODIE.size]: HOODIE.quantity }, ...cap });
  await expect(linesOf(page)).toHaveCount(2);
  await expect.poll(lineOf).toEqual(drawn);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('An unpaid order is shown above the cart before React loads, and a tap on its button runs after hydration', async ({
  page,
}) => {
  const email = await stored(page, 'userEmail');
  await store(page, { 'taana-unpaid': unpaidNote({ email: email ?? '' }) });
  await answer(page, 'order.verifyStripe', 'nothing');
  const paid = await answer(page, 'order.pay', {
    success: true,
    paymentMethod: 'razorpay',
    ...razorpayCheckout,
  });
  await serveWindow(page);
  const react = await holdReact(page);
  await page.goto('/cart');
  const panel = page.getByRole('region', { name: paymentMessages.title(SHORT) });
  await expect(panel.getByRole('heading')).toHaveText(paymentMessages.unpaid(SHORT));
  await expect(panel).toContainText(paymentMessages.unpaidHint);
  await expect(linesOf(page)).toHaveCount(2);
  await expect(totals(page)).toContainText('INR');
  await expect(page.getByRole('link', { name: 'PROCEED TO CHECKOUT' })).toBeVisible();
  await hoodieOf(page).getByRole('button', { name: 'One more' }).click();
  await expect(hoodieOf(page)).toContainText('3');
  const [section, line] = [await panel.elementHandle(), await linesOf(page).first().elementHandle()];
  const place = await line?.boundingBox();
  expect(react.isHere()).toBe(false);
  await panel.getByRole('button', { name: 'Retry payment' }).click();
  react.release();
  await expect(paymentWindow(page)).toBeVisible();
  expect(paid).toHaveLength(1);
  expect(await section?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await line?.evaluate((element) => element.isConnected)).toBe(true);
  await paymentWindow(page).getByRole('button', { name: 'Close' }).click();
  expect((await line?.boundingBox())?.x).toBe(place?.x);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Each tap on the stepper during hydration counts once', async ({ page }) => {
  const { expectNoErrors } = await watch(page);
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(linesOf(page)).toHaveCount(2);
  // The taps start before hydration and end after it.
  await page.evaluate(async () => {
    const more = document.querySelector<HTMLElement>('[data-line] [data-cart-tap="more"]');
    for (let tap = 0; tap < 6; tap += 1) {
      more?.click();
      await new Promise((next) => setTimeout(next, 60));
    }
  });
  await expect(hoodieOf(page)).toContainText('8');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expect(hoodieOf(page)).toContainText('8');
  await expectPiecesInBar(page, 9);
  await expectNoErrors();
});

test('A cart that fails to load is not called empty, and a tap loads it, before React and after', async ({
  page,
}) => {
  for (const keep of [keepReactOut, () => Promise.resolve()]) {
    await page.evaluate(() => localStorage.setItem('cart', '{}'));
    await page.route('**/api/cart/get', (route) => route.abort());
    await keep(page);
    await page.goto('/cart');
    await expect(page.getByText('Your cart could not be loaded')).toBeVisible();
    await expect(page.getByText('Your cart is empty')).toBeHidden();
    await page.unroute('**/api/cart/get');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(linesOf(page)).toHaveCount(2);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('A cart with lines loads at most 14.5 kB of script before React', async ({ page }) => {
  const MOST_BYTES = 14_500;
  const html = await (await page.request.get('/cart')).text();
  const named = (attribute: string) =>
    [...html.matchAll(new RegExp(` ${attribute}="([^"]+)"`, 'g'))].map(([, path]) => path ?? '');
  const island = named('component-url').concat(named('renderer-url'));
  expect(island).toHaveLength(2);
  // The island never loads, so its code is not counted, even on a slow machine.
  await page.route(
    ({ pathname }) => island.includes(pathname),
    () => undefined,
  );
  const later = [...html.matchAll(/<link data-island href="([^"]+)"/g)].map(([, path]) => path);
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response);
  });
  await page.goto('/cart');
  await expect(totals(page)).toContainText('INR');
  const sizes: Record<string, number> = {};
  for (const script of scripts) {
    const { pathname } = new URL(script.url());
    if (!later.includes(pathname)) sizes[pathname] = brotliCompressSync(await script.body()).byteLength;
  }
  const sum = Object.values(sizes).reduce((bytes, size) => bytes + size, 0);
  test.info().annotations.push({ type: 'script bytes', description: `${sum}: ${JSON.stringify(sizes)}` });
  expect(sum, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(MOST_BYTES);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Lines are accessible while their products are on their way', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/product/list?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/cart');
  await expect(linesOf(page).first().locator('.skeleton').first()).toBeVisible();
  await expectAccessible(page, 'a cart whose products are on their way');
  release();
  await expect(linesOf(page).first()).toContainText('Warp Line Hoodie');
});
