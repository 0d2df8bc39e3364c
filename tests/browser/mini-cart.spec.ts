import { expect, type Page } from 'playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { test } from './support/test.ts';
import { openTouchInput } from './support/touch-input.ts';
import {
  cartInBar,
  openShopperSession,
  expectPiecesInBar,
  fromOwnAddresses,
  hold,
  stored,
  toast,
} from './support/shopper.ts';

/** The cart over the page, opened when a piece is put in. */
fromOwnAddresses();
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const HOODIE = '/product/warp-line-hoodie';
const CAP = '/product/taana-cap';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Your cart so far' });
const lines = (page: Page) => panel(page).getByRole('listitem');
const add = (page: Page) => page.getByRole('button', { name: 'ADD TO CART' });

async function addHoodie(page: Page, size = 'M'): Promise<void> {
  await page.getByRole('group', { name: 'Size' }).first().getByText(size, { exact: true }).click();
  await add(page).click();
}

test('The mini cart opens over the product page and can change the cart', async ({ page }) => {
  await page.goto(HOODIE);
  await addHoodie(page);
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await expect(panel(page)).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText('Warp Line Hoodie');
  await expect(lines(page)).toContainText('Size M');
  await expect(lines(page).getByRole('img')).toHaveAttribute('alt', /./);
  await expect(panel(page).getByRole('status')).toContainText('Your cart is open. Subtotal ₹');
  await expectAccessible(page, 'with the open cart', '#mini-cart');

  const subtotal = await panel(page).locator('[data-mini-subtotal]').innerText();
  await panel(page).getByRole('button', { name: 'One more' }).click();
  await expect(panel(page).getByRole('group', { name: /^Quantity of Warp Line Hoodie/ })).toContainText('2');
  await expectPiecesInBar(page, 2);
  await expect(panel(page).locator('[data-mini-subtotal]')).not.toHaveText(subtotal);

  await panel(page).getByRole('button', { name: 'Remove Warp Line Hoodie, size M' }).click();
  await expect(panel(page)).toBeHidden();
  await expectPiecesInBar(page, 0);
});

test('The mini cart shows a new piece at once, without a network', async ({ page, context }) => {
  await page.goto(HOODIE);
  await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await expect(page.locator('#mini-cart')).toHaveCount(1);
  await context.setOffline(true);
  await add(page).click();
  await expect(lines(page)).toContainText('Warp Line Hoodie');
  await expect(panel(page).locator('[data-mini-subtotal]')).toContainText('₹');
  const known = JSON.parse((await stored(page, 'taana-products')) ?? '{}') as Record<string, unknown>;
  expect(known['warp-line-hoodie']).toMatchObject({ name: 'Warp Line Hoodie', id: 'warp-line-hoodie' });
});

test('A tap beside the open cart closes it and works as usual, and a finger drags it closed', async ({
  page,
}) => {
  await page.goto(HOODIE);
  await addHoodie(page);
  await expect(panel(page)).toBeVisible();
  await expect(add(page)).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click({ trial: true });
  await cartInBar(page).click({ trial: true });
  await page.getByRole('heading', { level: 1 }).click({ position: { x: 5, y: 5 } });
  await expect(panel(page)).toBeHidden();

  await test.step('a second piece joins the first, and the mini cart opens at it', async () => {
    await page.goto(CAP);
    await add(page).click();
    await expect(lines(page)).toHaveCount(2);
    await expect(lines(page).filter({ hasText: 'Taana Cap' })).toBeInViewport();
  });

  await test.step('a finger drags the mini cart closed', async () => {
    await expect(page.locator('html')).toHaveAttribute('data-drawers', 'finger');
    // The opening transition has ended.
    await expect(page.locator('#mini-cart')).not.toHaveAttribute('data-rising');
    const box = await page.locator('.mini-cart-panel').boundingBox();
    const finger = await openTouchInput(page);
    await finger.draw({ x: 120, y: (box?.y ?? 0) + 20 }, { x: 120, y: 735 });
    await finger.lift();
    await expect(panel(page)).toBeHidden();
  });
});

test('The focus moves from the button into the mini cart, and back with Escape @desktop', async ({
  page,
}) => {
  await page.goto(HOODIE);
  await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await add(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
  await expect(add(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('button', { name: 'Close your cart' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(add(page)).toBeFocused();
});

test('A tap on ADD TO CART before the mini cart loads shows a message at once, which does not move when the cart opens', async ({
  page,
}) => {
  const releaseCode = await hold(page, '**/_astro/mini-cart.*.js');
  const releaseCart = await hold(page, '**/cart');
  await page.goto(HOODIE);
  await addHoodie(page);
  await expectPiecesInBar(page, 1);
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await expect(panel(page)).toBeHidden();
  const before = await page.locator('#toasts').boundingBox();
  releaseCode();
  releaseCart();
  await expect(lines(page)).toContainText('Warp Line Hoodie');
  expect(await page.locator('#toasts').boundingBox()).toEqual(before);
});

test('The links of the mini cart and of the message lead to cart and checkout', async ({ page }) => {
  await openShopperSession(page);
  await page.goto(HOODIE);
  await addHoodie(page);
  await panel(page).getByRole('link', { name: 'VIEW CART' }).click();
  await expect(page).toHaveURL('/cart');
  const list = page.getByRole('list', { name: 'Lines of your cart' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.goto(HOODIE);
  await addHoodie(page);
  await panel(page).getByRole('link', { name: 'PROCEED TO CHECKOUT' }).click();
  await expect(page).toHaveURL('/place-order');

  await page.goto(HOODIE);
  await addHoodie(page);
  await panel(page).getByRole('button', { name: 'Close your cart' }).click();
  await expect(panel(page)).toBeHidden();
  const news = page.getByRole('region', { name: 'Messages' });
  await expect(news).toContainText('Added to cart');
  // A message stays while it has the focus.
  await news.getByRole('link', { name: 'View cart' }).focus();
  // The message does not cover the cart in the bar.
  const isFree = await cartInBar(page).evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isFree).toBe(true);
  await news.getByRole('link', { name: 'View cart' }).click();
  await expect(page).toHaveURL('/cart');
});

test('A double tap adds one piece and never opens the checkout, and a later tap adds another', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(HOODIE);
  await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await expect(page.locator('#mini-cart')).toHaveCount(1);
  // Taps within 500 ms count as one. The clock is paused, because a busy machine is slower.
  await page.clock.pauseAt(Date.now() + 60_000);
  const button = await add(page).boundingBox();
  const at = [(button?.x ?? 0) + (button?.width ?? 0) / 2, (button?.y ?? 0) + 20] as const;
  await page.mouse.click(...at);
  // Until the panel rises over the button.
  await page.clock.runFor(100);
  await expect(panel(page)).toBeVisible();
  await page.mouse.click(...at);
  await page.clock.runFor(100);
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveURL(HOODIE);
  await expectPiecesInBar(page, 1);
  await page.clock.runFor(600);
  await add(page).focus();
  await page.keyboard.press('Enter');
  await expectPiecesInBar(page, 2);
});

test('React is fetched when the open cart is idle, and never with data saving', async ({ page }) => {
  let isFetched = false;
  page.on('request', (request) => {
    isFetched ||= request.url().includes('/CartView.');
  });
  for (const isSparing of [true, false]) {
    await page.clock.install();
    await page.goto(HOODIE);
    if (isSparing) await page.evaluate(() => document.documentElement.setAttribute('data-sparing', ''));
    await addHoodie(page);
    await expect(lines(page)).toHaveCount(1);
    expect(isFetched).toBe(false);
    await page.clock.runFor(20_000);
    await expect.poll(() => isFetched).toBe(!isSparing);
  }
});

test('The quick view, a product that opens in place and the wishlist open the mini cart, too, and Back closes it', async ({
  page,
}) => {
  await page.goto('/collection');
  await page.getByRole('button', { name: 'QUICK VIEW: Warp Line Hoodie' }).click();
  const view = page.locator('#quick-view');
  await view.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await view.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(lines(page)).toContainText('Warp Line Hoodie');
  await panel(page).getByRole('button', { name: 'One more' }).click();
  await expectPiecesInBar(page, 2);
  await panel(page).getByRole('button', { name: 'Close your cart' }).click();
  await expect(panel(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();

  await page.getByRole('listitem').getByRole('link', { name: 'Warp Line Hoodie', exact: true }).click();
  await expect(page).toHaveURL(HOODIE);
  await addHoodie(page, 'L');
  await expect(lines(page).filter({ hasText: 'Size L' })).toContainText('₹2,499.00 INR');
  await page.goBack();
  await expect(page).toHaveURL('/collection');
  await expect(panel(page)).toBeHidden();

  await page.evaluate(() => localStorage.setItem('wishlist', '["taana-cap"]'));
  await page.goto('/wishlist');
  await page
    .getByRole('button', { name: /Taana Cap/ })
    .first()
    .click();
  await expect(lines(page)).toHaveCount(3);
});
