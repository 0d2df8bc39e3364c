/**
 * Who is in the shop while it is attacked. Everybody has a text of their own that nobody else can know: bystanders in
 * their accounts, carts, addresses, orders and news, attackers in their names, e-mails and orders. Of bystanders,
 * attackers know what can leak elsewhere: e-mails and every id.
 */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { hashPassword } from '../../../netlify/identity/passwords.ts';
import { newLinkToken, newToken, newUserId } from '../../../netlify/identity/tokens.ts';
import {
  addressesKey,
  allOrdersKey,
  cartKey,
  codesKey,
  confirmLinkKey,
  emailChangeKey,
  loginKey,
  notificationsKey,
  orderKey,
  ordersKey,
  personOf,
  sessionsKey,
  soldKey,
  stockKey,
  userKey,
  variant,
  waitlistKey,
  wishlistKey,
} from '../../../netlify/storage/keys.ts';
import { processOrder, shipOrder } from '../../../netlify/services/order-admin.ts';
import type { Code } from '../../../netlify/storage/discount-codes.ts';
import { keepResetLink } from '../../../netlify/storage/mailed-links.ts';
import { redis } from '../../../netlify/storage/redis.ts';
import { createUser } from '../../../netlify/storage/accounts.ts';
import { joinWaitlist } from '../../../netlify/storage/waitlist.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import { CODE_LENGTH, codeLetters, codeOf } from '../../../src/domain/discount.ts';
import { totalsOf } from '../../../src/domain/line-items.ts';
import type { Order } from '../../../src/domain/order.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/wire.ts';
import { soldProblems, stockProblems } from '../faults/pieces.ts';
import type { Connection } from './raw-http.ts';

/** Of attackers' accounts, and of no bystander's. */
export const PASSWORD = 'warp and weft';

interface Person {
  token: string;
  userId: string;
  email: string;
  /** Stands in everything of theirs that a shopper writes, and nowhere else. */
  canary: string;
}

/** With what comes to a shopper by letter; empty where no call of theirs needs it. */
export interface Attacker extends Person {
  code: string;
  /** Tokens of links. */
  reset: string;
  confirm: string;
  newsletter: string;
}

export interface Bystander extends Person {
  key: string;
  orderId: string;
  addressId: string;
  notificationId: string;
  /** A token of their account id and somebody's own bytes. */
  forged: string;
}

export interface World {
  bystanders: readonly Bystander[];
  /**
   * E-mails that attackers signed up with and that are bystanders', by what stands on the waitlist for each: no export may
   * tell it, and no deletion take it away.
   */
  squatted: ReadonlyMap<string, string>;
  /** @param calls that they are going to make */
  newAttacker: (calls: ReadonlySet<string>) => Promise<Attacker>;
  /** What stands of the bystanders, the stock and the orders; see `problemsSince`. */
  before: Record<string, string>;
}

/** Found in an answer to anybody else, or in the log, it is somebody's data. */
export const CANARIES = /canary[0-9a-f]{16}/g;
const newCanary = () => `canary${randomBytes(8).toString('hex')}`;

const DAY_MS = 24 * 60 * 60 * 1_000;
const anyCodeLetter = () => codeLetters.charAt(randomInt(codeLetters.length));

/** Bought here without an end; the rest of the range has its own few pieces. */
const PLENTY = 1_000_000;

const buyable = catalogue.filter(({ earlyOrder }) => !earlyOrder);
const hasPlenty = (product: Product) => buyable.indexOf(product) % 2 === 0;

/** By the stock's field. */
const openingStock = Object.fromEntries(
  catalogue.flatMap((product) =>
    sizesOf(product).map((size) => [
      variant(product.id, size),
      hasPlenty(product) ? PLENTY : (product.openingStock[size] ?? 0),
    ]),
  ),
);

/** What the codes of attackers take off. */
export const CODE_PERCENT = 20;

/**
 * Lines that can be ordered, with what they cost: most from what has plenty.
 * @param percent that a code takes off
 */
export function orderOf(picks: readonly { product: number; size: number; quantity: number }[], percent = 0) {
  const lines = new Map<string, { product: Product; size: string; quantity: number }>();
  for (const pick of picks) {
    const product = buyable[pick.product % buyable.length] as Product;
    const sizes = sizesOf(product);
    const size = sizes[pick.size % sizes.length] ?? 'default';
    lines.set(variant(product.id, size), { product, size, quantity: pick.quantity });
  }
  const list = [...lines.values()];
  return {
    items: list.map(({ product, size, quantity }) => ({ _id: product.id, size, quantity })),
    amount: totalsOf(list, percent).totalPaise / 100,
  };
}

export const productIds = catalogue.map(({ id }) => id);

const deliveryTo = (canary: string) => ({
  ...{ firstName: canary, lastName: canary, email: `${canary}@example.com`, street: `${canary} road` },
  ...{ city: canary, state: 'Karnataka', zipcode: '560001', country: 'India' },
  phone: `91${randomInt(6_000_000_000, 9_999_999_999)}`,
});

async function account(
  passwordHash: string,
  canary: string,
  email: string,
  isConfirmed = true,
): Promise<Person> {
  const userId = newUserId();
  const { token, session } = newToken(userId);
  const now = Date.now();
  const user = {
    ...{ id: userId, name: canary, email, createdAt: now, updatedAt: now, termsAcceptedAt: now },
    emailConfirmedAt: isConfirmed ? now : null,
  };
  await createUser(user, passwordHash, session);
  return { token, userId, email, canary };
}

/** As the shop's own letters would bring it. */
async function lettersTo({ userId, email, canary }: Person, calls: ReadonlySet<string>) {
  const letters = { code: '', reset: '', confirm: '', newsletter: '' };
  const writes: Promise<unknown>[] = [];
  const needs = (...names: string[]) => names.some((name) => calls.has(name));
  if (needs('discount.check', 'order.place', 'order.razorpay', 'order.stripe')) {
    letters.code = codeOf(Array.from({ length: CODE_LENGTH }, anyCodeLetter).join(''));
    const now = Date.now();
    const code: Code = { code: letters.code, percent: CODE_PERCENT, madeAt: now, expiresAt: now + DAY_MS };
    writes.push(redis().hset(codesKey(), { [letters.code]: JSON.stringify(code) }));
  }
  if (needs('user.reset')) {
    const { token, session } = newToken(userId);
    letters.reset = token;
    writes.push(keepResetLink(session, email));
  }
  if (needs('user.confirm-email')) {
    const { token, session } = newToken(userId);
    letters.confirm = token;
    const link = JSON.stringify({ tokenHash: session.tokenHash, email: `moved-${canary}@example.com` });
    writes.push(redis().set(emailChangeKey(userId), link, { px: DAY_MS }));
  }
  if (needs('newsletter.confirm')) {
    const { token, tokenHash } = newLinkToken();
    letters.newsletter = token;
    writes.push(redis().set(confirmLinkKey(tokenHash), personOf(email), { px: DAY_MS }));
  }
  await Promise.all(writes);
  return letters;
}

async function bystander(shop: Connection, number: number): Promise<Bystander> {
  const canary = newCanary();
  const person = await account(
    await hashPassword(randomUUID()),
    canary,
    `bystander-${number}-${randomBytes(4).toString('hex')}@example.com`,
  );
  const key = randomUUID();
  const ask = async (method: string, target: string, body: unknown) => {
    const answer = await shop.send({
      method,
      target,
      headers: [
        ['Host', 'shop.example'],
        [tokenHeader, person.token],
        [idempotencyHeader, key],
        ['X-Nf-Client-Connection-Ip', `198.51.100.${number}`],
      ],
      body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
    });
    if (answer.status !== 200) throw new Error(`A bystander could not ${target}: ${answer.body}`);
    return JSON.parse(answer.body) as unknown;
  };
  const product = buyable[0] as Product;
  const item = { itemId: product.id, size: sizesOf(product)[0] ?? 'default' };
  const { street, firstName, email: _, lastName: __, ...place } = deliveryTo(canary);
  await ask('POST', '/api/address/add', { label: firstName, address: street, isDefault: true, ...place });
  const order = { address: deliveryTo(canary), ...orderOf([{ product: 0, size: 0, quantity: 2 }]) };
  // Some are owed money, some wait for it.
  const way = number % 2 === 0 ? 'place' : 'razorpay';
  const { orderId } = (await ask('POST', `/api/order/${way}`, order)) as { orderId: string };
  await ask('POST', '/api/cart/add', item);
  await ask('POST', '/api/wishlist/toggle', { itemId: product.id });
  // Sent, so that there is an invoice.
  if (way === 'place') {
    await processOrder(orderId);
    await shipOrder(orderId, { courier: canary, trackingNumber: canary });
  }
  // What no shopper can put there is told apart from what anybody has.
  await redis().hset(cartKey(person.userId), { [variant(canary, 'M')]: 1 });
  await redis().rpush(wishlistKey(person.userId), canary);
  const notificationId = `news-${randomBytes(6).toString('hex')}`;
  const news = { id: notificationId, type: 'account', message: canary, read: false, createdAt: Date.now() };
  await redis().lpush(notificationsKey(person.userId), JSON.stringify(news));
  const { addresses } = (await ask('GET', '/api/address/user', undefined)) as {
    addresses: { _id: string }[];
  };
  const addressId = addresses[0]?._id ?? '';
  const forged = Buffer.concat([Buffer.from(person.userId, 'hex'), randomBytes(32)]).toString('base64url');
  return { ...person, key, orderId, addressId, notificationId, forged };
}

/** Opens the doors of an empty shop: stock, bystanders, and where attackers come from. */
export async function peopledWorld(shop: Connection, bystanders = 6): Promise<World> {
  await redis().hset(stockKey(), openingStock);
  const passwordHash = await hashPassword(PASSWORD);
  const all: Bystander[] = [];
  for (let number = 0; number < bystanders; number += 1) all.push(await bystander(shop, number));
  const squatted = new Map<string, string>();
  return {
    bystanders: all,
    squatted,
    newAttacker: async (calls) => {
      const canary = newCanary();
      // Whoever orders has confirmed theirs, else most orders would end at the limits of orders on delivery.
      const orders = ['order.place', 'order.razorpay', 'order.stripe'].some((call) => calls.has(call));
      const person = await account(passwordHash, canary, `${canary}@example.com`, orders);
      if (orders) return { ...person, ...(await lettersTo(person, calls)) };
      const owner = all[squatted.size % all.length]?.canary ?? '';
      squatted.set(person.email, owner);
      await joinWaitlist([], {
        ...{ email: person.email, at: Date.now(), name: owner, message: owner },
        ...{ privacyVersion: owner, formSent: false },
      });
      return { ...person, ...(await lettersTo(person, calls)) };
    },
    before: await standing(all),
  };
}

/** The shop's client gives hashes as Redis does: field, value, field, value. */
async function fieldsOf(key: string): Promise<Map<string, string>> {
  const flat = ((await redis().hgetall(key)) ?? []) as unknown as string[];
  return new Map(
    Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? '']),
  );
}

async function contentOf(key: string): Promise<string> {
  const kind = await redis().type(key);
  if (kind === 'hash') return JSON.stringify([...(await fieldsOf(key))].sort());
  if (kind === 'list') return JSON.stringify(await redis().lrange(key, 0, -1));
  if (kind === 'zset') return JSON.stringify(await redis().zrange(key, 0, -1, { withScores: true }));
  return `${kind} ${JSON.stringify(await redis().get(key))}`;
}

async function standing(bystanders: readonly Bystander[]): Promise<Record<string, string>> {
  const keys = bystanders.flatMap(({ userId, email, orderId }) => [
    ...[userKey, sessionsKey, cartKey, wishlistKey, addressesKey, notificationsKey, ordersKey].map((of) =>
      of(userId),
    ),
    loginKey(email),
    orderKey(orderId),
  ]);
  const values: Record<string, string> = {};
  for (const key of keys) values[key] = await contentOf(key);
  return values;
}

/** A parcel on its way has an invoice. */
export async function send(orderId: string, { canary }: Attacker): Promise<void> {
  await processOrder(orderId);
  await shipOrder(orderId, { courier: canary, trackingNumber: canary });
}

/** What is not as it must be when all is over; empty where nothing is. */
export async function problemsSince({ bystanders, squatted, before }: World): Promise<string[]> {
  const problems: string[] = [];
  for (const [email, canary] of squatted) {
    const entry = await redis().hget<string>(waitlistKey(), email);
    if (!entry?.includes(canary)) problems.push(`A bystander is off the waitlist: ${email}`);
  }
  const after = await standing(bystanders);
  for (const [key, value] of Object.entries(before)) {
    if (after[key] !== value) problems.push(`${key} of a bystander has changed: ${value} → ${after[key]}`);
  }
  return [...problems, ...(await piecesThatDoNotAdd())];
}

async function everyOrder(): Promise<Order[]> {
  const ids = await redis().zrange<string[]>(allOrdersKey(), 0, -1);
  const orders: Order[] = [];
  for (let at = 0; at < ids.length; at += 500) {
    const texts = await redis().mget<(string | null)[]>(ids.slice(at, at + 500).map(orderKey));
    orders.push(...texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as Order])));
  }
  return orders;
}

async function piecesThatDoNotAdd(): Promise<string[]> {
  const orders = await everyOrder();
  const stock = [...(await fieldsOf(stockKey()))].map(([field, left]) => [field, Number(left)] as const);
  const sold = new Map<string, number>();
  for (const { id } of catalogue) sold.set(id, Number((await redis().zscore(soldKey(), id)) ?? 0));
  return [
    ...stockProblems(orders, new Map(stock), new Map(Object.entries(openingStock))),
    ...soldProblems(orders, sold, productIds),
  ];
}
