import { expect, type Page } from 'playwright/test';
import { newShopper, withRetries, placeOrder } from './support/api.ts';
import {
  openShopperSession,
  expectPiecesInBar,
  fromOwnAddresses,
  hold,
  logIn,
  signIn,
  stored,
  toast,
} from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();
// Parallel, because one worker would run a long file while the others are idle.
test.describe.configure({ mode: 'parallel' });

const HOODIE = '/product/warp-line-hoodie';

test('A visitor logs in and returns to the cart, and the checkout is prefetched while the login waits for its response', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await page.goto('/about');
  await page.goto('/cart');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();

  // A reload of the login must not lose the return address.
  await page.reload();
  const release = await hold(page, '**/api/user/login');
  await logIn(page, shopper.email, shopper.password);
  // Playwright does not report the request of a prefetch.
  await expect(page.locator('link[rel="prefetch"][href="/place-order"]')).toBeAttached();
  release();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();

  // Back skips the login.
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('/Login works, too', async ({ page, request }) => {
  expect((await request.get('/Login', { maxRedirects: 0, ...withRetries })).status()).toBe(200);
  await page.goto('/Login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByRole('main').locator('form').getByRole('button', { name: 'Login' })).toBeEnabled();
});

test('Logging out deletes all data of the shopper from the device', async ({ page, request }) => {
  const shopper = await newShopper(request);
  // The order creates a notification.
  await placeOrder(request, shopper, { productId: 'taana-cap', size: 'default', quantity: 1 });
  await signIn(page, shopper);
  await page.goto(HOODIE);
  await addToCart(page, 'M');
  await page.goto('/profile');
  await expect(page.getByRole('banner').getByRole('link', { name: 'My profile, 1 unread' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toHaveText('');
  expect(await stored(page, 'taana-unread')).toBeNull();
  await expectPiecesInBar(page, 0);
  expect(await stored(page, 'token')).toBeNull();
  expect(await stored(page, 'userEmail')).toBeNull();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(shopper.email);
  expect(kept).not.toContain('warp-line-hoodie');
  const asked = { headers: { token: shopper.token }, data: {}, ...withRetries };
  const refused = await request.post('/api/cart/get', asked);
  expect(refused.status()).toBe(401);
});

test('A tap on Log out during page load revokes the token before the next page opens', async ({ page }) => {
  await openShopperSession(page);
  const readCart = await hold(page, '**/api/cart/get');
  const order: string[] = [];
  await page.route('**/api/user/logout', async (route) => {
    const answer = page.waitForResponse('**/api/cart/get');
    readCart();
    await (await answer).finished();
    // Without a block, the page would navigate within two frames.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    order.push('token revoked');
    await route.continue();
  });
  page.on('request', (asked) => {
    if (asked.isNavigationRequest() && new URL(asked.url()).pathname === '/login') order.push('page left');
  });
  const wishes = page.waitForResponse('**/api/wishlist/get');
  await page.goto('/orders');
  await (await wishes).finished();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect(order).toEqual(['token revoked', 'page left']);
});

test('Pictures cannot be right-clicked or dragged, but form fields keep their menu', async ({ page }) => {
  await page.goto(HOODIE);
  await expectPiecesInBar(page, 0);
  await followPrevented(page, 'contextmenu');
  await page.getByRole('main').getByRole('img').first().click({ button: 'right' });
  await expect.poll(() => lastPrevented(page)).toBe(true);
  await page.getByRole('spinbutton', { name: 'Quantity' }).click({ button: 'right' });
  await expect.poll(() => lastPrevented(page)).toBe(false);
  const isDragRefused = await page
    .getByRole('main')
    .getByRole('img')
    .first()
    .evaluate(
      (image) => !image.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true })),
    );
  expect(isDragRefused).toBe(true);
  await expect(page.getByRole('main').getByRole('img').first()).toHaveCSS('user-select', 'none');
});

test('Only blocked shortcuts do nothing', async ({ page }) => {
  await page.goto('/about');
  await expectPiecesInBar(page, 0);
  await followPrevented(page, 'keydown');
  for (const shortcut of ['Control+S', 'Control+Shift+S', 'F12', 'Control+Shift+I', 'Control+U']) {
    await pressAfresh(page, shortcut);
    await expect.poll(() => lastPrevented(page), shortcut).toBe(true);
  }
  // These include zoom, find, and the context menu by keyboard.
  const free = [
    'S',
    'Control+A',
    'Control+C',
    'Tab',
    'Control+F',
    'Control+=',
    'Control+-',
    'Control+0',
    'Shift+F10',
  ];
  for (const shortcut of [...free, 'ContextMenu', 'Escape', 'F1', 'F6', 'F7', 'Control+P']) {
    await pressAfresh(page, shortcut);
    await expect.poll(() => lastPrevented(page), shortcut).toBe(false);
  }
});

async function addToCart(page: Page, size: string): Promise<void> {
  await page.getByRole('group', { name: 'Size' }).getByText(size, { exact: true }).click();
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
}

interface OpenedLink {
  wasPrevented?: boolean;
}

/** Records whether the page prevented the last event of a type, after all its handlers. */
async function followPrevented(page: Page, kind: 'contextmenu' | 'keydown'): Promise<void> {
  await page.evaluate((type) => {
    addEventListener(type, (event) => {
      (globalThis as OpenedLink).wasPrevented = event.defaultPrevented;
    });
  }, kind);
}

/** Clears the last result and presses. */
async function pressAfresh(page: Page, shortcut: string): Promise<void> {
  await page.evaluate(() => {
    delete (globalThis as OpenedLink).wasPrevented;
  });
  await page.keyboard.press(shortcut);
}

function lastPrevented(page: Page): Promise<boolean | undefined> {
  return page.evaluate(() => (globalThis as OpenedLink).wasPrevented);
}
