import { expect, type Locator, type Page } from 'playwright/test';
import sharp from 'sharp';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskMoneyMessages } from '../../src/contract/messages/desk-stock-and-money.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { paths } from '../../src/contract/paths.ts';
import { showIn } from './support/accessible.ts';
import { anOrderAtDesk, answerDesk } from './support/desk-replies.ts';
import { countShift } from './support/layout-shift.ts';
import { answer, ordersInEveryState, rememberAddress } from './support/online-payment.ts';
import { asha, enter, home, shipped, village } from './support/mocked-account.ts';
import { fromOwnAddresses, hold } from './support/shopper.ts';
import { test } from './support/test.ts';

/** Visual regressions of key screens, and layout shift while pages load. */
fromOwnAddresses();

const ok = { success: true } as const;
const NOW = Date.UTC(2026, 10, 20, 6);
const cartData = { 'warp-line-hoodie': { M: 2 }, 'taana-cap': { default: 1 } };

/**
 * A baseline is a quarter as wide as the screen, so each pixel is a mean: another font rasteriser or picture encoder
 * changes edges, but not areas.
 */
const SHRINK = 4;
/**
 * Tolerance for a pixel's colour (0 to 1, as in pixelmatch), and how many pixels may exceed it. Measured pixels
 * per screen: fonts without or with slight hinting 0 to 14, pictures as JPEG of quality 40 none; an accent of another
 * hue 24 to 39, the main button 6 px lower at least 82, missing fonts at least 127, a line's missing picture at least
 * 217. A letter spacing of 0.01em changes 1 and passes, because machines differ by more.
 */
const TOLERANCE = { threshold: 0.3, maxDiffPixels: 18 };

interface Screen {
  name: string;
  address: string;
  prepare?: (page: Page) => Promise<unknown>;
  shows: (page: Page) => Locator;
  /** The only project that shows it. */
  on?: 'phone';
}

const aRow = (page: Page) => page.getByRole('main').getByRole('listitem').first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const screens: readonly Screen[] = [
  { name: 'home', address: paths.home, shows: heading },
  { name: 'collection', address: paths.collection, shows: heading },
  { name: 'product', address: paths.product('warp-line-hoodie'), shows: heading },
  {
    name: 'cart',
    address: paths.cart,
    prepare: (page) => enter(page, { 'cart.get': { ...ok, cartData } }),
    shows: (page) => page.getByRole('link', { name: 'PROCEED TO CHECKOUT' }),
  },
  {
    name: 'checkout',
    address: paths.placeOrder,
    prepare: async (page) => {
      await enter(page, {
        'cart.get': { ...ok, cartData },
        'payment.methods': { ...ok, methods: ['cod', 'razorpay', 'stripe'] },
        'address.user': { ...ok, addresses: [home, village] },
      });
      await rememberAddress(
        page,
        { email: asha.email, password: '', token: '' },
        {
          zipcode: asha.zipcode,
          phone: asha.phone,
        },
      );
    },
    shows: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('button', { name: 'PLACE ORDER', disabled: false }) })
        .filter({ has: page.getByRole('radio', { name: /Home/ }) })
        .getByText('Warp Line Hoodie'),
  },
  {
    name: 'login',
    address: paths.login,
    prepare: (page) => answer(page, 'user.options', { ...ok, google: null }),
    shows: (page) => page.locator('form').getByRole('button', { name: 'Login', disabled: false }),
  },
  {
    name: 'orders',
    address: paths.orders,
    prepare: (page) => enter(page, { 'order.userorders': { ...ok, orders: ordersInEveryState.slice(4) } }),
    shows: (page) => page.getByRole('article').first(),
  },
  { name: 'not-found', address: '/no-such-page', shows: heading },
  {
    name: 'desk-today',
    address: deskPaths.today,
    prepare: answerDesk,
    shows: (page) => page.getByText(deskMoneyMessages.salesToday),
  },
  { name: 'desk-orders', address: deskPaths.orders, prepare: answerDesk, shows: aRow, on: 'phone' },
  {
    name: 'desk-order',
    address: deskPaths.order(anOrderAtDesk),
    prepare: answerDesk,
    shows: aRow,
    on: 'phone',
  },
  {
    name: 'desk-stock',
    address: deskPaths.stock,
    prepare: answerDesk,
    on: 'phone',
    shows: (page) => page.getByRole('table'),
  },
];

for (const { name, address, prepare, shows, on } of screens) {
  test(`The screen “${name}” matches its accepted screenshot, in light and in dark${on ? '' : ' @both'}`, async ({
    page,
  }) => {
    await page.clock.setFixedTime(NOW);
    await prepare?.(page);
    await page.goto(address);
    await expect(shows(page)).toBeVisible();
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    for (const theme of ['light', 'dark'] as const) {
      await showIn(page, theme);
      await picturesDrawn(page);
      const screen = await page.screenshot({ animations: 'disabled', scale: 'css' });
      expect(await shrunk(screen)).toMatchSnapshot(`${name}-${theme}.png`, TOLERANCE);
    }
  });
}

/** Google's limit for a good page is 0.1 over its whole life. This limit is for one replaced skeleton. */
const NO_SHIFT = 0.01;
const anOrder = { ...ok, orders: ordersInEveryState.slice(4) };
const fill: { address: string; shows: (page: Page) => Locator; isWide?: boolean }[] = [
  {
    address: paths.cart,
    shows: (page) => page.getByRole('link', { name: 'PROCEED TO CHECKOUT' }),
    isWide: true,
  },
  {
    address: paths.placeOrder,
    isWide: true,
    shows: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('button', { name: 'PLACE ORDER', disabled: false }) })
        .filter({ has: page.getByRole('radio', { name: paymentMessages.stripe.name }) })
        .getByText('Warp Line Hoodie'),
  },
  { address: paths.orders, shows: (page) => page.getByRole('article').first() },
  { address: paths.wishlist, shows: (page) => page.locator('[data-product="taana-cap"]') },
  { address: paths.profile, shows: (page) => page.getByLabel('Full Name'), isWide: true },
  { address: paths.profileTab('orders'), shows: (page) => page.getByRole('tabpanel').getByText('DLVD01') },
  { address: paths.profileTab('addresses'), shows: (page) => page.getByText('Kheda Khurd') },
  { address: paths.profileTab('notifications'), shows: (page) => page.getByText(shipped.message) },
];

for (const { address, shows, isWide = false } of fill) {
  test(`The layout of ${address} does not shift when its data loads${isWide ? ' @both' : ''}`, async ({
    page,
  }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const late =
      <Said>(said: Said) =>
      async () => {
        await released;
        return said;
      };
    await enter(page, {
      'cart.get': late({ ...ok, cartData }),
      'payment.methods': late({ ...ok, methods: ['cod', 'razorpay', 'stripe'] }),
      'wishlist.get': late({ ...ok, wishlistData: ['warp-line-hoodie', 'taana-cap'] }),
      'user.profile': late({ ...ok, user: asha }),
      'order.userorders': late(anOrder),
      'address.user': late({ ...ok, addresses: [home, village] }),
      'notification.user': late({ ...ok, notifications: [shipped] }),
    });
    const shift = await countShift(page);
    await page.goto(address);
    await expect(page.locator('main .skeleton').filter({ visible: true }).first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const before = await shift();
    release();
    await expect(shows(page)).toBeVisible();
    await picturesDrawn(page);
    expect((await shift()) - before).toBeLessThanOrEqual(NO_SHIFT);
  });
}

test('The layout does not shift when the fonts load', async ({ page }) => {
  const shift = await countShift(page);
  for (const address of [paths.home, paths.collection, paths.product('warp-line-hoodie'), paths.login]) {
    // Playwright turns off the cache while it holds a request.
    const release = await hold(page, '**/*.woff2');
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(heading(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loading');
    const before = await shift();
    release();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect((await shift()) - before, address).toBeLessThanOrEqual(NO_SHIFT);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

async function picturesDrawn(page: Page): Promise<void> {
  const onTheirWay = () =>
    [...document.images].filter((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect();
      const isInWindow = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
      return image.checkVisibility() && isInWindow && !image.complete;
    }).length;
  await expect.poll(() => page.evaluate(onTheirWay)).toBe(0);
  // A browser may draw the page before it has decoded a picture.
  await page.evaluate(async () => {
    const here = [...document.images].filter(({ complete }) => complete);
    await Promise.allSettled(here.map((image) => image.decode()));
  });
}

async function shrunk(screen: Buffer): Promise<Buffer> {
  const { width = 0 } = await sharp(screen).metadata();
  return sharp(screen)
    .resize({ width: Math.round(width / SHRINK), kernel: 'mitchell' })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
