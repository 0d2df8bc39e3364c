import { expect } from 'playwright/test';
import { cartMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { toastMs } from '../../src/domain/config.ts';
import { rememberAddress } from './support/online-payment.ts';
import { asha, enter } from './support/mocked-account.ts';
import { toast } from './support/shopper.ts';
import { test } from './support/test.ts';

/** Toasts: top right, for 5000 ms, and longer with pointer or focus on them. */

test('A message closes after five seconds, waits for pointer and keyboard, and does not cover the pressed control @desktop', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/product/warp-line-hoodie', { waitUntil: 'networkidle' });
  await page.clock.pauseAt(Date.now() + 60_000);
  const heart = page.getByRole('main').getByRole('button', { name: 'Add to Wishlist' }).first();
  const region = page.getByRole('region', { name: 'Messages' });
  await heart.click();
  const message = toast(page, /Wishlist saved locally/);
  await expect(message).toBeVisible();
  const box = await region.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.y ?? width, 'at the top').toBeLessThan(80);
  expect(box?.x ?? 0, 'at the right').toBeGreaterThan(width / 2);
  // The pressed button and the cart can be pressed again at once.
  await page.getByRole('main').getByRole('button', { name: 'Remove from Wishlist' }).first().click();
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click({ trial: true });
  await expect(region.getByRole('button')).toHaveCount(2);

  await page.clock.runFor(toastMs - 100);
  await expect(region.getByRole('button')).toHaveCount(2);
  await page.clock.runFor(200);
  await expect(region).toBeEmpty();

  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  const added = toast(page, cartMessages.selectSize);
  await added.hover();
  await page.clock.runFor(2 * toastMs);
  await expect(added).toBeVisible();
  await page.mouse.move(5, 500);
  await page.clock.runFor(toastMs - 100);
  await expect(added).toBeVisible();
  await page.clock.runFor(200);
  await expect(region).toBeEmpty();

  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  const close = region.getByRole('button', { name: 'Close message' });
  await close.focus();
  await page.clock.runFor(2 * toastMs);
  await expect(added).toBeVisible();
  await close.press('Enter');
  await expect(region).toBeEmpty();

  // A hidden tab pauses the time, because nobody reads there.
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    }, isHidden);
  await hide(true);
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await page.mouse.move(5, 500);
  await page.clock.runFor(3 * toastMs);
  await expect(added).toBeVisible();
  await hide(false);
  await page.clock.runFor(toastMs);
  await expect(region).toBeEmpty();
});

test('On a phone a message covers neither the bar, nor the headline, nor the pressed button', async ({
  page,
}) => {
  const message = page.getByRole('region', { name: 'Messages' }).locator('.toast');
  await page.goto('/collection', { waitUntil: 'networkidle' });
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /^(Add to|Remove from) Wishlist/ })
    .first();
  await heart.tap();
  await expect(message).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap({ trial: true });
  for (const name of ['Search', 'Cart']) {
    await page.getByRole('banner').getByRole('link', { name }).tap({ trial: true });
  }
  await page.getByRole('heading', { level: 1 }).tap({ trial: true });
  await heart.tap();

  await page.goto('/product/warp-line-hoodie', { waitUntil: 'networkidle' });
  const add = page.getByRole('button', { name: 'ADD TO CART' });
  await add.tap();
  await expect(message).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap({ trial: true });
  await add.tap({ trial: true });
});

test('On a phone a message does not cover the sentence above the button that was pressed', async ({
  page,
}) => {
  const { priceChanged } = orderMessages;
  await enter(page, {
    'cart.get': { success: true, cartData: { 'warp-line-hoodie': { M: 2 } } },
    'order.place': { success: false, code: 'price-changed', message: priceChanged },
  });
  await rememberAddress(page, { email: asha.email, password: '', token: '' });
  await page.goto('/place-order');
  await page.getByRole('button', { name: 'PLACE ORDER', disabled: false }).tap();
  const message = await toast(page, priceChanged).boundingBox();
  const sentence = await page.locator('.action-bar').getByText(priceChanged).boundingBox();
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(sentence?.y ?? 0);
});
