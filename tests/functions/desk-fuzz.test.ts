import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type DeskRoute, type DeskRouteName, deskRoutes } from '../../src/contract/desk.ts';
import { deskSchemas } from '../../src/contract/desk-schemas.ts';
import type { Order } from '../../src/domain/order.ts';
import { versionOf } from '../../netlify/services/order-changes.ts';
import { readOrder, type Stored } from '../../netlify/storage/orders.ts';
import { readLogMonths } from '../../netlify/storage/staff-log.ts';
import { brokenJson, hostileNumbers, hostileTexts, prototypeNames } from '../chaos/fuzz/hostile-values.ts';
import { type Browser, newBrowser, owner, packer, signUp, site, useStaff } from '../support/desk.ts';
import { useMailServer } from '../support/mail-server.ts';
import { aDispute, aRefund, storeOrder } from '../support/orders.ts';
import { connect, flush } from '../support/redis.ts';
import { hoodie, newShopper, setStock, workDone } from '../support/shop-calls.ts';

/** Hostile requests to each call of the desk, the same in every run. */

const names = Object.keys(deskRoutes) as DeskRouteName[];
/** Bodies for one call by staff who may make it; for anybody else the call is refused before its body is read. */
const EACH = 40;
const REFUSED = 5;

useMailServer(site);
let errors: string[] = [];

beforeAll(flush);
beforeEach(async () => {
  useStaff();
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line));
  const limits = await connect().keys('limit:*');
  if (limits.length > 0) await connect().del(...limits);
});
afterEach(workDone);

const browsers = new Map<string, Browser>();

/** The staff member's browser; signs in again only if an earlier call ended the session. */
async function browserOf(email: string): Promise<Browser> {
  const known = browsers.get(email);
  if (known && (await known.call('session.read')).body.stage === 'in') return known;
  if (known) {
    // Staff with a passkey cannot sign in by link.
    await flush();
    browsers.clear();
  }
  const { browser } = await signUp(email);
  browsers.set(email, browser);
  return browser;
}

/** A number below `most`, the same in every run (a linear congruence). */
let state = 18;
function below(most: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state % most;
}
const oneOf = <Item>(list: readonly Item[]): Item => list[below(list.length)] as Item;

/** What exists: an id or a version that is right leads a hostile text beside it further than the doors. */
interface Populated {
  order: { id: string; seen: string };
  shopper: string;
}

const payment: Order['payment'] = { provider: 'stripe', id: 'pi_1', amountPaise: 10_000, at: 1 };
const atStripe = { provider: 'stripe', paymentId: 'pi_1' } as const;
const failedRefund = aRefund({ ...atStripe, failure: { at: 2, why: 'declined', isProviders: true } });
const online = { paymentMethod: 'stripe', paid: true, payment } as const;
/** An order on which the verb is possible. */
const orderFor: Partial<Record<DeskRouteName, Partial<Order>>> = {
  'orders.ship': { status: 'Processing' },
  'orders.deliver': { status: 'Shipped' },
  'orders.askReturn': { status: 'Delivered' },
  'orders.endReturn': { status: 'Delivered' },
  'orders.refund': online,
  'orders.refundAgain': { ...online, refunds: [failedRefund] },
  'orders.refundByHand': { ...online, refunds: [failedRefund] },
  'orders.release': { ...online, disputes: [aDispute(atStripe)] },
};

/** A new order of this shopper, as a call needs it. */
async function populated(name: DeskRouteName, shopper: string): Promise<Populated> {
  await setStock(hoodie.id, 'M', 50);
  const { id } = await storeOrder({ userId: shopper, ...orderFor[name] }, 10_000);
  const found = (await readOrder(id)) as Stored;
  return { order: { id, seen: versionOf(found) }, shopper };
}

/** Stands for the hostile text. */
const TEXT = '<text>';

const besideSeen = (order: Populated['order']) => [
  { ...order, seen: TEXT },
  { ...order, id: TEXT },
];

/** Bodies that are valid but for one text of each, by their calls. */
const besideValid = ({ order, shopper }: Populated) =>
  ({
    'orders.list': [{ search: TEXT }],
    'orders.note': [{ id: order.id, text: TEXT }],
    'orders.pack': besideSeen(order),
    'orders.ship': [
      { ...order, courier: TEXT, trackingNumber: '1' },
      { ...order, courier: 'Delhivery', trackingNumber: TEXT },
    ],
    'orders.deliver': besideSeen(order),
    'orders.undo': besideSeen(order),
    'orders.askReturn': besideSeen(order),
    'orders.endReturn': besideSeen(order),
    'orders.cancel': [{ ...order, reason: TEXT }],
    'orders.refund': [{ ...order, amount: 'all', reason: TEXT }],
    'orders.refundAgain': besideSeen(order),
    'orders.refundByHand': [{ ...order, note: TEXT }],
    'orders.release': [{ ...order, reason: TEXT }],
    'stock.list': [{ search: TEXT }],
    'stock.change': [
      { rows: [{ productId: hoodie.id, size: 'M', seen: 49, pieces: 49 }], isShelf: false, reason: TEXT },
      {
        rows: [{ productId: hoodie.id, size: TEXT, seen: 49, pieces: 50 }],
        isShelf: true,
        reason: 'Counted',
      },
      { rows: [{ productId: TEXT, size: 'M', seen: 49, pieces: 50 }], isShelf: false, reason: 'Counted' },
    ],
    // Every hostile text is refused: one body without it shows that the other fields are valid.
    'stock.check': [
      { csv: `product,size,pieces\n${hoodie.id},M,5` },
      { csv: TEXT },
      { csv: `product,size,pieces\n${hoodie.id},M,${TEXT}` },
    ],
    'stock.log': [{ productId: hoodie.id, size: TEXT }],
    'stock.tell': [
      { productId: hoodie.id, size: 'M' },
      { productId: hoodie.id, size: TEXT },
      { productId: TEXT, size: 'M' },
    ],
    'shoppers.find': [{ search: TEXT }],
    'shoppers.note': [{ id: shopper, text: TEXT }],
  }) satisfies Partial<Record<DeskRouteName, readonly Record<string, unknown>[]>>;

/** A body with this text in its place. */
const filled = (body: unknown, text: string): string =>
  JSON.stringify(body, (_field, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(TEXT, () => text) : value,
  );

const values: (() => unknown)[] = [
  () => oneOf(hostileTexts),
  () => Number(oneOf(hostileNumbers)),
  () => null,
  () => [],
  () => ({}),
  () => [oneOf(hostileTexts)],
  () => ({ [oneOf(prototypeNames)]: oneOf(hostileTexts) }),
  () => oneOf([owner, packer, 'x'.repeat(43), '2026-11', 0, 1, true]),
];

function fieldsOf(name: DeskRouteName): string[] {
  const { properties = {} } = z.toJSONSchema(deskSchemas[name], { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

/** Fields of a call's body, each with a hostile value or left out; or a body that is no object. */
function hostileBody(own: readonly string[]): string {
  if (below(4) === 0) return oneOf(brokenJson);
  const fields = [...own, oneOf(prototypeNames)].filter(() => below(5) > 0);
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, oneOf(values)()])));
}

async function attack(name: DeskRouteName, browser: Browser, times: number): Promise<void> {
  const cookie = browser.cookie;
  const fields = fieldsOf(name);
  for (let sent = 0; sent < times; sent += 1) {
    browser.cookie = cookie;
    const body = hostileBody(fields);
    const { status, body: answer, headers } = await browser.send(name, body);
    const context = `${name} ${body} ${JSON.stringify(answer)}`;
    expect(status, context).toBeLessThan(500);
    expect(answer.success, context).toBe(status === 200);
    if (status !== 200) expect(answer.message, context).toMatch(/\S/);
    expect(headers.get('cache-control'), context).toBe('no-store');
  }
  browser.cookie = cookie;
}

/** Verbs with the same fields share the texts, because one schema and one step read them: each takes a part. */
const alike: readonly (readonly DeskRouteName[])[] = [
  [
    'orders.pack',
    'orders.deliver',
    'orders.undo',
    'orders.askReturn',
    'orders.endReturn',
    'orders.refundAgain',
  ],
  ['orders.cancel', 'orders.refund', 'orders.refundByHand', 'orders.release'],
];

function textsFor(name: DeskRouteName): readonly string[] {
  const group = alike.find((verbs) => verbs.includes(name)) ?? [name];
  return hostileTexts.filter((_, at) => at % group.length === group.indexOf(name));
}

const besides = Object.keys(besideValid({ order: { id: '', seen: '' }, shopper: '' })) as DeskRouteName[];

test.each(besides)('%s takes a hostile text beside valid fields, or refuses it in words', async (name) => {
  const browser = await browserOf(owner);
  const answers: number[] = [];
  const { userId } = (await newShopper()).session;
  let existing = await populated(name, userId);
  // A verb that succeeds uses its order up.
  const usesUp = name.startsWith('orders.') && name !== 'orders.list';
  let isUsedUp = false;
  for (const text of textsFor(name)) {
    if (isUsedUp) existing = await populated(name, userId);
    isUsedUp = false;
    const bodies = besideValid(existing)[name as keyof ReturnType<typeof besideValid>];
    for (const body of bodies) {
      const sent = filled(body, text);
      const { status, body: answer } = await browser.send(name, sent);
      answers.push(status);
      const context = `${name} ${sent} ${JSON.stringify(answer)}`;
      expect(status, context).toBeLessThan(500);
      expect(answer.success, context).toBe(status === 200);
      if (status === 200) {
        isUsedUp = usesUp;
        continue;
      }
      expect(answer.message, context).toMatch(/\S/);
      const leaks = answer.message?.match(/node_modules|netlify\/|\bERR |redis\.call/g) ?? [];
      // A message may repeat a part of the text.
      expect(
        leaks.filter((leak) => !text.includes(leak)),
        context,
      ).toEqual([]);
    }
  }
  // Some come through, else the valid fields are none.
  expect(answers.some((status) => status === 200 || status === 404 || status === 409)).toBe(true);
  // This shop has no payment provider, so a refund stays open and the log says so.
  expect(errors.filter((line) => !line.includes('"ProviderUnavailable"'))).toEqual([]);
});

test.each(names)('%s answers any body with a documented reply of the desk', async (name) => {
  await attack(name, await browserOf(owner), EACH);
  const { roles, ...route }: DeskRoute = deskRoutes[name];
  await attack(name, await browserOf(packer), roles.includes('packer') ? EACH / 2 : REFUSED);
  const months = await readLogMonths();
  await attack(name, newBrowser('198.51.100.9'), route.open ? EACH : REFUSED);
  expect(await readLogMonths()).toEqual(months);
  expect(errors).toEqual([]);
});
