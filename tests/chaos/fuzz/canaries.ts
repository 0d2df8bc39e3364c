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
import { storeResetLink } from '../../../netlify/storage/mailed-links.ts';
import { redis } from '../../../netlify/storage/redis.ts';
import { createUser } from '../../../netlify/storage/accounts.ts';
import { indexSubscriptions } from '../../../netlify/storage/subscription-index.ts';
import { joinWaitlist } from '../../../netlify/storage/waitlist.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import { DAY_MS } from '../../../src/domain/time-units.ts';
import { call } from '../../support/api-call.ts';
import { snapshotOf } from './state-diff.ts';
import { addressOf, buyable, newCode, orderOf } from '../goods.ts';
import { initialStock } from './fuzz-catalogue.ts';

/** The password of attackers' accounts, and of no bystander's. */
export const PASSWORD = 'warp and weft';

/** The fields of people are named like the marks that attackers use (fields.ts). */
interface Person {
  token: string;
  /** Their account's id. */
  user: string;
  email: string;
  /** In all their own data, and nowhere else. */
  canary: string;
}

/** In an answer to anybody else, or in the log, it is leaked data. */
export const CANARIES = /canary[0-9a-f]{16}/g;
const newCanary = () => `canary${randomBytes(8).toString('hex')}`;

const deliveryTo = (canary: string) =>
  addressOf(randomInt(1_000_000_000), {
    firstName: canary,
    lastName: canary,
    email: `${canary}@example.com`,
    street: `${canary} road`,
    city: canary,
  });

async function account(
  passwordHash: string,
  canary: string,
  email: string,
  isConfirmed = true,
): Promise<Person> {
  const id = newUserId();
  const { token, session } = newToken(id);
  const now = Date.now();
  const user = {
    id,
    name: canary,
    email,
    createdAt: now,
    updatedAt: now,
    termsAcceptedAt: now,
    emailConfirmedAt: isConfirmed ? now : null,
  };
  await createUser(user, passwordHash, session);
  return { token, user: id, email, canary };
}

/** The code and the tokens that the shop's own emails would bring. */
async function emailedTokens({ user, email, canary }: Person) {
  const code = newCode();
  const [reset, confirm, newsletter] = [newToken(user), newToken(user), newLinkToken()];
  const { tokenHash } = confirm.session;
  const link = JSON.stringify({ tokenHash, email: `moved-${canary}@example.com` });
  await Promise.all([
    redis().hset(codesKey(), { [code.code]: JSON.stringify(code) }),
    storeResetLink(reset.session, email),
    redis().set(emailChangeKey(user), link, { px: DAY_MS }),
    redis().set(confirmLinkKey(newsletter.tokenHash), personHash(email), { px: DAY_MS }),
  ]);
  return {
    code: code.code,
    reset: reset.token,
    confirm: confirm.token,
    newsletter: newsletter.token,
  };
}

export type Attacker = Person & Awaited<ReturnType<typeof emailedTokens>>;

async function bystander(shop: URL, number: number) {
  const canary = newCanary();
  const person = await account(
    await hashPassword(randomUUID()),
    canary,
    `bystander-${number}-${randomBytes(4).toString('hex')}@example.com`,
  );
  const from = { token: person.token, network: `198.51.100.${number}`, key: randomUUID() };
  const product = buyable[0] as Product;
  const size = sizesOf(product)[0] ?? 'default';
  const { street, firstName, email: _, lastName: __, ...place } = deliveryTo(canary);
  await call(shop, 'address.add', { label: firstName, address: street, isDefault: true, ...place }, from);
  const body = { address: deliveryTo(canary), ...orderOf([{ product, size, quantity: 2 }]) };
  // Half of the orders are paid on delivery and shipped, so that there is an invoice; half wait for their payment.
  const isOnDelivery = number % 2 === 0;
  const way = isOnDelivery ? 'order.place' : 'order.razorpay';
  const { orderId: order } = await call(shop, way, body, from);
  if (isOnDelivery) await send(order, person);
  await call(shop, 'cart.add', { itemId: product.id, size }, from);
  await call(shop, 'wishlist.toggle', { itemId: product.id }, from);
  // Shoppers cannot write these, so their values are unmistakable.
  await redis().hset(cartKey(person.user), { [variant(canary, 'M')]: 1 });
  await redis().rpush(wishlistKey(person.user), canary);
  const news = `news-${randomBytes(6).toString('hex')}`;
  const notification = { id: news, type: 'account', message: canary, read: false, createdAt: Date.now() };
  await redis().lpush(notificationsKey(person.user), JSON.stringify(notification));
  const { addresses } = await call(shop, 'address.user', undefined, from);
  const address = addresses[0]?._id ?? '';
  // A token with their account id and an attacker's random bytes.
  const forged = Buffer.concat([Buffer.from(person.user, 'hex'), randomBytes(32)]).toString('base64url');
  return { ...person, key: from.key, order, address, news, forged };
}

export type Bystander = Awaited<ReturnType<typeof bystander>>;

/** Prepares an empty shop: stock, bystanders, and a source of attackers. */
export async function openShopWithCanaries(shop: URL, bystanders = 6) {
  await redis().hset(stockKey(), Object.fromEntries(initialStock));
  // As on a shop's first day: until then each export reads every key of the database.
  await indexSubscriptions();
  const passwordHash = await hashPassword(PASSWORD);
  const all: Bystander[] = [];
  for (let number = 0; number < bystanders; number += 1) all.push(await bystander(shop, number));
  const impersonated = new Map<string, string>();
  return {
    bystanders: all,
    /**
     * Emails of bystanders with which attackers signed up, and the text on the waitlist for each: no export may show it,
     * and no deletion may remove it.
     */
    impersonated,
    /** @param calls that the attacker will make */
    newAttacker: async (calls: ReadonlySet<string>): Promise<Attacker> => {
      const canary = newCanary();
      // Attackers who order have a confirmed email, or the limits of orders on delivery would stop most orders.
      const orders = ['order.place', 'order.razorpay', 'order.stripe'].some((call) => calls.has(call));
      const person = await account(passwordHash, canary, `${canary}@example.com`, orders);
      const emailed = await emailedTokens(person);
      if (orders) return { ...person, ...emailed };
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
      return { ...person, ...emailed };
    },
    /** A snapshot of bystanders, stock and orders; see `changesSince`. */
    before: await snapshotOf(all),
  };
}

export type CanaryShop = Awaited<ReturnType<typeof openShopWithCanaries>>;

/** A shipped parcel has an invoice. */
export async function send(orderId: string, { canary }: Person): Promise<void> {
  await processOrder(orderId);
  await shipOrder(orderId, { courier: canary, trackingNumber: canary });
}
