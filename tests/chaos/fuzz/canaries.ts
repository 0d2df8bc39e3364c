/**
 * The people in the shop during the attack. Each has a unique secret text (a canary): bystanders in their accounts, carts,
 * addresses, orders and notifications, attackers in their names, emails and orders. Attackers know what can leak elsewhere:
 * the bystanders' emails and every id.
 */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { hashPassword } from '../../../netlify/identity/passwords.ts';
import { newLinkToken, newToken, newUserId } from '../../../netlify/identity/tokens.ts';
import {
  cartKey,
  codesKey,
  confirmLinkKey,
  emailChangeKey,
  notificationsKey,
  stockKey,
  variant,
  wishlistKey,
} from '../../../netlify/storage/keys.ts';
import { personHash } from '../../../netlify/storage/person-hash.ts';
import { processOrder, shipOrder } from '../../../netlify/services/order-admin.ts';
import type { Code } from '../../../netlify/storage/discount-codes.ts';
import { storeResetLink } from '../../../netlify/storage/mailed-links.ts';
import { redis } from '../../../netlify/storage/redis.ts';
import { createUser } from '../../../netlify/storage/accounts.ts';
import { indexSubscriptions } from '../../../netlify/storage/subscription-index.ts';
import { joinWaitlist } from '../../../netlify/storage/waitlist.ts';
import { CODE_LENGTH, codeLetters, codeOf } from '../../../src/domain/discount.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import { DAY_MS } from '../../../src/domain/time-units.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/endpoints.ts';
import { snapshotOf } from './state-diff.ts';
import { buyable, CODE_PERCENT, initialStock, orderOf } from './fuzz-catalogue.ts';
import type { Send } from './raw-http.ts';

/** The password of attackers' accounts, and of no bystander's. */
export const PASSWORD = 'warp and weft';

interface Person {
  token: string;
  userId: string;
  email: string;
  /** In all their own data, and nowhere else. */
  canary: string;
}

/** With the tokens that a shopper gets by email; empty if none of their calls needs one. */
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
  /** A token with their account id and an attacker's random bytes. */
  forged: string;
}

export interface CanaryShop {
  bystanders: readonly Bystander[];
  /**
   * Emails of bystanders with which attackers signed up, and the text on the waitlist for each: no export may show it,
   * and no deletion may remove it.
   */
  impersonated: ReadonlyMap<string, string>;
  /** @param calls that the attacker will make */
  newAttacker: (calls: ReadonlySet<string>) => Promise<Attacker>;
  /** A snapshot of bystanders, stock and orders; see `changesSince`. */
  before: Record<string, string>;
}

/** In an answer to anybody else, or in the log, it is leaked data. */
export const CANARIES = /canary[0-9a-f]{16}/g;
const newCanary = () => `canary${randomBytes(8).toString('hex')}`;

const anyCodeLetter = () => codeLetters.charAt(randomInt(codeLetters.length));

const deliveryTo = (canary: string) => ({
  firstName: canary,
  lastName: canary,
  email: `${canary}@example.com`,
  street: `${canary} road`,
  city: canary,
  state: 'Karnataka',
  zipcode: '560001',
  country: 'India',
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
    id: userId,
    name: canary,
    email,
    createdAt: now,
    updatedAt: now,
    termsAcceptedAt: now,
    emailConfirmedAt: isConfirmed ? now : null,
  };
  await createUser(user, passwordHash, session);
  return { token, userId, email, canary };
}

/** The tokens that the shop's own emails would bring. */
async function emailedTokens({ userId, email, canary }: Person, calls: ReadonlySet<string>) {
  const emailed = { code: '', reset: '', confirm: '', newsletter: '' };
  const writes: Promise<unknown>[] = [];
  const needs = (...names: string[]) => names.some((name) => calls.has(name));
  if (needs('discount.check', 'order.place', 'order.razorpay', 'order.stripe')) {
    emailed.code = codeOf(Array.from({ length: CODE_LENGTH }, anyCodeLetter).join(''));
    const now = Date.now();
    const code: Code = { code: emailed.code, percent: CODE_PERCENT, madeAt: now, expiresAt: now + DAY_MS };
    writes.push(redis().hset(codesKey(), { [emailed.code]: JSON.stringify(code) }));
  }
  if (needs('user.reset')) {
    const { token, session } = newToken(userId);
    emailed.reset = token;
    writes.push(storeResetLink(session, email));
  }
  if (needs('user.confirm-email')) {
    const { token, session } = newToken(userId);
    emailed.confirm = token;
    const link = JSON.stringify({ tokenHash: session.tokenHash, email: `moved-${canary}@example.com` });
    writes.push(redis().set(emailChangeKey(userId), link, { px: DAY_MS }));
  }
  if (needs('newsletter.confirm')) {
    const { token, tokenHash } = newLinkToken();
    emailed.newsletter = token;
    writes.push(redis().set(confirmLinkKey(tokenHash), personHash(email), { px: DAY_MS }));
  }
  await Promise.all(writes);
  return emailed;
}

async function bystander(sendToShop: Send, number: number): Promise<Bystander> {
  const canary = newCanary();
  const person = await account(
    await hashPassword(randomUUID()),
    canary,
    `bystander-${number}-${randomBytes(4).toString('hex')}@example.com`,
  );
  const key = randomUUID();
  const ask = async (method: string, target: string, body: unknown) => {
    const answer = await sendToShop({
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
  // Half of the orders are paid on delivery, half wait for their payment.
  const way = number % 2 === 0 ? 'place' : 'razorpay';
  const { orderId } = (await ask('POST', `/api/order/${way}`, order)) as { orderId: string };
  await ask('POST', '/api/cart/add', item);
  await ask('POST', '/api/wishlist/toggle', { itemId: product.id });
  // Shipped, so that there is an invoice.
  if (way === 'place') {
    await processOrder(orderId);
    await shipOrder(orderId, { courier: canary, trackingNumber: canary });
  }
  // Shoppers cannot write these, so their values are unmistakable.
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

/** Prepares an empty shop: stock, bystanders, and a source of attackers. */
export async function openShopWithCanaries(sendToShop: Send, bystanders = 6): Promise<CanaryShop> {
  await redis().hset(stockKey(), initialStock);
  // As on a shop's first day: until then each export reads every key of the database.
  await indexSubscriptions();
  const passwordHash = await hashPassword(PASSWORD);
  const all: Bystander[] = [];
  for (let number = 0; number < bystanders; number += 1) all.push(await bystander(sendToShop, number));
  const impersonated = new Map<string, string>();
  return {
    bystanders: all,
    impersonated,
    newAttacker: async (calls) => {
      const canary = newCanary();
      // Attackers who order have a confirmed email, or the limits of orders on delivery would stop most orders.
      const orders = ['order.place', 'order.razorpay', 'order.stripe'].some((call) => calls.has(call));
      const person = await account(passwordHash, canary, `${canary}@example.com`, orders);
      if (orders) return { ...person, ...(await emailedTokens(person, calls)) };
      const owner = all[impersonated.size % all.length]?.canary ?? '';
      impersonated.set(person.email, owner);
      await joinWaitlist([], {
        email: person.email,
        at: Date.now(),
        name: owner,
        message: owner,
        privacyVersion: owner,
        formSent: false,
      });
      return { ...person, ...(await emailedTokens(person, calls)) };
    },
    before: await snapshotOf(all),
  };
}

/** A shipped parcel has an invoice. */
export async function send(orderId: string, { canary }: Attacker): Promise<void> {
  await processOrder(orderId);
  await shipOrder(orderId, { courier: canary, trackingNumber: canary });
}
