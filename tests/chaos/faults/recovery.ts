/** When nothing is broken any more, somebody new must get what they ask for, at the first try. */
import { randomUUID } from 'node:crypto';
import { readToken } from '../../../netlify/identity/tokens.ts';
import type { PaymentMethod } from '../../../src/domain/order.ts';
import { sizesOf } from '../../../src/domain/product.ts';
import { openBrowser } from './browser.ts';
import type { Answer } from '../../../src/client/api.ts';
import {
  addressOf,
  bodyOf,
  noteAttempt,
  ORDER_MS,
  PASSWORD,
  type Placed,
  routeOf,
  sessionIn,
  type Street,
} from './shopper.ts';

const methods: readonly PaymentMethod[] = ['cod', 'razorpay', 'stripe'];

/** No shopper of the run has this number. */
const NUMBER = 1_000_000;

/** Orders a piece and pays for it by each way to pay, on a network that works, and writes down what came of it. */
export async function buyAfterwards(street: Street): Promise<void> {
  const browser = openBrowser(NUMBER, { ...street, network: () => undefined });
  const { afterwards } = street.witness;
  const fail = (problem: string) => {
    for (const method of methods) afterwards.push({ method, problem });
  };
  const [product] = street.range;
  const line = `${product?.id}/${product && sizesOf(product)[0]}`;
  for (const _ of methods) browser.addOne(line);
  const email = `shopper-${NUMBER}@example.com`;
  const known = await browser.call('user.register', { email, password: PASSWORD, name: 'Asha Rao' });
  if (!known.success) return fail(`nobody can register: ${known.code}`);
  await browser.logIn(known.token, email);
  const userId = readToken(known.token)?.userId ?? '';
  for (const method of methods) {
    const body = bodyOf([[line, 1]], addressOf(NUMBER, email), undefined);
    const key = randomUUID();
    noteAttempt(street, { number: NUMBER, userId }, { method, body, key });
    const placed = await browser.call(routeOf[method], body, { key, timeoutMs: ORDER_MS });
    try {
      const end = placed.success ? await paid(placed) : placed;
      afterwards.push({ method, problem: end.success ? null : `${end.code}: ${end.message}` });
    } catch (error) {
      afterwards.push({ method, problem: `its window cannot be paid in: ${String(error)}` });
    }
  }

  async function paid(
    placed: Extract<Placed, { success: true }>,
  ): Promise<Placed | Answer<'order.verifyStripe'>> {
    const { razorpay, stripe } = street.providers;
    if ('session_url' in placed) {
      stripe.pay(sessionIn(placed.session_url));
      return browser.call('order.verifyStripe', { success: 'true', orderId: placed.orderId });
    }
    if (!('checkoutUrl' in placed)) return placed;
    const receipt = razorpay.pay(placed.order.id);
    if ('error' in receipt) return { success: false, code: 'not-paid', message: receipt.error.description };
    return browser.call('order.verifyRazorpay', receipt);
  }
}
