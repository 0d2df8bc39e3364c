/** What one shopper does in the shop, from the first look to the last. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { readToken } from '../../../netlify/identity/tokens.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import type { PlaceOrderBody } from '../../../src/contract/calls/order.ts';
import type { RazorpayReceipt } from '../../../src/contract/calls/payment.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import type { DeliveryAddress } from '../../../src/domain/address.ts';
import { totalsOf } from '../../../src/domain/line-items.ts';
import { rupeesFromPaise } from '../../../src/domain/money.ts';
import type { PaymentMethod, Provider } from '../../../src/domain/order.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import { shop } from '../../../src/domain/config.ts';
import type { Simulators, WebhookMode } from '../../../local/simulators/controls.ts';
import type { Script } from 'node:vm';
import type { Answer } from '../../../src/client/api.ts';
import { type Browser, openBrowser } from './browser.ts';
import { isSilence, type Outside } from './logged-fetch.ts';
import type { Chance } from './random.ts';

export interface Street extends Outside {
  /** What runs in every browser. */
  code: Script;
  providers: Simulators;
  /** What is bought here: few products, so that shoppers meet at the last pieces. */
  range: readonly Product[];
  /** Codes that everybody knows. */
  codes: readonly string[];
  /** How long a page is looked at, in ms. */
  lookMs: number;
  /** Windows that were left open: they may be paid when nobody waits for it any more. */
  leftOpen: { provider: Provider; id: string }[];
  /** What banks and other windows will still do, when their shopper has gone on. */
  later: Promise<unknown>[];
  isOver: () => boolean;
}

/** Everybody has an own phone and an own door: open orders on delivery are counted by both. */
export const addressOf = (number: number, email: string): DeliveryAddress => ({
  ...{
    firstName: 'Asha',
    lastName: 'Rao',
    street: `${number} MG Road`,
    city: 'Bengaluru',
    state: 'Karnataka',
  },
  ...{ zipcode: '560001', country: 'India', phone: `91${9_000_000_000 + number}`, email },
});

export const PASSWORD = 'a pass phrase of six words';
/** As stores/checkout/checkout and stores/payment/payment wait. */
export const ORDER_MS = 30_000;
const CODE_PERCENT = 20;

export const routeOf = { cod: 'order.place', razorpay: 'order.razorpay', stripe: 'order.stripe' } as const;
export type Placed = Answer<(typeof routeOf)[PaymentMethod]>;

/** One shopper's visit. @returns when they have left */
export async function visit(number: number, street: Street, chance: Chance): Promise<void> {
  const browser = openBrowser(number, street);
  await lookAround(browser, street, chance);
  if (chance.isOnce(0.2) || street.isOver()) return;
  const email = `shopper-${number}@example.com`;
  const userId = await logIn(browser, email, street);
  if (userId === null) return;
  const buying: Buying = { browser, street, chance, email, userId, number, notes: [], unheard: null };
  const visits = chance.between(1, 3);
  for (let round = 0; round < visits && !street.isOver(); round += 1) {
    if (browser.cart().length === 0) putSomething(browser, street, chance);
    await wait(chance.between(0, street.lookMs));
    if (chance.isOnce(0.12)) continue;
    await checkOut(buying);
    if (chance.isOnce(0.5)) browser.wish(chance.of(street.range).id);
  }
  await browser.call('order.userorders', {});
  if (chance.isOnce(0.3)) await browser.call('notification.user', undefined);
  const cart = await browser.settle();
  street.witness.accounts.push({ shopper: number, email, userId, cart });
}

async function lookAround(browser: Browser, street: Street, chance: Chance): Promise<void> {
  const looks = chance.between(1, 4);
  for (let look = 0; look < looks && !street.isOver(); look += 1) {
    const product = chance.of(street.range);
    await chance.of([
      () => browser.call('product.list', { limit: shop.listingPage, offset: 0 }),
      () => browser.call('product.list', { sizes: ['M'], sort: 'price-asc' }),
      () => browser.call('product.list', { search: chance.of(['hoodie', 'blak cargo', 'tee', 'kite']) }),
      () => browser.call('product.stock', { id: [product.id] }),
    ])();
    if (chance.isOnce(0.3)) browser.wish(chance.of(catalogue).id);
    await wait(chance.between(0, street.lookMs));
  }
  putSomething(browser, street, chance);
  if (chance.isOnce(0.1)) {
    await browser.call('newsletter.subscribe', { email: `reader-${chance.between(1, 1e9)}@example.com` });
  }
}

function putSomething(browser: Browser, street: Street, chance: Chance): void {
  for (let lines = chance.between(1, 3); lines > 0; lines -= 1) {
    const product = chance.of(street.range);
    const line = `${product.id}/${chance.of(sizesOf(product))}`;
    const times = chance.between(1, 2);
    for (let taps = 0; taps < times; taps += 1) {
      browser.addOne(line);
    }
  }
}

/** Makes an account; whoever did not hear that it was made logs in to it. @returns the account's id */
async function logIn(browser: Browser, email: string, street: Street): Promise<string | null> {
  let isKnown = false;
  for (let tries = 0; tries < 12 && !street.isOver(); tries += 1) {
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

/** An order that waits for its money, as the browser remembers it (stores/payment/unpaid). */
interface Noted {
  orderId: string;
  lines: [string, number][];
}

interface Buying {
  notes: Noted[];
  browser: Browser;
  street: Street;
  chance: Chance;
  email: string;
  userId: string;
  number: number;
  /** The request of which nothing was heard (stores/checkout/checkout). */
  unheard: Request | null;
  /** Of the cart; it stays until it is refused, or its order stands. */
  code?: string | undefined;
}

const methods: readonly PaymentMethod[] = ['cod', 'razorpay', 'razorpay', 'stripe', 'stripe'];

async function checkOut(buying: Buying): Promise<void> {
  const { browser, street, chance } = buying;
  if ((await checkUnpaid(buying)) === 'unheard') return;
  buying.code ??= chance.isOnce(0.08) ? chance.of(street.codes) : undefined;
  let method = chance.of(methods);
  for (let tries = 0; tries < 3 && browser.cart().length > 0 && !street.isOver(); tries += 1) {
    const request = await nextRequest(buying, method);
    if (!request) return;
    const answer = await sendFromTabs(buying, request);
    buying.unheard = !answer.success && isSilence(answer.code) ? request : null;
    if (buying.unheard) return;
    const lines = linesOf(request.body);
    if (answer.success) {
      await goOn(buying, await changeOfMind(buying, request.body, answer), lines);
      return;
    }
    if (answer.code === 'already-placed') {
      hasOrdered(buying, lines);
      return;
    }
    lookAgain(buying, answer.code, lines);
    // What cannot be ordered on delivery is paid online.
    if (answer.code === 'cash-limit') method = chance.of(['razorpay', 'stripe'] as const);
    if (answer.code === 'hold-limit') method = 'cod';
    await wait(chance.between(0, street.lookMs));
  }
}

/** What a shopper does about a refusal: gives the code up, and often the pieces that are gone. */
function lookAgain(buying: Buying, code: string, lines: readonly [string, number][]): void {
  const { browser, chance } = buying;
  if (code === 'code-refused') buying.code = undefined;
  const gone = code === 'out-of-stock' ? lines.filter(() => chance.isOnce(0.6)) : [];
  for (const [line] of gone) browser.remove(line);
}

/**
 * What was not heard is asked for again first, exactly as it was asked for: the key stays, and so the order is the same.
 * @returns null where it is not known what has come of that
 */
async function nextRequest(buying: Buying, method: PaymentMethod): Promise<Request | null> {
  const { unheard, browser, chance, email, number, code } = buying;
  if (unheard && chance.isOnce(0.4) && !(await hasGivenUp(buying, unheard))) return null;
  return (
    buying.unheard ?? {
      method,
      body: bodyOf(browser.cart(), addressOf(number, email), code),
      key: randomUUID(),
    }
  );
}

/** Who changes what nobody has heard of ends that first, and orders anew if it has come to nothing (stores/checkout/checkout). */
async function hasGivenUp(buying: Buying, { key, body }: Request): Promise<boolean> {
  const end = await buying.browser.call('order.giveUp', undefined, { key, timeoutMs: ORDER_MS });
  if (!end.success) return false;
  buying.unheard = null;
  if (end.orderId !== null) hasOrdered(buying, linesOf(body));
  return end.orderId === null;
}

const linesOf = ({ items }: PlaceOrderBody): [string, number][] =>
  items.map(({ _id, size, quantity }) => [`${_id}/${size}`, quantity]);

/** Its order stands: what was ordered leaves the cart, and the code with it. */
function hasOrdered(buying: Buying, lines: readonly [string, number][]): void {
  buying.browser.takeOut(lines);
  buying.code = undefined;
}

/**
 * Sometimes from two tabs at once: the same request, as a second tap that came through, or the same cart in another way to
 * pay.
 */
async function sendFromTabs(buying: Buying, request: Request): Promise<Placed> {
  const { chance } = buying;
  const tabs = [send(buying, request)];
  const second = chance.of(['tap', 'tab', ...Array.from({ length: 6 }, () => 'none')]);
  if (second === 'tap') tabs.push(send(buying, request));
  if (second === 'tab' && request.method !== 'cod') {
    const method = chance.of(['razorpay', 'stripe'] as const);
    tabs.push(send(buying, { ...request, method, key: randomUUID() }));
  }
  const [first] = (await Promise.all(tabs)) as [Placed];
  return first;
}

/** @param lines by `product/size` */
export function bodyOf(
  lines: readonly [string, number][],
  address: DeliveryAddress,
  code: string | undefined,
): PlaceOrderBody {
  const rows = lines.map(([line, quantity]) => {
    const [_id = '', size = ''] = line.split('/');
    const product = catalogue.find(({ id }) => id === _id) as Product;
    return { _id, size, quantity, product };
  });
  const { totalPaise } = totalsOf(rows, code === undefined ? 0 : CODE_PERCENT);
  return {
    address,
    items: rows.map(({ _id, size, quantity }) => ({ _id, size, quantity })),
    amount: rupeesFromPaise(totalPaise),
    ...(code !== undefined && { code }),
  };
}

export interface Request {
  method: PaymentMethod;
  body: PlaceOrderBody;
  key: string;
}

/** Once for each key, however often it is sent. */
export function noteAttempt(
  { witness: { attempts } }: Pick<Street, 'witness'>,
  { number: shopper, userId }: Pick<Buying, 'number' | 'userId'>,
  { method, body, key }: Request,
): void {
  if (attempts.some((attempt) => attempt.key === key)) return;
  const amountPaise = Math.round(body.amount * 100);
  attempts.push({ shopper, userId, key, method, lines: linesOf(body), amountPaise });
}

/** Asks until the server says something; some shoppers give up before. */
async function send(buying: Buying, { method, body, key }: Request): Promise<Placed> {
  const { browser, street, chance } = buying;
  noteAttempt(street, buying, { method, body, key });
  const patience = chance.between(3, 9);
  for (let tries = 1; ; tries += 1) {
    const answer = await browser.call(routeOf[method], body, { key, timeoutMs: ORDER_MS });
    if (answer.success || !isSilence(answer.code) || tries >= patience) return answer;
    await wait(chance.between(200, 1_200));
  }
}

/** Some choose the other way to pay after all, and pay in the window that is still open as well. */
async function changeOfMind(
  buying: Buying,
  body: PlaceOrderBody,
  placed: Extract<Placed, { success: true }>,
): Promise<Extract<Placed, { success: true }>> {
  const { street, chance } = buying;
  if (!('checkoutUrl' in placed) || !chance.isOnce(0.2)) return placed;
  const other = await send(buying, { method: 'stripe', body, key: randomUUID() });
  if (!other.success) return placed;
  street.later.push(
    wait(chance.between(200, 3_000)).then(() => street.providers.razorpay.pay(placed.order.id)),
  );
  return other;
}

/**
 * Quietly, as every page that shows a cart does: a payment may have come while nobody was there to hear of it.
 * @returns 'unheard' where the page still waits to hear of it, and says that there is no need to pay again
 */
async function checkUnpaid(buying: Buying): Promise<'unheard' | 'known'> {
  const noted = buying.notes.pop();
  if (!noted) return 'known';
  const answer = await buying.browser.call('order.verifyStripe', { success: null, orderId: noted.orderId });
  if (answer.success || answer.code === 'already-placed') hasOrdered(buying, noted.lines);
  else if (isSilence(answer.code)) {
    buying.notes.push(noted);
    return 'unheard';
  }
  return 'known';
}

/** From the placed order to its money. */
async function goOn(buying: Buying, placed: Extract<Placed, { success: true }>, lines: [string, number][]) {
  const { browser, chance } = buying;
  if (!('session_url' in placed) && !('checkoutUrl' in placed)) {
    hasOrdered(buying, lines);
    return;
  }
  buying.notes.push({ orderId: placed.orderId, lines });
  let started: Paying = placed;
  for (let tries = 0; tries < 3; tries += 1) {
    const isPaid = await pay(buying, started);
    if (isPaid) {
      buying.notes.pop();
      hasOrdered(buying, lines);
      // Another tab still shows it as unpaid.
      if (chance.isOnce(0.15)) await browser.call('order.pay', { orderId: placed.orderId });
      return;
    }
    if (chance.isOnce(0.4)) return;
    const again = await browser.call('order.pay', { orderId: placed.orderId }, { timeoutMs: ORDER_MS });
    if (!again.success) {
      if (again.code === 'already-placed') {
        buying.notes.pop();
        hasOrdered(buying, lines);
      }
      return;
    }
    started = again;
  }
}

type Paying = Extract<
  Reply<'order.razorpay'> | Reply<'order.stripe'> | Reply<'order.pay'>,
  { orderId: string }
>;

const webhookModes: readonly WebhookMode[] = ['once', 'once', 'twice', 'never', { lateMs: 3_000 }];

/** @returns whether the shopper saw that the order stands */
function pay(buying: Buying, started: Paying): Promise<boolean> {
  return 'session_url' in started ? payOnPage(buying, started) : payInWindow(buying, started);
}

async function payInWindow(
  { browser, street, chance }: Buying,
  { order, orderId }: Extract<Paying, { checkoutUrl: string }>,
): Promise<boolean> {
  const { razorpay } = street.providers;
  await wait(chance.between(0, street.lookMs));
  const webhook = chance.of(webhookModes);
  const does = chance.of([
    'pays',
    'pays',
    'pays',
    'pays',
    'bank holds',
    'declined',
    'late yes',
    'leaves',
  ] as const);
  if (does === 'leaves') {
    street.leftOpen.push({ provider: 'razorpay', id: order.id });
    return false;
  }
  const isNo = does === 'declined' || does === 'late yes';
  const outcome = isNo ? 'failed' : does === 'bank holds' ? 'authorized' : 'captured';
  const end = razorpay.pay(order.id, { outcome, webhook });
  if (!('error' in end)) {
    // The window closed, and the page with it.
    if (chance.isOnce(0.15)) return false;
    return askUntilHeard(buyingAsk(browser, end), chance);
  }
  const { payment_id: failed } = end.error.metadata;
  if (does === 'late yes' && failed) {
    street.later.push(
      wait(chance.between(500, 4_000)).then(() => {
        try {
          razorpay.succeedLate(failed, { webhook });
        } catch {
          // Another try has paid it since.
        }
      }),
    );
  }
  return askUntilHeard(() => browser.call('order.verifyStripe', { success: null, orderId }), chance);
}

const buyingAsk = (browser: Browser, receipt: RazorpayReceipt) => () =>
  browser.call('order.verifyRazorpay', receipt);

/** Stripe's id of the page. */
export const sessionIn = (url: string): string => url.split('/').at(-1)?.split(/[?#]/)[0] ?? '';

async function payOnPage(
  { browser, street, chance }: Buying,
  { session_url: url, orderId }: Extract<Paying, { session_url: string }>,
): Promise<boolean> {
  const { stripe } = street.providers;
  const session = sessionIn(url);
  await wait(chance.between(0, street.lookMs));
  const webhook = chance.of(webhookModes);
  const does = chance.of(['pays', 'pays', 'pays', 'declined', 'slow bank', 'goes back', 'leaves'] as const);
  if (does === 'leaves') {
    street.leftOpen.push({ provider: 'stripe', id: session });
    return false;
  }
  let success = 'true';
  try {
    if (does === 'goes back') {
      stripe.cancel(session);
      success = 'false';
    } else if (does === 'declined') {
      stripe.pay(session, { outcome: 'declined', webhook });
      stripe.cancel(session);
      success = 'false';
    } else if (does === 'slow bank') {
      stripe.pay(session, { outcome: 'slow', webhook });
      const answer = chance.of(['succeeded', 'failed'] as const);
      street.later.push(
        wait(chance.between(500, 5_000)).then(() => stripe.settleSlow(session, answer, { webhook })),
      );
    } else {
      stripe.pay(session, { webhook });
    }
  } catch {
    // The page says that it is paid, or over: the way back leads to the shop as well.
    success = 'false';
  }
  if (chance.isOnce(0.15)) return false;
  return askUntilHeard(() => browser.call('order.verifyStripe', { success, orderId }), chance);
}

/** As /verify and the window's page do: silence is asked again. */
async function askUntilHeard(
  ask: () => Promise<Answer<'order.verifyStripe'>>,
  chance: Chance,
): Promise<boolean> {
  const patience = chance.between(2, 6);
  for (let tries = 0; tries < patience; tries += 1) {
    const answer = await ask();
    if (answer.success || answer.code === 'already-placed') return true;
    if (!isSilence(answer.code)) return false;
    await wait(chance.between(300, 1_500));
  }
  return false;
}
