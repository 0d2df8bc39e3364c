import { brotliCompressSync } from 'node:zlib';
import { expect, type Page, type Response, test } from 'playwright/test';
import { newShopper, patient, putInCart, type Shopper } from './support/api.ts';
import { expectPiecesInBar, fromOwnAddresses, signIn, toast } from './support/shopper.ts';

/** /cart works from its HTML and a small script; React takes the same elements over. */
fromOwnAddresses();

const MODULES = '**/_astro/*.js';
const HOODIE = { productId: 'warp-line-hoodie', size: 'M', quantity: 2 };
const CAP = { productId: 'taana-cap', size: 'default', quantity: 1 };

const linesOf = (page: Page) => page.getByRole('list', { name: 'Lines of your cart' }).getByRole('listitem');
const hoodieOf = (page: Page) => page.getByRole('group', { name: 'Quantity of Warp Line Hoodie, size M' });
const totals = (page: Page) => page.getByRole('region', { name: 'Totals' });

test.beforeEach(async ({ page, request }) => {
  const shopper: Shopper = await newShopper(request);
  await putInCart(request, shopper, HOODIE);
  await putInCart(request, shopper, CAP);
  await signIn(page, shopper);
});

test('Lines, totals, the stepper, Remove and the way to the checkout work where React never arrives', async ({
  page,
}) => {
  const react = await keepReactOut(page);
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

  await page.getByRole('button', { name: 'Remove Taana Cap' }).click();
  await expect(linesOf(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Lines of your cart' })).toBeFocused();
  expect(await react()).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'PROCEED TO CHECKOUT' }).click();
  await expect(page).toHaveURL('/place-order');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('The last line that is removed where React never arrives leaves the empty cart', async ({ page }) => {
  await keepReactOut(page);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Remove Taana Cap' }).click();
  await page.getByRole('button', { name: 'Remove Warp Line Hoodie, size M' }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page.locator('.empty')).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('A cart that this device knows stands there before anything has come from the server', async ({
  page,
}) => {
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

test('React takes the lines over as they stand: no element, no focus, no place and no tap is lost', async ({
  page,
}) => {
  const told: string[] = [];
  page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
  page.on('pageerror', (error) => told.push(String(error)));
  const react = await holdReact(page);
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(linesOf(page)).toHaveCount(2);
  const more = hoodieOf(page).getByRole('button', { name: 'One more' });
  await more.click();
  await expect(hoodieOf(page)).toContainText('3');
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
  const line = await linesOf(page).first().elementHandle();
  const place = await line?.boundingBox();
  // A tap on what React alone can do is held until then.
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
  expect(told).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('A line is the same element for element, whether the script has drawn it or React', async ({
  page,
  context,
}) => {
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

test('Taps on the stepper while React takes over count once each', async ({ page }) => {
  const told: string[] = [];
  page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(linesOf(page)).toHaveCount(2);
  // A tap in every frame, from before React until after it.
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
  expect(told).toEqual([]);
});

test('The limit of a line is told where React never arrives', async ({ page }) => {
  await keepReactOut(page);
  await page.goto('/cart');
  const more = hoodieOf(page).getByRole('button', { name: 'One more' });
  for (let tap = 0; tap < 9; tap += 1) await more.click();
  await expect(hoodieOf(page)).toContainText('10');
  await expect(toast(page, 'You can order up to 10 of one size')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('A cart that cannot be loaded is not called empty, and a tap loads it, before React and with it', async ({
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

test('Before React a filled cart brings little script', async ({ page }) => {
  const MOST_BYTES = 14_500;
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response);
  });
  await keepReactOut(page);
  await page.goto('/cart');
  await expect(totals(page)).toContainText('INR');
  const islands = await page
    .locator('link[data-island]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  const own = scripts.filter((script) => !islands.includes(script.url()));
  const sizes: Record<string, number> = {};
  for (const script of own)
    sizes[new URL(script.url()).pathname] = brotliCompressSync(await script.body()).byteLength;
  const sum = Object.values(sizes).reduce((bytes, size) => bytes + size, 0);
  test.info().annotations.push({ type: 'script bytes', description: `${sum}: ${JSON.stringify(sizes)}` });
  expect(sum, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(MOST_BYTES);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Refuses every module that has React in it. @returns how many were asked for. */
async function keepReactOut(page: Page): Promise<() => Promise<number>> {
  let refused = 0;
  await page.route(MODULES, async (route) => {
    const response = await route.fetch(patient);
    if (!isReact(await response.text())) return route.fulfill({ response });
    refused += 1;
    return route.abort();
  });
  return async () => {
    await expect.poll(() => refused).toBeGreaterThan(0);
    return refused;
  };
}

/** Keeps the modules that have React in them until they are released. */
async function holdReact(page: Page): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(MODULES, async (route) => {
    const response = await route.fetch(patient);
    if (isReact(await response.text())) await released;
    await route.fulfill({ response });
  });
  return { release };
}

/** The mark that React leaves on every element, whatever a bundler does to its names. */
function isReact(code: string): boolean {
  return /react\.(?:transitional\.)?element/.test(code);
}
