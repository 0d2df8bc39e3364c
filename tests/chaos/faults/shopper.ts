/** One shopper's visit, from the first page to the last (browser.ts). */
import { setTimeout as wait } from 'node:timers/promises';
import type { Script } from 'node:vm';
import type { WritableAtom } from 'nanostores';
import { readToken } from '../../../netlify/identity/tokens.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { paths } from '../../../src/contract/paths.ts';
import type { DeliveryAddress } from '../../../src/domain/address.ts';
import { brand, shop as shopRules } from '../../../src/domain/config.ts';
import type { PaymentMethod, Provider } from '../../../src/domain/order.ts';
import { sizesOf } from '../../../src/domain/product.ts';
import { addressOf } from '../goods.ts';
import { type Browser, openBrowser, type Page } from './browser.ts';
import type { Environment } from './environment.ts';
import type { Client } from './logged-fetch.ts';
import { openRedirect, hasLeftSite, sessionIn, payInRazorpayWindow } from './shopper-payment.ts';
import type { Random } from '../../support/seeded-random.ts';

/** The products on sale are few, so that shoppers compete for the last pieces; every shopper knows the codes. */
export interface ShopperContext extends Client, Pick<Environment, 'providers' | 'range' | 'codes'> {
  /** The code that runs in every browser. */
  code: Script;
  /** Time on a page, in ms. */
  lookMs: number;
  /** Windows left open: they may be paid later, when nobody waits for the result. */
  leftOpen: { provider: Provider; id: string }[];
  /** What banks and other windows will still do after their shopper has moved on. */
  later: Promise<unknown>[];
  isOver: () => boolean;
}

export const PASSWORD = 'a pass phrase of six words';

export interface Shopper {
  browser: Browser;
  context: ShopperContext;
  random: Random;
  number: number;
  email: string;
}

/** One shopper's visit. @returns when they have left */
export async function visit(number: number, context: ShopperContext, random: Random): Promise<void> {
  const browser = openBrowser(number, context, (window, fail, page) => {
    context.later.push(payInRazorpayWindow(window, fail, page, context, random));
  });
  await lookAround(browser, context, random);
  if (random.happens(0.2) || context.isOver()) return;
  const email = `shopper-${number}@example.com`;
  const userId = await logIn(browser, email, context);
  if (userId === null) return;
  const visits = random.between(1, 3);
  for (let round = 0; round < visits && !context.isOver(); round += 1) {
    if (browser.cart().length === 0) putSomething(browser, context, random);
    await wait(random.between(0, context.lookMs));
    if (random.happens(0.12)) continue;
    await checkOut({ browser, context, random, number, email });
    browser.open(paths.home);
    if (random.happens(0.5)) browser.shop().toggleWishlist(random.pick(context.range).id);
  }
  await browser.call('order.userorders', {});
  if (random.happens(0.3)) await browser.call('notification.user', undefined);
  const cart = await browser.settle();
  context.clientLog.accounts.push({ shopper: number, email, userId, cart });
}

async function lookAround(browser: Browser, context: ShopperContext, random: Random): Promise<void> {
  const looks = random.between(1, 4);
  for (let look = 0; look < looks && !context.isOver(); look += 1) {
    const product = random.pick(context.range);
    await random.pick([
      () => browser.call('product.list', { limit: shopRules.listingPage, offset: 0 }),
      () => browser.call('product.list', { sizes: ['M'], sort: 'price-asc' }),
      () => browser.call('product.list', { search: random.pick(['hoodie', 'blak cargo', 'tee', 'kite']) }),
      () => browser.call('product.stock', { id: [product.id] }),
    ])();
    if (random.happens(0.3)) browser.shop().toggleWishlist(random.pick(catalogue).id);
    await wait(random.between(0, context.lookMs));
  }
  putSomething(browser, context, random);
  if (random.happens(0.1)) {
    await browser.call('newsletter.subscribe', { email: `reader-${random.between(1, 1e9)}@example.com` });
  }
}

function putSomething(browser: Browser, context: ShopperContext, random: Random): void {
  for (let lines = random.between(1, 3); lines > 0; lines -= 1) {
    const product = random.pick(context.range);
    const line = `${product.id}/${random.pick(sizesOf(product))}`;
    for (let taps = random.between(1, 2); taps > 0; taps -= 1) browser.addOne(line);
  }
}

/** Creates an account, or logs in if an earlier attempt created it. @returns the account's id */
async function logIn(browser: Browser, email: string, context: ShopperContext): Promise<string | null> {
  let isKnown = false;
  for (let tries = 0; tries < 12 && !context.isOver(); tries += 1) {
    const answer = isKnown
      ? await browser.call('user.login', { email, password: PASSWORD })
      : await browser.call('user.register', { email, password: PASSWORD, name: 'Asha Rao' });
    if (answer.success) {
      await browser.logIn(answer.token, email);
      return readToken(answer.token)?.userId ?? null;
    }
    if (answer.code === 'taken') isKnown = true;
    await wait(300);
  }
  return null;
}

/** Waits until a store has this kind of value. */
const until = <Value>(
  store: Pick<WritableAtom<Value>, 'subscribe'>,
  holds: (value: Value) => boolean,
): Promise<void> =>
  new Promise((resolve) => {
    const stop = store.subscribe((value) => {
      if (!holds(value as Value)) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

/** Opens /checkout as its page does (features/checkout), with the form filled in. */
export async function openCheckoutPage(page: Page, address: DeliveryAddress): Promise<void> {
  const { openCheckout, openDelivery, refreshRows, $unpaidCheck, $methodsStatus } = page.shop;
  openCheckout(brand.name);
  openDelivery(address);
  const shown = [
    refreshRows(),
    until($unpaidCheck, (check) => check !== 'asking'),
    until($methodsStatus, (status) => status !== 'loading'),
  ];
  // If the remembered order turns out to be paid, the page opens the orders.
  await Promise.race([Promise.all(shown), page.left]);
}

const methods: readonly PaymentMethod[] = ['cod', 'razorpay', 'razorpay', 'stripe', 'stripe'];

async function checkOut(shopper: Shopper): Promise<void> {
  const { browser, context, random, number, email } = shopper;
  const page = browser.open(paths.placeOrder);
  const { shop } = page;
  await openCheckoutPage(page, addressOf(number, { email }));
  // The page still waits for the bank, and says not to pay again.
  if (page.goesTo() !== null || shop.$unpaidCheck.get() === 'silent') return;
  if (shop.$hasUnconfirmedOrder.get()) await shop.askAgain();
  if (random.happens(0.1)) {
    shop.typeCode(random.pick(context.codes));
    await shop.applyCode();
  }
  for (let tries = 0; tries < 3 && browser.cart().length > 0 && !context.isOver(); tries += 1) {
    shop.$paymentMethod.set(random.pick(methods));
    if (random.happens(0.12)) context.later.push(orderBeside(shopper));
    // Meanwhile other shoppers may take the last pieces.
    await wait(random.between(0, 3 * context.lookMs));
    await placeOrder(page, random);
    const { orderId } = shop.$payment.get();
    if (page.goesTo() !== null) await openRedirect(shopper, page);
    if (orderId !== null && random.happens(0.15)) return payFromOtherTab(shopper, orderId);
    if (page.goesTo() !== null || givesUp(page)) return;
    // Most shoppers who read that the other tab's order is paid do not order again.
    if (isAskedAboutPaid(page) && random.happens(0.7)) return;
    removeProblems(page, random);
    await wait(random.between(0, context.lookMs));
  }
}

function removeProblems({ shop }: Page, random: Random): void {
  for (const { problem, productId, size } of shop.$rows.get()) {
    if (problem !== null && random.happens(0.6)) shop.removeLine(productId, size);
  }
}

/** Another tab still shows the order as unpaid. */
async function payFromOtherTab({ browser }: Shopper, orderId: string): Promise<void> {
  browser.open(paths.orders);
  await browser.call('order.pay', { orderId });
}

/** Some leave before the answer. The next visit asks for the order again, or cancels it first. */
const givesUp = ({ shop }: Page): boolean =>
  shop.$ownAttempt.get()?.isUnconfirmed === true || shop.$payment.get().step !== 'idle';

const [paidMeanwhile] = orderMessages.paidMeanwhile('\n').split('\n') as [string];

const isAskedAboutPaid = ({ shop }: Page): boolean =>
  shop.$checkout.get().message?.startsWith(paidMeanwhile) === true;

/** Taps PLACE ORDER, sometimes twice, until the server answers. */
async function placeOrder({ shop, left }: Page, random: Random): Promise<void> {
  for (let tries = random.between(3, 9); tries > 0; tries -= 1) {
    const taps = random.happens(0.12) ? [shop.placeOrder(), shop.placeOrder()] : [shop.placeOrder()];
    await Promise.race([Promise.all(taps), left]);
    if (!shop.$ownAttempt.get()?.isUnconfirmed) return;
    await wait(random.between(200, 1_200));
  }
}

/** Orders the same cart at the same time from another tab, with another payment method. It may be paid later. */
async function orderBeside({ browser, context, random, number, email }: Shopper): Promise<void> {
  const page = browser.openBeside(paths.placeOrder);
  await openCheckoutPage(page, addressOf(number, { email }));
  page.shop.$paymentMethod.set(random.pick(['razorpay', 'stripe'] as const));
  if (page.goesTo() === null) await Promise.race([page.shop.placeOrder(), page.left]);
  const next = page.goesTo();
  if (next !== null && hasLeftSite(next)) context.leftOpen.push({ provider: 'stripe', id: sessionIn(next) });
  page.close();
}
