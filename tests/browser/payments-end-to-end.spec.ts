import { type APIRequestContext, expect, type FrameLocator, type Page } from 'playwright/test';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { call, cartOf, type Shopper } from './support/api.ts';
import { rememberAddress } from './support/online-payment.ts';
import { emailsTo } from './support/outbox.ts';
import { openShopperSession, expectPiecesInBar, fromOwnAddresses } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/**
 * Payments from end to end: the shop's pages and functions, the official SDKs, and the local stand-ins for Razorpay and
 * Stripe with their own window, page and webhooks. The test mocks no response.
 */
fromOwnAddresses();

const HOODIE = 'warp-line-hoodie';

async function readyToPay(page: Page): Promise<Shopper> {
  const shopper = await openShopperSession(page, { productId: HOODIE, size: 'L', quantity: 1 });
  await rememberAddress(page, shopper);
  return shopper;
}

const placeOrder = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER' });
const online = (page: Page) => page.getByRole('radio', { name: paymentMessages.razorpay.name });
const byStripe = (page: Page) => page.getByRole('radio', { name: paymentMessages.stripe.name });
const window = (page: Page): FrameLocator => page.frameLocator('iframe[title="Razorpay payment window"]');
const inWindow = (page: Page, name: string | RegExp) => window(page).getByRole('button', { name });
const panel = (page: Page) => page.getByRole('region', { name: /Payment for order/ });

/** Waits for the script of Razorpay's form, because an earlier tap on its buttons is lost. */
async function expectForm(within: Page | FrameLocator): Promise<void> {
  await expect(within.getByRole('button', { name: /^Pay ₹/ })).toBeVisible();
  // The script hides the fields of the other payment methods.
  await expect(within.getByLabel('Card number')).toBeHidden();
}

async function openWindow(page: Page): Promise<void> {
  await page.goto('/place-order');
  await online(page).check();
  await placeOrder(page).tap();
  await expectForm(window(page));
}

async function payAgain(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Retry payment' }).tap();
  await expectForm(window(page));
  await inWindow(page, /^Pay ₹/).tap();
}

async function openStripe(page: Page): Promise<void> {
  await page.goto('/place-order');
  await byStripe(page).check();
  await placeOrder(page).tap();
  await expect(page).toHaveURL(/\/__stripe\//);
}

/** Expects exactly one order, with this status and payment. */
async function expectOneOrder(
  request: APIRequestContext,
  { token }: Shopper,
  order: { status: string; payment: boolean },
): Promise<void> {
  await expect
    .poll(async () => (await call(request, 'order.userorders', undefined, token)).orders)
    .toMatchObject([order]);
}

const placed = { status: 'Order Placed', payment: true };

async function expectPlaced(page: Page, request: APIRequestContext, shopper: Shopper): Promise<void> {
  await expect(page).toHaveURL('/orders');
  await expect(page.getByRole('main')).toContainText('Order Placed');
  await expectPiecesInBar(page, 0);
  await expectOneOrder(request, shopper, placed);
  await expect.poll(() => cartOf(request, shopper)).toEqual({});
}

async function expectFullCart(page: Page): Promise<void> {
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('list', { name: 'Lines of your cart' })).toContainText('Warp Line Hoodie');
  await expectPiecesInBar(page, 1);
  await expect(panel(page)).toBeVisible();
}

test('UPI in the window places the order, sends one email and empties the cart, and a second tab that pays for this cart pays the same order', async ({
  page,
  context,
  request,
}) => {
  const { expectNoErrors } = await watch(page);
  const shopper = await readyToPay(page);
  const other = await context.newPage();
  await rememberAddress(other, shopper);
  await openWindow(page);
  await openWindow(other);
  await inWindow(page, /^Pay ₹/).tap();
  await expectPlaced(page, request, shopper);
  await expect(page.getByRole('main')).toContainText('Paid');
  await expectNoErrors();
  await inWindow(other, /^Pay ₹/).tap();
  // Razorpay refuses a second payment, and this tab shows the first one.
  await expectPlaced(other, request, shopper);
  const aboutOrder = async () =>
    (await emailsTo(request, shopper.email)).filter(({ text }) => !text.includes('/confirm-email#'));
  await expect.poll(async () => (await aboutOrder()).length).toBe(1);
});

test('a declined payment keeps the cart, and a retry pays the same order', async ({ page, request }) => {
  const shopper = await readyToPay(page);
  await openWindow(page);
  await inWindow(page, 'Decline').tap();
  await expectFullCart(page);
  await expectOneOrder(request, shopper, { status: 'Payment Failed', payment: false });
  // Closing a second window returns the focus to the button that opened it.
  const retry = panel(page).getByRole('button', { name: /Retry payment|PROCESSING/ });
  await retry.tap();
  await expectForm(window(page));
  page.once('dialog', (question) => void question.accept());
  await inWindow(page, 'Close').tap();
  await expect(retry).toBeFocused();
  await payAgain(page);
  await expectPlaced(page, request, shopper);
});

test('a closed payment window keeps the cart and the unpaid order, which is cancelled when the cart is ordered with cash on delivery to another address', async ({
  page,
  request,
}) => {
  const shopper = await readyToPay(page);
  await openWindow(page);
  page.once('dialog', (question) => void question.accept());
  await inWindow(page, 'Close').tap();
  await expectFullCart(page);
  await expectOneOrder(request, shopper, { status: 'Payment Pending', payment: false });
  await page.reload();
  await expectFullCart(page);

  await page.goto('/place-order');
  await page.getByLabel('Street').fill('14, Residency Road');
  await placeOrder(page).tap();
  await expect(page).toHaveURL('/orders');
  const statuses = async () =>
    (await call(request, 'order.userorders', undefined, shopper.token)).orders.map(({ status }) => status);
  await expect.poll(statuses).toEqual(['Order Placed', 'Cancelled']);
  const main = page.getByRole('main');
  await expect(main.getByRole('article')).toHaveCount(2);
  await expect(main.getByRole('button', { name: /Pay now|Retry payment/ })).toHaveCount(0);
  await expect(main).not.toContainText(/is pending/);

  await page.goto('/cart');
  await expect(main).toContainText('Your cart is empty');
  await expect(panel(page)).toHaveCount(0);
});

test('the webhook alone places the order if the browser closes after the payment', async ({
  page,
  context,
  request,
}) => {
  const shopper = await readyToPay(page);
  await openWindow(page);
  await window(page).getByText('For trying things out').tap();
  await inWindow(page, 'Pay, then lose the browser').tap();
  await expect(window(page).getByText(/browser is gone/i)).toBeVisible();
  await page.close();
  await expectOneOrder(request, shopper, placed);

  const later = await context.newPage();
  await later.goto('/cart');
  await expect(later).toHaveURL('/orders');
  await expect(later.getByRole('main')).toContainText('Order Placed');
  await expectPiecesInBar(later, 0);
});

test('an in-app browser pays on Razorpay’s page and returns by a form post', async ({ browser, request }) => {
  const agent =
    'Mozilla/5.0 (Linux; Android 13; Redmi 9A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 Instagram 300.0.0.0';
  const context = await browser.newContext({ userAgent: agent, hasTouch: true });
  const page = await context.newPage();
  const shopper = await readyToPay(page);
  await page.goto('/place-order');
  await online(page).check();
  await placeOrder(page).tap();
  await expect(page).toHaveURL(/\/__razorpay\//);
  await expectForm(page);
  await page.getByRole('button', { name: /^Pay ₹/ }).tap();
  await expectPlaced(page, request, shopper);
  await context.close();
});

test('a card on Stripe’s page places the order after the return', async ({ page, request }) => {
  const { expectNoErrors } = await watch(page);
  const shopper = await readyToPay(page);
  await openStripe(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).tap();
  await expectPlaced(page, request, shopper);
  await expectNoErrors();
});

test('returning from Stripe’s page unpaid keeps the cart, and a retry opens the same page', async ({
  page,
  request,
}) => {
  const shopper = await readyToPay(page);
  await openStripe(page);
  const address = page.url();
  await page
    .getByRole('link', { name: 'Back' })
    .or(page.getByRole('button', { name: 'Back' }))
    .first()
    .tap();
  await expectFullCart(page);
  await expectOneOrder(request, shopper, { status: 'Payment Pending', payment: false });
  // The address of a success places no order without a payment.
  const [order] = (await call(request, 'order.userorders', undefined, shopper.token)).orders;
  await page.goto(`/verify?success=true&orderId=${order?._id}`);
  await expectFullCart(page);
  await expectOneOrder(request, shopper, { status: 'Payment Pending', payment: false });
  await panel(page).getByRole('button', { name: 'Retry payment' }).tap();
  await expect(page).toHaveURL(address);
  await page.getByLabel('Card number').fill('4000000000000002');
  await page.getByRole('button', { name: 'Pay', exact: true }).tap();
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('button', { name: 'Pay', exact: true }).tap();
  await expectPlaced(page, request, shopper);
});

test('Back from the payment page keeps the cart', async ({ page, request }) => {
  const shopper = await readyToPay(page);
  await openStripe(page);
  await page.goBack();
  await expect(page).toHaveURL('/place-order');
  await expectPiecesInBar(page, 1);
  await expect(placeOrder(page)).toBeEnabled();
  await placeOrder(page).tap();
  await expectOneOrder(request, shopper, { status: 'Order Placed', payment: false });
});
