/** How a shopper pays: in Razorpay's window, or on Stripe's page and back on /verify. */
import { setTimeout as wait } from 'node:timers/promises';
import type { WebhookMode } from '../../../local/simulators/ledger.ts';
import { paths } from '../../../src/contract/paths.ts';
import { brand } from '../../../src/domain/config.ts';
import type { Browser, Page, PaymentWindow } from './browser.ts';
import type { Random } from '../../support/seeded-random.ts';
import type { Shopper, ShopperContext } from './shopper.ts';

/** Whether an address is the provider's. */
export const hasLeftSite = (address: string): boolean => /^https?:/.test(address);

/** Stripe's id of the session. */
export const sessionIn = (url: string): string => url.split('/').at(-1)?.split(/[?#]/)[0] ?? '';

/** Goes where the page leads: to the provider and back, or to the cart, where an unpaid order can be paid again. */
export async function openRedirect(shopper: Shopper, from: Page): Promise<void> {
  const { browser, random } = shopper;
  let page = from;
  for (let tries = 0; tries < 3; tries += 1) {
    const next = page.goesTo() ?? '';
    if (hasLeftSite(next) && !(await payOnPage(shopper, next, page))) return;
    if (random.happens(0.4)) return;
    page = browser.open(paths.cart);
    const { shop } = page;
    shop.openPayments(brand.name);
    await shop.checkUnpaid();
    const unpaid = shop.$ownUnpaid.get();
    if (!unpaid || unpaid.isOver || page.goesTo() !== null || shop.$unpaidCheck.get() !== 'unpaid') return;
    await Promise.race([shop.payAgain(unpaid), page.left]);
  }
}

const webhookModes: readonly WebhookMode[] = ['once', 'once', 'twice', 'never', { lateMs: 3_000 }];

/** What a shopper does in Razorpay's window. */
export async function payInRazorpayWindow(
  { order_id: orderId, handler, modal }: PaymentWindow,
  fail: () => void,
  page: Page,
  { providers: { razorpay }, lookMs, leftOpen, later }: ShopperContext,
  random: Random,
): Promise<void> {
  await wait(random.between(0, lookMs));
  const webhook = random.pick(webhookModes);
  const others = ['bank holds', 'declined', 'late yes', 'closes', 'leaves'] as const;
  const does = random.happens(0.45) ? 'pays' : random.pick(others);
  if (does === 'leaves') {
    leftOpen.push({ provider: 'razorpay', id: orderId });
    page.close();
    return;
  }
  if (does === 'closes') return modal.ondismiss();
  const isNo = does === 'declined' || does === 'late yes';
  const outcome = isNo ? 'failed' : does === 'bank holds' ? 'authorized' : 'captured';
  const end = razorpay.pay(orderId, { outcome, webhook });
  if (!('error' in end)) {
    // The page sometimes closes before the result arrives.
    if (random.happens(0.15)) page.close();
    else handler(end);
    return;
  }
  const { payment_id: payment } = end.error.metadata;
  if (does === 'late yes' && payment) {
    later.push(
      wait(random.between(500, 4_000)).then(() => {
        try {
          razorpay.succeedLate(payment, { webhook });
        } catch {
          // Another attempt has paid the order since.
        }
      }),
    );
  }
  fail();
}

/** On Stripe's page, and back on /verify. @returns whether the shopper came back and reads that the order is unpaid */
async function payOnPage(
  { browser, context, random }: Shopper,
  address: string,
  from: Page,
): Promise<boolean> {
  const { stripe } = context.providers;
  const session = sessionIn(address);
  const orderId = from.shop.$payment.get().orderId ?? '';
  await wait(random.between(0, context.lookMs));
  const webhook = random.pick(webhookModes);
  const does = random.pick(['pays', 'pays', 'pays', 'declined', 'slow bank', 'goes back', 'leaves'] as const);
  if (does === 'leaves') {
    context.leftOpen.push({ provider: 'stripe', id: session });
    browser.closeTab();
    return false;
  }
  let success = 'true';
  try {
    if (does === 'goes back' || does === 'declined') {
      if (does === 'declined') stripe.pay(session, { outcome: 'declined', webhook });
      stripe.cancel(session);
      success = 'false';
    } else if (does === 'slow bank') {
      stripe.pay(session, { outcome: 'slow', webhook });
      const answer = random.pick(['succeeded', 'failed'] as const);
      context.later.push(
        wait(random.between(500, 5_000)).then(() => stripe.settleSlow(session, answer, { webhook })),
      );
    } else {
      stripe.pay(session, { webhook });
    }
  } catch {
    // The page says that the session is paid or expired; it also links back to the shop.
    success = 'false';
  }
  if (random.happens(0.15)) {
    browser.closeTab();
    return false;
  }
  return verify(browser, `${paths.verify}?success=${success}&orderId=${orderId}`, random);
}

/** @returns whether the order is still unpaid */
async function verify(browser: Browser, address: string, random: Random): Promise<boolean> {
  const page = browser.open(address);
  const stop = page.shop.openVerify();
  for (let tries = random.between(2, 6); tries > 0; tries -= 1) {
    await page.shop.verifyPayment();
    if (page.goesTo() !== null) break;
    await wait(random.between(300, 1_500));
  }
  stop();
  return page.goesTo() === paths.cart;
}
