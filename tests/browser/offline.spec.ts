import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { buildWorker } from '../../src/integrations/service-worker.ts';
import {
  changedPageMessages,
  keptPageMessages,
  offlinePageMessages,
} from '../../src/contract/messages/page.ts';
import { cacheNames, workerPath } from '../../src/contract/offline.ts';
import { expectAccessible } from './support/accessible.ts';
import { call, cartOf, newShopper, putInCart } from './support/api.ts';
import { cachedOn } from './support/caches.ts';
import { type DeployProxy, openDeployProxy } from './support/deploy-proxy.ts';
import { expectPiecesInBar, fromOwnAddresses, signIn, stored, toast } from './support/shopper.ts';
import { test } from './support/test.ts';

/** The shop offline and back online, and the effect of a new deploy on open pages and caches. */
fromOwnAddresses();
test.use({ serviceWorkers: 'allow' });

const HOODIE = '/product/warp-line-hoodie';
const SEEN_PAGES = { name: offlinePageMessages.seen };

let front: DeployProxy;
test.beforeEach(async ({ baseURL, context }) => {
  front = await openDeployProxy(baseURL ?? '');
  // Every page is idle at once, because waiting for the shop's idle delay proves nothing.
  await context.addInitScript(() => {
    const later = globalThis.setTimeout;
    const REST_MS: readonly unknown[] = [1_000, 2_000];
    globalThis.setTimeout = ((run: () => void, ms?: number) =>
      later(run, REST_MS.includes(ms) ? 0 : ms)) as typeof setTimeout;
  });
});
test.afterEach(() => front.close());

test('Offline, visited pages, the cart and the wishlist open, and other pages list them', async ({
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

  await test.step('the caches hold no personal data, and logging out clears the visited pages', async () => {
    const { addresses, texts } = await cachedOn(page);
    expect(addresses.filter((address) => /\/api\/|\?(?!url=)|token/.test(address))).toEqual([]);
    for (const secret of [shopper.email, shopper.token, 'Asha']) expect(texts).not.toContain(secret);
    await page.goto(`${front.address}/orders`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(`${front.address}/login`);
    await expect.poll(async () => (await cachedOn(page)).texts).not.toContain('Warp Line Hoodie in Moss');
  });
});

test('Offline changes reach the server once, even if two tabs go online together', async ({
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
  await expect(toast(page, /You are offline/)).toBeVisible();
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
  // Both tabs have sent their changes and have requested the server's state.
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

test('A new build takes over at once, and so does a worker that unregisters itself', async ({
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
  // The old worker ends after its last task, for which the browser may take half a minute.
  const isKeptAnew = () =>
    page.evaluate(async () => (await (await caches.match('/wishlist'))?.text())?.includes('-next.js'));
  await expect.poll(isKeptAnew).toBe(true);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  // The new worker deletes the pages and scripts of the old build, and a cache of another version.
  const names = async () => (await cachedOn(page)).addresses.filter((name) => name.endsWith('.js'));
  const ofOldBuild = async () => (await names()).filter((name) => !name.endsWith('-next.js'));
  await expect.poll(ofOldBuild, { timeout: 40_000 }).toEqual([]);
  expect((await names()).length).toBeGreaterThan(3);
  expect(await page.evaluate(() => caches.has('taana-seen-0'))).toBe(false);

  await test.step('offline, the page shows the cached price until there is a newer one', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(line(page)).toBeVisible();
    await expect(page.getByRole('main').getByText('₹1,999.00').first()).toBeVisible();
    // The page must not reload while a field has the focus.
    await page.getByRole('spinbutton', { name: 'Quantity' }).focus();
    // The same build: the page would reload by itself after requesting a script of a removed build.
    front.deploy('next', (html) => html.replaceAll('₹2,499.00', '₹1,799.00'));
    await context.setOffline(false);
    await line(page).getByRole('button', { name: changedPageMessages.showNew }).click();
    await expect(page.getByRole('main').getByText('₹1,799.00').first()).toBeVisible();
    await expect(line(page)).toHaveCount(0);
  });

  await test.step('the unregistering worker leaves no worker and no cache', async () => {
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

test('A missing module of an old build reloads the page once, and keeps size and cart', async ({ page }) => {
  await page.goto(front.address + HOODIE);
  await untilKept(page, HOODIE, false);
  await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expectPiecesInBar(page, 1);
  // The code of the dialog is of the old build, too.
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
  const pictures = page.getByRole('dialog', { name: /full screen$/ });
  // The pointer over the button can cause the reload. Then the tap itself has opened the pictures of the new build.
  await expect(async () => {
    if (!(await pictures.isVisible())) await fullScreen.click({ timeout: 1_000 });
    await expect(pictures).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(loads).toBe(1);
});

test('A cached page replaces a slow response, and says so after a while', async ({ page }) => {
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

  await test.step('a changed page is reloaded', async () => {
    const releaseChanged = await reload();
    front.deploy('next', (html) => html.replaceAll('</h1>', ' anew</h1>'));
    releaseChanged();
    await expect(heading).toContainText('anew');
    await expect(line(page)).toHaveCount(0);
  });

  await test.step('a deleted page is no longer shown', async () => {
    const releaseGone = await reload();
    front.remove('/about');
    releaseGone();
    await expect(heading).toHaveCount(0);
  });
});

const line = (page: Page) => page.locator('[data-kept]');

/** Waits until the worker has cached the open page, its first picture and, if they are used, the shopper's pages. */
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
      [cacheNames, path, own] as const,
    );
  await expect.poll(kept).toBe(true);
}
