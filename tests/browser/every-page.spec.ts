import { expect, type Page } from 'playwright/test';
import { cartMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { shop } from '../../src/domain/config.ts';
import { expectAccessible, FRAME } from './support/accessible.ts';
import { openShopperSession, stored } from './support/shopper.ts';
import { expectBigTargets } from './support/tap-targets.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

// Parallel, because one worker would run a long file while the others are idle.
test.describe.configure({ mode: 'parallel' });

const HOODIE = { productId: 'warp-line-hoodie', size: 'M', quantity: 2 };
const CAP = { productId: 'taana-cap', size: 'default', quantity: 1 };

interface Place {
  name: string;
  address: string;
  /** A text that is visible when the whole page is loaded. */
  shows: string | RegExp;
  /** A step on the page before the check. */
  act?: (page: Page) => Promise<void>;
  status?: number;
}

interface Group {
  of: string;
  /** The state that the pages need: an account, a cart. */
  prepare?: (page: Page) => Promise<unknown>;
  places: readonly Place[];
  /** Whether these pages are looked at on a desktop, where their layout differs. */
  isWide?: boolean;
}

const groups: readonly Group[] = [
  {
    of: 'on which a visitor lands',
    places: [
      { name: 'the home page', address: '/', shows: 'Just off the loom' },
      { name: 'the collection', address: '/collection', shows: '54 products' },
    ],
  },
  {
    of: 'with another layout on a desktop',
    isWide: true,
    places: [
      { name: 'the home page', address: '/', shows: 'Just off the loom' },
      // A short list, because axe reads every card, and has read them all on the phone.
      { name: 'the collection', address: '/collection?subCategory=Hoodie', shows: '7 products' },
      { name: 'a product', address: '/product/warp-line-hoodie', shows: 'ADD TO CART' },
    ],
  },
  {
    of: 'of products',
    places: [
      {
        name: 'a product after a refusal',
        address: '/product/warp-line-hoodie',
        shows: 'ADD TO CART',
        act: async (page) => {
          await page.getByRole('button', { name: 'ADD TO CART' }).click();
          await expect(page.getByRole('main').getByText(cartMessages.selectSize)).toBeVisible();
        },
      },
      { name: 'a product that is sold out', address: '/product/meter-se-tee', shows: 'SOLD OUT' },
      { name: 'an early-order product', address: '/product/patang-hoodie', shows: 'EARLY ORDER' },
    ],
  },
  {
    of: 'that ask a visitor to log in',
    places: [
      { name: 'the login', address: '/login', shows: 'Login Here|Create account' },
      {
        name: 'the sign-up, refused',
        address: '/login',
        shows: 'Create account',
        act: async (page) => {
          await page.getByRole('button', { name: 'Create account' }).click();
          await page.getByRole('main').locator('form').getByRole('button', { name: 'Sign Up' }).click();
          await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
        },
      },
      {
        name: 'the return from a payment, without a session',
        address: '/verify?success=true&orderId=ABCDEFGHJKLMNPQRSTUV',
        shows: paymentMessages.logIn,
      },
    ],
  },
  {
    of: 'with text',
    places: [
      { name: 'About', address: '/about', shows: 'About' },
      { name: 'Contact', address: '/contact', shows: 'Explore Jobs' },
      { name: 'Delivery', address: '/delivery', shows: /₹999/ },
      { name: 'the privacy policy', address: '/privacy-policy', shows: /24 months/ },
      { name: 'the offline page', address: '/offline', shows: 'offline' },
      {
        name: 'a missing page',
        address: '/no-such-page',
        shows: 'Page not found|dropped',
        status: 404,
      },
    ],
  },
  {
    of: 'of a new shopper',
    prepare: openShopperSession,
    places: [
      { name: 'an empty cart', address: '/cart', shows: 'Your cart is empty' },
      { name: 'the checkout of an empty cart', address: '/place-order', shows: 'Your cart is empty' },
      { name: 'the orders of a newcomer', address: '/orders', shows: 'No orders found' },
    ],
  },
  {
    // pay-online.spec.ts looks at orders in every state.
    of: 'of a shopper with a cart',
    prepare: (page) => openShopperSession(page, HOODIE, CAP),
    places: [
      { name: 'a filled cart', address: '/cart', shows: 'Warp Line Hoodie' },
      {
        name: 'the checkout, refused',
        address: '/place-order',
        shows: 'PLACE ORDER',
        act: async (page) => {
          await expect(page.getByRole('radio'), 'every way to pay').toHaveCount(3);
          await page.getByRole('button', { name: 'PLACE ORDER' }).click();
          await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
        },
      },
    ],
  },
];

for (const { of, prepare, places, isWide = false } of groups) {
  test(`The pages ${of} are accessible, in light and in dark${isWide ? ' @desktop' : ''}`, async ({
    page,
    isMobile,
  }) => {
    const watched = await watch(
      page,
      Object.fromEntries(places.map((each) => [each.address, each.status ?? 200])),
    );
    await prepare?.(page);
    for (const [at, { name, address, shows, act }] of places.entries()) {
      await test.step(name, async () => {
        // The sign-up is on the page of the login.
        if (!page.url().endsWith(address)) await page.goto(address);
        const text = typeof shows === 'string' ? new RegExp(shows) : shows;
        const own = page.getByRole('main').getByText(text).filter({ visible: true });
        await expect(own.first()).toBeVisible();
        // The HTML already contains the text of an island, so this waits for hydration.
        await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
        if (act) {
          await act(page);
          await closeMessage(page);
        }
        await expectFrame(page);
        await expectNoSidewaysScroll(page);
        // The first page of the group has shown the bar and the footer.
        await expectAccessible(page, name, 'html', at > 0 ? FRAME : '');
        if (isMobile) await expectBigTargets(page, name);
        expect(await watched.found(), name).toEqual([]);
      });
    }
  });
}

test('The theme that a shopper chose applies to every page', async ({ page }) => {
  await page.goto('/');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Menu' }).click();
  const toggle = page.getByRole('button', { name: 'Dark theme' }).filter({ visible: true });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  expect(await stored(page, shop.storageKeys.theme)).toBe('dark');
  for (const address of ['/collection', '/about', '/login']) {
    // The page must not flash: it is dark before the first module runs.
    await page.route('**/_astro/*.js', (route) => route.abort());
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(html, address).toHaveAttribute('data-theme', 'dark');
  }
});

async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
  await expect(page).toHaveTitle(/Taana/);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { wanted, content, layout } = await page.evaluate(() => ({
    wanted: screen.width,
    content: document.documentElement.scrollWidth,
    layout: innerWidth,
  }));
  expect(content, 'width of the content').toBeLessThanOrEqual(layout);
  // A phone widens the page if content overflows.
  expect(layout, 'width of the page').toBeLessThanOrEqual(wanted);
}

/** Closes the message, which open-states.spec.ts checks: the controls that it covers have no size to hit. */
async function closeMessage(page: Page): Promise<void> {
  const region = page.getByRole('region', { name: 'Messages' });
  const close = region.getByRole('button', { name: 'Close message' });
  await expect(close).toHaveCount(1);
  // A message stays while it has the focus.
  await close.focus();
  await close.click();
  await expect(region).toBeEmpty();
  // The bar of a scrolled page covers controls, too.
  await page.evaluate(() => scrollTo(0, 0));
}
