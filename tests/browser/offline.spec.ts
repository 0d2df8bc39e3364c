import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { buildWorker } from '../../src/integrations/service-worker.ts';
import {
  changedPageMessages,
  keptPageMessages,
  offlinePageMessages,
} from '../../src/contract/messages/page.ts';
import { keptIn, workerPath } from '../../src/contract/offline.ts';
import { expectAccessible } from './support/accessible.ts';
import { call, cartOf, newShopper, putInCart } from './support/api.ts';
import { keptOn } from './support/caches.ts';
import { type Front, openFront } from './support/front.ts';
import { expectPiecesInBar, fromOwnAddresses, signIn, stored, toast } from './support/shopper.ts';

/** Without a network, and back; and what a new deploy does to pages that are open and to what was kept. */
fromOwnAddresses();
test.use({ serviceWorkers: 'allow' });

const HOODIE = '/product/warp-line-hoodie';
const SEEN_PAGES = { name: offlinePageMessages.seen };

let front: Front;
test.beforeEach(async ({ baseURL, context }) => {
  front = await openFront(baseURL ?? '');
  // Every page is at rest at once: the seconds that the shop gives it prove nothing here.
  await context.addInitScript(() => {
    const later = globalThis.setTimeout;
    const REST_MS: readonly unknown[] = [1_000, 2_000];
    globalThis.setTimeout = ((run: () => void, ms?: number) =>
      later(run, REST_MS.includes(ms) ? 0 : ms)) as typeof setTimeout;
  });
});
test.afterEach(() => front.close());

test('Without a network what was seen opens, cart and wishlist too, and anything else says what does', async ({
  page,
  context,
  request,
}) => {
  const shopper = await newShopper(request);
  await putInCart(request, shopper, { productId: 'warp-line-hoodie', size: 'M', quantity: 2 });
  await signIn(page, shopper, front.address);
  await page.goto(front.address + HOODIE);
  await untilKept(page, HOODIE);
  await context.setOffline(true);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Warp Line Hoodie');
  await expect(line(page)).toContainText('You are offline. This page is from');
  const picture = page.getByRole('main').getByRole('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page, 'the line', '[data-kept]');

  await page.goto(`${front.address}/wishlist`);
  await expect(line(page)).toHaveText(keptPageMessages.own);
  await page.goto(`${front.address}/cart`);
  await expect(line(page)).toHaveText(keptPageMessages.own);
  await expect(page.getByRole('list', { name: 'Lines of your cart' }).getByRole('listitem')).toHaveCount(1);

  await page.goto(`${front.address}/about?utm_source=instagram`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(offlinePageMessages.title);
  const seen = page.getByRole('navigation', SEEN_PAGES).getByRole('link');
  await expect(seen).toHaveText(['Warp Line Hoodie in Moss']);
  await expectAccessible(page, 'the offline page');
  await seen.click();
  await expect(page).toHaveURL(front.address + HOODIE);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(offlinePageMessages.title);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(offlinePageMessages.title);
  await expect(line(page)).toHaveCount(0);

  await test.step('nothing of the shopper is kept, and logging out forgets what was looked at', async () => {
    const { addresses, texts } = await keptOn(page);
    expect(addresses.filter((address) => /\/api\/|\?(?!url=)|token/.test(address))).toEqual([]);
    for (const secret of [shopper.email, shopper.token, 'Asha']) expect(texts).not.toContain(secret);
    await page.goto(`${front.address}/orders`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(`${front.address}/login`);
    await expect.poll(async () => (await keptOn(page)).texts).not.toContain('Warp Line Hoodie in Moss');
  });
});

test('What was changed without a network arrives once, although two tabs come back at the same time', async ({
  page,
  context,
  request,
}) => {
  const shopper = await newShopper(request);
  await putInCart(request, shopper, { productId: 'taana-cap', size: 'default', quantity: 1 });
  await putInCart(request, shopper, { productId: 'warp-line-hoodie', size: 'L', quantity: 1 });
  await signIn(page, shopper, front.address);
  await page.goto(front.address + HOODIE);
  await untilKept(page, HOODIE);
  await expect.poll(() => stored(page, 'taana-products')).toContain('Taana Cap');
  const other = await context.newPage();
  await other.goto(`${front.address}/wishlist`, { waitUntil: 'networkidle' });
  await context.setOffline(true);
  front.arrived.length = 0;

  await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await page.getByRole('main').locator('[data-product="warp-line-hoodie"] [data-wish]').first().click();
  await page.goto(`${front.address}/cart`);
  const lines = page.getByRole('list', { name: 'Lines of your cart' });
  const medium = lines.getByRole('listitem').filter({ hasText: 'Size M' });
  await expect(medium).toContainText('Warp Line Hoodie');
  await medium.getByRole('button', { name: 'One more' }).click();
  await medium.getByRole('button', { name: 'One more' }).click();
  await lines
    .getByRole('listitem')
    .filter({ hasText: 'Taana Cap' })
    .getByRole('button', { name: /Remove/ })
    .click();
  await expectPiecesInBar(page, 4);
  await expect(other.getByRole('list', { name: 'Your wishlist' }).locator('[data-product]')).toHaveCount(1);
  expect(front.arrived.filter(({ path }) => path.startsWith('/api/') && path !== '/api/vitals')).toEqual([]);

  await context.setOffline(false);
  await expect.poll(() => cartOf(request, shopper)).toEqual({ 'warp-line-hoodie': { L: 1, M: 3 } });
  const wished = async () => (await call(request, 'wishlist.get', undefined, shopper.token)).wishlistData;
  await expect.poll(wished).toEqual(['warp-line-hoodie']);
  // Both tabs have nothing left to send, and have asked for what the server has.
  for (const tab of [page, other]) {
    await expect.poll(() => stored(tab, 'taana-unsynced')).toBe('[]');
    await expect.poll(() => stored(tab, 'taana-unsynced-wishes')).toBe('{}');
    await tab.evaluate(() =>
      Promise.all(['cart', 'wishlist'].map((of) => navigator.locks.request(`taana-${of}`, () => undefined))),
    );
  }
  const changes = front.arrived.filter(({ path }) => /cart\/(?:add|update)|wishlist\/toggle/.test(path));
  expect(changes.map(({ path, body }) => [path, ...Object.values(body)]).sort()).toEqual([
    ['/api/cart/update', 'taana-cap', 'default', 0],
    ['/api/cart/update', 'warp-line-hoodie', 'M', 3],
    ['/api/wishlist/toggle', 'warp-line-hoodie'],
  ]);
  await expect(line(page)).toHaveCount(0);
});

test('A new build takes over at once, and so does a worker that ends them all', async ({
  page,
  context,
}, info) => {
  await page.goto(front.address + HOODIE);
  await page.getByRole('main').locator('[data-product="warp-line-hoodie"] [data-wish]').first().click();
  await untilKept(page, HOODIE);
  await page.evaluate(() => caches.open('taana-seen-0'));
  const price = page.getByRole('main').getByText('₹2,499.00').first();
  await expect(price).toBeVisible();

  front.deploy('next', (html) => html.replaceAll('₹2,499.00', '₹1,999.00'));
  await page.reload();
  await expect(page.getByRole('main').getByText('₹1,999.00').first()).toBeVisible();
  // The worker before it goes when it has done what the page has told it, which for the browser may be half a minute later.
  const isKeptAnew = () =>
    page.evaluate(async () => (await (await caches.match('/wishlist'))?.text())?.includes('-next.js'));
  await expect.poll(isKeptAnew).toBe(true);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  // Scripts of the old build are gone with its pages, and so is a cache of another shape.
  const names = async () => (await keptOn(page)).addresses.filter((name) => name.endsWith('.js'));
  const ofOldBuild = async () => (await names()).filter((name) => !name.endsWith('-next.js'));
  await expect.poll(ofOldBuild, { timeout: 40_000 }).toEqual([]);
  expect((await names()).length).toBeGreaterThan(3);
  expect(await page.evaluate(() => caches.has('taana-seen-0'))).toBe(false);

  await test.step('without a network it is the new price that is shown, until there is a newer one', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(line(page)).toBeVisible();
    await expect(page.getByRole('main').getByText('₹1,999.00').first()).toBeVisible();
    // While somebody types, nothing is taken from under the hand.
    await page.getByRole('spinbutton', { name: 'Quantity' }).focus();
    // Of the same build: one whose scripts are gone moves the page by itself as soon as it asks for one.
    front.deploy('next', (html) => html.replaceAll('₹2,499.00', '₹1,799.00'));
    await context.setOffline(false);
    await line(page).getByRole('button', { name: changedPageMessages.showNew }).click();
    await expect(page.getByRole('main').getByText('₹1,799.00').first()).toBeVisible();
    await expect(line(page)).toHaveCount(0);
  });

  await test.step('the farewell leaves no worker and nothing kept', async () => {
    const folder = await mkdtemp(join(info.project.outputDir, 'farewell-'));
    await buildWorker(folder, false);
    front.replace(workerPath, await readFile(join(folder, workerPath), 'utf8'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]);
    await expect.poll(left).toEqual([0, 0]);
  });
});

test('A module that went with its build moves the page to the new one, once, with size and cart', async ({
  page,
}) => {
  await page.goto(front.address + HOODIE);
  await untilKept(page, HOODIE, false);
  await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expectPiecesInBar(page, 1);
  // Its code is of the old build as well.
  await expect(page.getByRole('dialog', { name: 'Your cart so far' })).toBeVisible();
  await page.keyboard.press('Escape');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  front.deploy('next');
  const fullScreen = page.getByRole('button', { name: 'View in full screen' });
  await fullScreen.click();
  await expect(page.locator('script[src$="-next.js"]').first()).toBeAttached();
  await expectPiecesInBar(page, 1);
  await expect(
    page.getByRole('group', { name: 'Size' }).getByRole('radio', { name: 'M', exact: true }),
  ).toBeChecked();
  await fullScreen.click();
  await expect(page.getByRole('dialog', { name: /full screen$/ })).toBeVisible();
  expect(loads).toBe(1);
});

test('A page that was seen stands in for a slow network, and says so when that takes long', async ({
  page,
}) => {
  await page.goto(`${front.address}/about`);
  await untilKept(page, '/about', false);
  const heading = page.getByRole('heading', { level: 1 });
  const reload = async () => {
    const release = front.hold('/about');
    await page.reload({ waitUntil: 'commit' });
    await expect(heading).toBeVisible();
    await expect(line(page)).toBeHidden();
    await expect(line(page)).toHaveCount(1);
    return release;
  };

  const release = await reload();
  await expect(line(page)).toBeVisible();
  await expect(line(page)).toContainText('The network is slow. This page is from');
  release();
  await expect(line(page)).toHaveCount(0);
  await expect(heading).toBeVisible();

  await test.step('one that has changed since is loaded again', async () => {
    const releaseChanged = await reload();
    front.deploy('next', (html) => html.replaceAll('</h1>', ' anew</h1>'));
    releaseChanged();
    await expect(heading).toContainText('anew');
    await expect(line(page)).toHaveCount(0);
  });

  await test.step('one that is gone is not shown any longer', async () => {
    const releaseGone = await reload();
    front.remove('/about');
    releaseGone();
    await expect(heading).toHaveCount(0);
  });
});

const line = (page: Page) => page.locator('[data-kept]');

/** The worker is there and has kept the page that is open, with its first picture, and the shopper's own once they are used. */
async function untilKept(page: Page, path: string, own = true): Promise<void> {
  await page.keyboard.press('Shift');
  const kept = () =>
    page.evaluate(
      async ([cacheNames, open, usesOwn]) => {
        const has = async (cacheName: string, address: string) =>
          (await caches.match(address, { cacheName, ignoreVary: true })) !== undefined;
        const picture = document.querySelector<HTMLImageElement>('main img')?.currentSrc;
        const all = await Promise.all([
          has(cacheNames.own, '/cart').then((isKept) => isKept === usesOwn),
          has(cacheNames.own, '/wishlist').then((isKept) => isKept === usesOwn),
          has(cacheNames.seen, open),
          !picture || has(cacheNames.pictures, picture),
        ]);
        return navigator.serviceWorker.controller !== null && all.every(Boolean);
      },
      [keptIn, path, own] as const,
    );
  await expect.poll(kept).toBe(true);
}
