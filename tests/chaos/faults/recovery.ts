/** After all faults have ended, a new shopper's request must succeed at the first try. */
import { paths } from '../../../src/contract/paths.ts';
import type { PaymentMethod } from '../../../src/domain/order.ts';
import { sizesOf } from '../../../src/domain/product.ts';
import { addressOf } from '../goods.ts';
import { openBrowser } from './browser.ts';
import { openCheckoutPage, PASSWORD, type ShopperContext } from './shopper.ts';
import { sessionIn } from './shopper-payment.ts';

const methods: readonly PaymentMethod[] = ['cod', 'razorpay', 'stripe'];

/** Higher than the number of any shopper of the run. */
const FIRST_NUMBER = 1_000_000;

/**
 * Three shoppers order a piece and pay for it, each by another method, on a working network. Logs the outcome. A single
 * shopper would be asked to confirm a second order of the same pieces.
 */
export async function buyAfterwards(context: ShopperContext): Promise<void> {
  const { finalSales } = context.clientLog;
  for (const [at, method] of methods.entries()) {
    try {
      finalSales.push({ method, problem: await buy(context, method, FIRST_NUMBER + at) });
    } catch (error) {
      finalSales.push({ method, problem: `its window cannot be paid in: ${String(error)}` });
    }
  }
}

/** @returns why the order does not stand; null if it does */
async function buy(context: ShopperContext, method: PaymentMethod, number: number): Promise<string | null> {
  const { razorpay, stripe } = context.providers;
  const browser = openBrowser(
    number,
    { ...context, network: () => undefined },
    ({ order_id: orderId, handler }, fail) => {
      const end = razorpay.pay(orderId);
      if ('error' in end) fail();
      else handler(end);
    },
  );
  const [product] = context.range;
  const email = `shopper-${number}@example.com`;
  const known = await browser.call('user.register', { email, password: PASSWORD, name: 'Asha Rao' });
  if (!known.success) return `nobody can register: ${known.code}`;
  await browser.logIn(known.token, email);
  browser.open(paths.home);
  browser.addOne(`${product?.id}/${product && sizesOf(product)[0]}`);
  await browser.settle();
  let page = browser.open(paths.placeOrder);
  await openCheckoutPage(page, addressOf(number, { email }));
  page.shop.$paymentMethod.set(method);
  await page.shop.placeOrder();
  const problem = page.shop.$checkout.get().message ?? page.shop.$payment.get().problem;
  const next = page.goesTo();
  if (method !== 'stripe' || next === null)
    return next === paths.orders ? null : (problem ?? `leads to ${next}`);
  stripe.pay(sessionIn(next));
  const { orderId } = page.shop.$payment.get();
  page = browser.open(`${paths.verify}?success=true&orderId=${orderId}`);
  const stop = page.shop.openVerify();
  await page.shop.verifyPayment();
  stop();
  return page.goesTo() === paths.orders ? null : `/verify leads to ${page.goesTo()}`;
}
