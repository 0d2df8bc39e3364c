/**
 * One honest request for every route and every other door of the server, as many as are wanted, each of a shopper of its
 * own. server.ts compares them with the routes of the contract and the files of netlify/functions.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from '../../../netlify/identity/passwords.ts';
import { newToken, newUserId } from '../../../netlify/identity/tokens.ts';
import type { Code } from '../../../netlify/storage/discount-codes.ts';
import type { Session } from '../../../netlify/storage/guard.ts';
import {
  codesKey,
  confirmLinkKey,
  leaveLinkKey,
  personOf,
  stockKey,
  variant,
} from '../../../netlify/storage/keys.ts';
import { emailLinkWrites, keepResetLink } from '../../../netlify/storage/mailed-links.ts';
import { askFor } from '../../../netlify/storage/newsletter.ts';
import { createUser } from '../../../netlify/storage/accounts.ts';
import { acceptance } from '../../../netlify/services/consents.ts';
import { waitlistMessages } from '../../../src/contract/messages/newsletter-and-waitlist.ts';
import { newsletterPaths, paths } from '../../../src/contract/paths.ts';
import { type Body, type Reply, type RouteName, routes } from '../../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/wire.ts';
import { policyVersions } from '../../../src/content/edition.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import { CODE_LENGTH, codeLetters, codeOf } from '../../../src/domain/discount.ts';
import { totalsOf } from '../../../src/domain/line-items.ts';
import { sizesOf } from '../../../src/domain/product.ts';
import { type Asking, type Meant, requestOf } from './repeatable-request.ts';
import type { Stage } from './stage.ts';

export interface Measured {
  title: string;
  /** Of netlify/functions. */
  room: string;
  route: RouteName | null;
  /** Costs a password hash, or waits for a provider: few are enough. */
  isDear: boolean;
  meant: Meant;
  make: () => Promise<Asking> | Asking;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const PASSWORD = 'warp and weft';
const sellable = catalogue.filter(({ earlyOrder }) => !earlyOrder);
const some = (count: number) => sellable.slice(0, count);
const early = catalogue.find(({ earlyOrder }) => earlyOrder);
const address = {
  ...{ firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', street: '12 MG Road' },
  ...{ city: 'Bengaluru', state: 'Karnataka', zipcode: '560001', country: 'India', phone: '919876543210' },
};
const savedAddress = {
  ...{ label: 'Home', address: address.street, city: address.city, state: address.state },
  ...{ zipcode: address.zipcode, country: address.country, phone: address.phone, isDefault: false },
};

function sizeOf(at: number): { id: string; size: string } {
  const product = sellable[at];
  return { id: product?.id ?? '', size: product ? (sizesOf(product)[0] ?? '') : '' };
}

let shoppers = 0;

/** Each order is of another phone and address: the shop limits how much one of them may have unpaid. */
function orderBody(count: number) {
  shoppers += 1;
  const own = { street: `${shoppers} MG Road`, phone: `9198765${String(shoppers).padStart(5, '0')}` };
  const lines = some(count).map((product) => ({ product, quantity: 1 }));
  const items = lines.map(({ product, quantity }) => ({
    _id: product.id,
    size: sizesOf(product)[0] ?? '',
    quantity,
  }));
  return { address: { ...address, ...own }, items, amount: totalsOf(lines).totalPaise / 100 };
}

function asking(name: RouteName, { body, query = '', token, key }: Options = {}): Asking {
  const { method, path } = routes[name];
  return {
    method,
    path: `${path}${query}`,
    headers: { ...(token && { [tokenHeader]: token }), ...(key && { [idempotencyHeader]: key }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

interface Options {
  body?: unknown;
  query?: string;
  token?: string;
  key?: string;
}

interface Shopper {
  token: string;
  session: Session;
  email: string;
}

/** The calls, and the token of a shopper who is logged in. */
export async function allCalls(stage: Stage): Promise<{ calls: Measured[]; token: string }> {
  const passwordHash = await hashPassword(PASSWORD);
  // Nobody in this run may find a size sold out.
  for (const product of sellable) {
    for (const size of sizesOf(product))
      await stage.redis('HSET', stockKey(), variant(product.id, size), 1e6);
  }
  const gone = sizeOf(sellable.length - 1);
  await stage.redis('HSET', stockKey(), variant(gone.id, gone.size), 0);

  async function shopper(): Promise<Shopper> {
    const id = newUserId();
    const email = `${randomUUID()}@example.com`;
    const { token, session } = newToken(id);
    const now = Date.now();
    await createUser(
      { id, name: 'Asha', email, createdAt: now, updatedAt: now, ...acceptance(now) },
      passwordHash,
      session,
    );
    return { token, session, email };
  }

  async function reply<Name extends RouteName>(name: Name, options: Options): Promise<Reply<Name>> {
    const asked = asking(name, options);
    const room = asked.path.split(/[/?]/)[2] ?? '';
    const { response, body } = await stage.call(room, requestOf(asked), '198.51.100.9');
    if (!response.ok) throw new Error(`${name} was answered with ${response.status}: ${body.toString()}`);
    return JSON.parse(body.toString()) as Reply<Name>;
  }

  const place = async (token: string, count = 2) =>
    (await reply('order.place', { token, key: randomUUID(), body: orderBody(count) })).orderId;

  async function forRazorpay(token: string) {
    return reply('order.razorpay', { token, key: randomUUID(), body: orderBody(2) });
  }

  /** An order, and what Razorpay's window hands over when it is paid. */
  async function paidByRazorpay(token: string) {
    const { order, orderId } = await forRazorpay(token);
    const receipt = await stage.neighbours<Body<'order.verifyRazorpay'>>({
      do: 'razorpay.pay',
      razorpayOrderId: order.id,
    });
    return { orderId, receipt };
  }

  async function forStripe(token: string) {
    const { orderId, session_url } = await reply('order.stripe', {
      token,
      key: randomUUID(),
      body: orderBody(2),
    });
    return { orderId, sessionId: /cs_\w+/.exec(session_url)?.[0] ?? '' };
  }

  const open = (
    name: RouteName,
    make: () => Promise<Options> | Options,
    more: { title?: string; isDear?: true; meant?: Meant } = {},
  ): Measured => ({
    title: more.title ?? name,
    room: routes[name].path.split('/')[2] ?? '',
    route: name,
    isDear: more.isDear ?? false,
    meant: more.meant ?? { status: 200 },
    make: async () => asking(name, await make()),
  });
  const own = (
    name: RouteName,
    make: (of: Shopper) => Promise<Options> | Options,
    more: Parameters<typeof open>[2] = {},
  ): Measured =>
    open(
      name,
      async () => {
        const of = await shopper();
        return { token: of.token, ...(await make(of)) };
      },
      more,
    );
  /** A code as a confirmed subscription makes one. */
  async function newCode(): Promise<string> {
    const letters = Array.from(randomBytes(CODE_LENGTH), (byte) => codeLetters[byte % codeLetters.length]);
    const madeAt = Date.now();
    const code: Code = { code: codeOf(letters.join('')), percent: 20, madeAt, expiresAt: madeAt + DAY_MS };
    await stage.redis('HSET', codesKey(), code.code, JSON.stringify(code));
    return code.code;
  }

  const anyone = () => `${randomUUID()}@example.com`;
  const line = sizeOf(0);
  const wish = () => ({ productId: gone.id, size: gone.size, email: anyone() });
  const ids = (count: number) =>
    `?${some(count)
      .map(({ id }) => `id=${id}`)
      .join('&')}`;

  const calls: Measured[] = [
    open('product.list', () => ({ query: '?limit=60' }), { title: 'product.list, first 60' }),
    open('product.list', () => ({ query: '?subCategory=Hoodie&sort=price-asc&limit=60' }), {
      title: 'product.list, filter and sort',
    }),
    open('product.list', () => ({ query: '?sort=bestseller&limit=60' }), {
      title: 'product.list, best sellers',
    }),
    open('product.list', () => ({ query: '?search=hodie&limit=60' }), { title: 'product.list, search' }),
    open('product.list', () => ({ query: ids(3) }), { title: 'product.list, a cart of 3' }),
    open('product.stock', () => ({ query: ids(8) })),
    open('product.early-order-interest', () => ({
      body: { productId: early?.id ?? '', name: 'Asha', email: anyone(), phone: address.phone },
    })),
    open('notify', () => ({ body: wish() })),
    open('notify.check', () => ({ body: wish() })),
    open('waitlist', () => ({
      body: { user_email: anyone(), user_name: waitlistMessages.userName, message: waitlistMessages.request },
    })),
    open('waitlist.sent', () => ({ body: { user_email: anyone() } })),
    own('cart.add', () => ({ body: { itemId: line.id, size: line.size } })),
    own('cart.update', () => ({ body: { itemId: line.id, size: line.size, quantity: 3 } })),
    own('cart.get', async ({ token }) => {
      await reply('cart.add', { token, body: { itemId: line.id, size: line.size } });
      return {};
    }),
    own('wishlist.toggle', () => ({ body: { itemId: line.id } })),
    own('wishlist.get', async ({ token }) => {
      await reply('wishlist.toggle', { token, body: { itemId: line.id } });
      return {};
    }),
    open('user.register', () => ({ body: { name: 'Asha', email: anyone(), password: PASSWORD } }), {
      isDear: true,
    }),
    open('user.login', async () => ({ body: { email: (await shopper()).email, password: PASSWORD } }), {
      isDear: true,
    }),
    own('user.logout', () => ({})),
    open('user.options', () => ({})),
    open(
      'user.google',
      async () => ({ body: { token: await stage.neighbours({ do: 'google.credential', email: anyone() }) } }),
      { isDear: true },
    ),
    open('user.forgot', async () => ({ body: { email: (await shopper()).email } })),
    open(
      'user.reset',
      async () => {
        const { session, email } = await shopper();
        const link = newToken(session.userId);
        await keepResetLink(link.session, email);
        return { body: { token: link.token, password: 'weft and warp' } };
      },
      { isDear: true },
    ),
    own('user.confirm-email', async ({ session }) => {
      const link = newToken(session.userId);
      for (const write of emailLinkWrites(link.session, anyone())) await stage.redis(...write);
      return { body: { token: link.token } };
    }),
    own('user.confirm-again', () => ({})),
    own('user.profile', () => ({})),
    own('user.save-profile', ({ email }) => ({
      body: {
        ...{ name: 'Asha Rao', email, phone: address.phone, address: address.street, city: address.city },
        ...{ state: address.state, zipcode: address.zipcode, country: address.country },
        ...{ dateOfBirth: '1998-02-28', gender: 'female' },
      },
    })),
    own('user.export', () => ({})),
    own('user.delete', ({ email }) => ({ body: { email, password: PASSWORD } }), { isDear: true }),
    own('address.user', async ({ token }) => {
      await reply('address.add', { token, body: savedAddress });
      return {};
    }),
    own('address.add', () => ({ body: savedAddress })),
    own('address.edit', async ({ token }) => {
      const { addresses } = await (async () => {
        await reply('address.add', { token, body: savedAddress });
        return reply('address.user', { token });
      })();
      return { body: { ...savedAddress, label: 'Work', addressId: addresses[0]?._id } };
    }),
    own('address.delete', async ({ token }) => {
      await reply('address.add', { token, body: savedAddress });
      const { addresses } = await reply('address.user', { token });
      return { body: { addressId: addresses[0]?._id } };
    }),
    own('notification.user', async ({ token }) => {
      await place(token);
      return {};
    }),
    own('notification.read', async ({ token }) => {
      await place(token);
      const { notifications } = await reply('notification.user', { token });
      return { body: { notificationId: notifications[0]?._id } };
    }),
    own('order.place', () => ({ key: randomUUID(), body: orderBody(2) })),
    own('order.razorpay', () => ({ key: randomUUID(), body: orderBody(2) }), { isDear: true }),
    own('order.stripe', () => ({ key: randomUUID(), body: orderBody(2) }), { isDear: true }),
    own(
      'order.pay',
      async ({ token }) => {
        const { orderId } = await forRazorpay(token);
        return { body: { orderId } };
      },
      { isDear: true },
    ),
    own('order.verifyRazorpay', async ({ token }) => ({ body: (await paidByRazorpay(token)).receipt }), {
      isDear: true,
    }),
    own(
      'order.verifyStripe',
      async ({ token }) => {
        const { orderId, sessionId } = await forStripe(token);
        await stage.neighbours({ do: 'stripe.pay', sessionId });
        return { body: { success: 'true', orderId } };
      },
      { isDear: true },
    ),
    own(
      'order.verifyStripe',
      async ({ token }) => ({ body: { success: 'false', orderId: (await forStripe(token)).orderId } }),
      { title: 'order.verifyStripe, not paid', isDear: true, meant: { status: 402 } },
    ),
    own('order.giveUp', () => ({ key: randomUUID() }), { title: 'order.giveUp, before anything was placed' }),
    own('order.userorders', async ({ token }) => {
      for (let at = 0; at < 3; at += 1) await place(token);
      return {};
    }),
    own('order.invoice', async ({ token }) => {
      const { orderId, receipt } = await paidByRazorpay(token);
      await reply('order.verifyRazorpay', { token, body: receipt });
      return { query: `?orderId=${orderId}` };
    }),
    own('discount.check', async () => ({ body: { code: await newCode() } })),
    open('newsletter.subscribe', () => ({ body: { email: anyone() } })),
    open('newsletter.confirm', async () => {
      const email = anyone();
      const { token, session } = newToken(newUserId());
      await askFor([], { email, at: Date.now(), privacyVersion: policyVersions.privacy });
      await stage.redis('SET', confirmLinkKey(session.tokenHash), personOf(email));
      return { body: { token } };
    }),
    open('payment.methods', () => ({})),
    open('health', () => ({})),
    {
      ...{
        title: 'newsletter-leave, by a mail program',
        room: 'newsletter-leave',
        route: null,
        isDear: false,
      },
      meant: { status: 200 },
      make: async () => {
        const email = anyone();
        const { token, session } = newToken(newUserId());
        await askFor([], { email, at: Date.now(), privacyVersion: policyVersions.privacy });
        await stage.redis('SET', leaveLinkKey(session.tokenHash), personOf(email));
        return {
          method: 'POST',
          path: `${newsletterPaths.leave}?token=${token}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        };
      },
    },
    {
      ...{ title: 'payment-return, paid', room: 'payment-return', route: null, isDear: true },
      meant: { status: 303, location: `${paths.verify}?success=true` },
      make: async () => {
        const { token } = await shopper();
        const { orderId, receipt } = await paidByRazorpay(token);
        return {
          method: 'POST',
          path: `/api/payment/return?orderId=${orderId}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ ...receipt }).toString(),
        };
      },
    },
    {
      ...{ title: 'webhook, a payment', room: 'webhook', route: null, isDear: true },
      meant: { status: 200 },
      make: async () => {
        const { token } = await shopper();
        const { order } = await forRazorpay(token);
        const event = await stage.neighbours<{ body: string; headers: [string, string][] }>({
          do: 'webhook',
          razorpayOrderId: order.id,
        });
        const headers = Object.fromEntries(event.headers);
        return { method: 'POST', path: '/api/webhook/razorpay', headers, body: event.body };
      },
    },
    {
      ...{ title: 'reconciliation, nothing due', room: 'reconciliation', route: null, isDear: true },
      meant: { status: 200 },
      make: () => ({ method: 'POST', path: '/.netlify/functions/reconciliation', headers: {} }),
    },
    {
      ...{ title: 'cleanup', room: 'cleanup', route: null, isDear: true },
      meant: { status: 200 },
      make: () => ({ method: 'POST', path: '/.netlify/functions/cleanup', headers: {} }),
    },
  ];
  return { calls, token: (await shopper()).token };
}
