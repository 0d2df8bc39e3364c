import { expect, type Locator, type Page } from 'playwright/test';
import { discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { fieldMessages } from '../../src/contract/messages/address.ts';
import {
  newsletterConfirmMessages,
  newsletterMessages,
  newsletterPageMessages,
} from '../../src/contract/messages/newsletter-and-waitlist.ts';
import { expectAccessible } from './support/accessible.ts';
import { newCredentials, newShopper, putInCart } from './support/api.ts';
import { findInEmail, pageOf } from './support/outbox.ts';
import { fillDelivery, fromOwnAddresses, hold, signIn, store, toast } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/** From the newsletter box to an order with a discount, with the emails as delivered. */
fromOwnAddresses();

const email = (page: Page) => page.getByLabel(newsletterPageMessages.email);
const subscribe = (page: Page) => page.getByRole('button', { name: newsletterMessages.subscribe });
const box = (page: Page) => page.getByRole('region', { name: newsletterPageMessages.title });

/** The total beside the main button. The checkout's list of amounts repeats it. */
async function expectTotal(page: Page, amount: string): Promise<void> {
  await expect(page.locator('.action-bar-total')).toContainText(amount);
}

/** A code must not wrap at its hyphen on the narrowest phones, because it is hard to read aloud or type. */
async function expectOneLine(page: Page, place: Locator, code: string): Promise<void> {
  for (const width of [320, 412, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const lines = await place.evaluate((element, text) => {
      const range = document.createRange();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const from = node.nodeValue?.indexOf(text) ?? -1;
        if (from < 0) continue;
        range.setStart(node, from);
        range.setEnd(node, from + text.length);
        return range.getClientRects().length;
      }
      return 0;
    }, code);
    expect(lines, `${width} px`).toBe(1);
  }
}

test('A subscriber confirms, gets a code and uses it for a hoodie', async ({ page, request }) => {
  const watched = await watch(page, { '/api/discount/check': 409, '/api/newsletter/confirm': 400 });
  const shopper = await newShopper(request);
  await putInCart(request, shopper, { productId: 'warp-line-hoodie', size: 'M', quantity: 1 });

  await test.step('subscribing shows a message, clears the field and sends an email', async () => {
    await page.goto('/about');
    await expect(email(page)).toHaveAttribute('type', 'email');
    await expect(email(page)).toHaveAttribute('required');
    await email(page).fill(shopper.email);
    await subscribe(page).tap();
    await expect(toast(page, newsletterMessages.subscribed)).toBeVisible();
    await expect(box(page).getByRole('status')).toHaveText(newsletterMessages.check);
    await expect(email(page)).toHaveValue('');
  });

  let code = '';
  await test.step('the opened link confirms only after a tap, and shows the code', async () => {
    const link = await findInEmail(request, shopper.email, /http\S+\/newsletter\/confirm#\S+/);
    await page.goto(pageOf(link));
    await expect(page).toHaveURL('/newsletter/confirm');
    await expect(page.getByText(newsletterConfirmMessages.hint)).toBeVisible();
    await page.getByRole('button', { name: newsletterConfirmMessages.confirm }).tap();
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      newsletterConfirmMessages.confirmed,
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(newsletterPageMessages.confirmedTitle);
    await expect(page).toHaveTitle(new RegExp(newsletterPageMessages.confirmedTitle));
    code = (await page.getByText(/^TAANA-/).textContent()) ?? '';
    expect(await findInEmail(request, shopper.email, /TAANA-[0-9A-Z]{4}-[0-9A-Z]{4}/)).toBe(code);
    await expectAccessible(page, 'the confirmed newsletter');
    await expect(page.getByRole('button', { name: newsletterConfirmMessages.copy })).toBeFocused();
  });

  await test.step('another link in the same tab needs its own tap', async () => {
    await page.evaluate(() => {
      location.hash = `token=${'A'.repeat(43)}`;
    });
    await page.getByRole('button', { name: newsletterConfirmMessages.confirm }).press('Enter');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(newsletterConfirmMessages.ended);
    await expect(page.getByRole('link', { name: newsletterConfirmMessages.subscribeAgain })).toBeFocused();
    await expect(page.getByText(code)).toBeHidden();
  });

  await signIn(page, shopper);
  const have = page.getByRole('button', { name: discountMessages.have });
  const field = page.getByRole('textbox', { name: discountMessages.label, exact: true });
  const line = page.getByText('−₹499.80 INR');
  const remove = page.getByRole('button', { name: discountMessages.removeCode(code) });

  await test.step('the cart refuses an invalid code beside the field, and accepts the code by keyboard', async () => {
    await page.goto('/cart');
    await have.tap();
    await expect(field).toBeFocused();
    await page.keyboard.type('TAANA-0000');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(discountMessages.unknown);
    await expect(field).toHaveValue('TAANA-0000');
    await field.fill(code.toLowerCase().replaceAll('-', ' '));
    await page.keyboard.press('Enter');
    await expect(line).toBeVisible();
    await expect(remove).toBeFocused();
    await expectTotal(page, '₹2,009.20 INR');
    await expectAccessible(page, 'the cart with a code', 'main');
    await expectOneLine(page, page.getByText(discountMessages.line(code), { exact: true }), code);
  });

  const takeOffAndPutOnAgain = async () => {
    await page.keyboard.press('Enter');
    await expectTotal(page, '₹2,509.00 INR');
    await expect(have).toBeFocused();
    await page.keyboard.press('Enter');
    await field.fill(code);
    await page.getByRole('button', { name: discountMessages.apply }).tap();
    await expect(line).toBeVisible();
  };

  await test.step('the code can be removed and added again in the cart, and the checkout applies it', async () => {
    await takeOffAndPutOnAgain();
    await page.getByRole('link', { name: 'PROCEED TO CHECKOUT' }).tap();
    await expect(page).toHaveURL('/place-order');
    await expect(line).toBeVisible();
  });

  await test.step('the code can be removed and added again at checkout', async () => {
    await remove.focus();
    await takeOffAndPutOnAgain();
    await expectTotal(page, '₹2,009.20 INR');
  });

  await test.step('the order has the amount of the screen, and shows the code', async () => {
    await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeEnabled();
    await fillDelivery(page);
    await expect(page.getByLabel('State')).toHaveValue('Karnataka');
    await page.getByRole('button', { name: 'PLACE ORDER' }).tap();
    await expect(page).toHaveURL('/orders');
    const order = page.getByRole('main').getByRole('article');
    await expect(order).toContainText('₹2,009.20 INR');
    await expect(order).toContainText(`${discountMessages.line(code)}: −₹499.80 INR`);
    await expectOneLine(page, order, code);
    expect(await findInEmail(request, shopper.email, /20% off with code .+/)).toBe(
      `20% off with code ${code}: −₹499.80`,
    );
  });

  await test.step('a second order cannot use the code', async () => {
    await putInCart(request, shopper, { productId: 'taana-cap', size: 'default', quantity: 1 });
    await page.goto('/cart');
    await have.tap();
    await field.fill(code);
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(discountMessages.used);
  });

  await test.step('a code that was used meanwhile is refused, and the focus stays in the form', async () => {
    const kept = { code, percent: 20, owner: shopper.email, orderId: null };
    await store(page, { 'taana-code': JSON.stringify(kept) });
    const types = await hold(page, '**/api/discount/check');
    await page.goto('/place-order');
    await page.getByLabel('First name').focus();
    types();
    await expect(field).toHaveAccessibleDescription(discountMessages.used);
    await expect(page.getByLabel('First name')).toBeFocused();
  });
  await watched.expectNoErrors();
});

test('Errors are shown beside the field and as a toast, and the typed text stays', async ({ page }) => {
  const typed = newCredentials().email;
  await page.goto('/contact');
  const tryAgain = async (message: string) => {
    await subscribe(page).tap();
    await expect(box(page).getByRole('status')).toHaveText(message);
    await expect(toast(page, message)).toBeVisible();
    await expect(email(page)).toBeFocused();
    await expect(email(page)).toHaveAccessibleDescription(message);
  };
  await email(page).fill('asha@');
  await tryAgain(fieldMessages.email);
  await expect(email(page)).toHaveValue('asha@');

  await email(page).fill(typed);
  await page.context().setOffline(true);
  await tryAgain('No response from server. Please check your connection.');
  await expect(email(page)).toHaveValue(typed);
  await expectAccessible(page, 'the newsletter box, refused', '.newsletter');

  await page.context().setOffline(false);
  await subscribe(page).tap();
  await expect(box(page).getByRole('status')).toHaveText(newsletterMessages.check);
  await expect(email(page)).toHaveValue('');
});

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the box subscribes, and the unsubscribe link of an email asks for confirmation', async ({
    page,
    request,
  }) => {
    const { email: address } = newCredentials();
    await page.goto('/delivery');
    await email(page).fill(address);
    await subscribe(page).tap();
    await expect(page).toHaveURL('/newsletter#sent');
    await expect(page.getByRole('heading', { name: newsletterPageMessages.sent })).toBeVisible();
    await expect(page.getByRole('heading', { name: newsletterPageMessages.left })).toBeHidden();

    const leave = await findInEmail(request, address, /http\S+\/newsletter\/unsubscribe\?\S+/);
    await page.goto(pageOf(leave));
    await expect(page.getByText(newsletterPageMessages.leaveHint)).toBeVisible();
    await page.getByRole('button', { name: newsletterPageMessages.leave }).tap();
    await expect(page).toHaveURL('/newsletter#left');
    await expect(page.getByRole('heading', { name: newsletterPageMessages.left })).toBeVisible();
  });
});
