import type { DeskRouteName } from '../../src/contract/desk.ts';
import type { RouteName } from '../../src/contract/routes.ts';
import { limitKey, pairOf } from '../storage/keys.ts';
import type { Window } from '../storage/guard.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Policies with the same name share a counter. A `pair` is an email together with the caller's network address: nobody
 * can use up an email's limit for other networks.
 */
interface Policy extends Pick<Window, 'limit' | 'windowMs' | 'counts'> {
  name: string;
  by: 'account' | 'email' | 'address' | 'pair';
  forgiven?: Window['forgiven'];
}

const carts = { name: 'cart', by: 'account', limit: 600, windowMs: 10 * MINUTE_MS } as const;
const orders = { name: 'order', by: 'account', limit: 10, windowMs: 10 * MINUTE_MS } as const;
const addresses = { name: 'address', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS } as const;
const notifications = { name: 'notification', by: 'account', limit: 600, windowMs: 10 * MINUTE_MS } as const;
const wishlists = { name: 'wishlist', by: 'account', limit: 600, windowMs: 10 * MINUTE_MS } as const;

/**
 * The rate limits of each call. They are strict per account and per email from one address, and generous per address,
 * because Indian mobile networks put thousands of shoppers behind one address. Anybody can use up a limit by email
 * alone, so it exists only if each call sends an email to that address, or far behind another limit.
 */
const policies = {
  'cart.add': [carts],
  'cart.update': [carts],
  'cart.get': [carts],
  'wishlist.toggle': [wishlists],
  'wishlist.get': [wishlists],
  'product.early-order-interest': [
    { name: 'early-order', by: 'pair', limit: 30, windowMs: 60 * MINUTE_MS },
    { name: 'early-order', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
  ],
  notify: [
    { name: 'notify', by: 'pair', limit: 20, windowMs: 60 * MINUTE_MS },
    { name: 'notify', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
  ],
  waitlist: [
    { name: 'waitlist', by: 'pair', limit: 10, windowMs: 60 * MINUTE_MS },
    { name: 'waitlist', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
  ],
  'waitlist.sent': [
    { name: 'waitlist-sent', by: 'pair', limit: 10, windowMs: 60 * MINUTE_MS },
    { name: 'waitlist-sent', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
  ],
  // Called for every sold-out size that a shopper looks at.
  'notify.check': [
    { name: 'notify-check', by: 'pair', limit: 60, windowMs: 10 * MINUTE_MS },
    { name: 'notify-check', by: 'address', limit: 600, windowMs: 10 * MINUTE_MS },
  ],
  'user.register': [
    { name: 'register', by: 'pair', limit: 10, windowMs: 60 * MINUTE_MS },
    { name: 'register', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
  ],
  'user.login': [
    { name: 'login', by: 'pair', limit: 10, windowMs: 15 * MINUTE_MS, forgiven: true },
    { name: 'login-day', by: 'pair', limit: 50, windowMs: DAY_MS, forgiven: true },
    // Over all networks: a dictionary of 10,000 passwords takes 200 days. The owner's known networks are not counted.
    { name: 'login', by: 'email', limit: 50, windowMs: DAY_MS, counts: 'strangers', forgiven: 'lowered' },
    // If an address sends many invented emails, it is blocked for invented emails only.
    { name: 'login-nobody', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS, counts: 'nobody' },
    {
      ...{ name: 'login', by: 'address', limit: 3_000, windowMs: 10 * MINUTE_MS },
      ...{ counts: 'strangers', forgiven: 'lowered' },
    },
  ],
  'user.logout': [{ name: 'logout', by: 'account', limit: 100, windowMs: 10 * MINUTE_MS }],
  'user.google': [{ name: 'google', by: 'address', limit: 3_000, windowMs: 10 * MINUTE_MS }],
  // Each call sends an email to somebody who may not have asked for it.
  'user.forgot': [
    { name: 'forgot', by: 'email', limit: 5, windowMs: 60 * MINUTE_MS },
    { name: 'forgot', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
  ],
  // A link has 256 random bits; these limits protect against the CPU cost of a password hash.
  'user.reset': [{ name: 'reset', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS }],
  'user.confirm-email': [{ name: 'confirm-email', by: 'account', limit: 60, windowMs: 10 * MINUTE_MS }],
  'user.confirm-again': [{ name: 'confirm-again', by: 'account', limit: 20, windowMs: 60 * MINUTE_MS }],
  'user.profile': [{ name: 'profile', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }],
  'user.save-profile': [
    { name: 'save-profile', by: 'account', limit: 30, windowMs: 60 * MINUTE_MS },
    // Counted only if the email differs from the shopper's own (services/profiles): each call sends an email to it.
    { name: 'new-email', by: 'email', limit: 30, windowMs: 60 * MINUTE_MS },
  ],
  'user.export': [{ name: 'export', by: 'account', limit: 10, windowMs: 60 * MINUTE_MS }],
  'user.delete': [{ name: 'delete', by: 'account', limit: 10, windowMs: 60 * MINUTE_MS }],
  'address.user': [addresses],
  'address.add': [addresses],
  'address.edit': [addresses],
  'address.delete': [addresses],
  'notification.user': [notifications],
  'notification.read': [notifications],
  'order.place': [orders],
  'order.razorpay': [orders],
  'order.stripe': [orders],
  'order.giveUp': [{ name: 'give-up', by: 'account', limit: 60, windowMs: 10 * MINUTE_MS }],
  // Against guesses: one of a million million codes is right.
  'discount.check': [
    { name: 'discount', by: 'account', limit: 30, windowMs: 10 * MINUTE_MS },
    { name: 'discount', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
  ],
  // Each call sends an email to somebody who may not have asked for it.
  'newsletter.subscribe': [
    { name: 'newsletter', by: 'email', limit: 5, windowMs: 60 * MINUTE_MS },
    { name: 'newsletter', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
  ],
  'newsletter.confirm': [{ name: 'newsletter-confirm', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS }],
  // Enough for a shopper who tries one card after another.
  'order.pay': [{ name: 'pay', by: 'account', limit: 20, windowMs: 10 * MINUTE_MS }],
  'order.verifyRazorpay': [{ name: 'verify', by: 'account', limit: 60, windowMs: 10 * MINUTE_MS }],
  'order.verifyStripe': [{ name: 'verify', by: 'account', limit: 60, windowMs: 10 * MINUTE_MS }],
  'order.invoice': [{ name: 'invoice', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }],
  'order.userorders': [{ name: 'orders', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }],
} as const satisfies Partial<Record<RouteName, readonly Policy[]>>;

/** The subjects to count: the token's account, the body's email, the network address. */
export type Subjects = Partial<Record<Exclude<Policy['by'], 'pair'>, string>>;

/** The rate limit windows that a call counts against. */
export function windowsFor(name: RouteName, subjects: Subjects): Window[] {
  return windowsOf(name in policies ? policies[name as keyof typeof policies] : [], subjects);
}

/** Of a session at the desk: far more than a hand can do, also with a barcode reader. */
const desk = { name: 'desk', by: 'account', limit: 3_000, windowMs: 10 * MINUTE_MS } as const;
const signIn = { name: 'desk-sign-in', by: 'address', limit: 120, windowMs: 10 * MINUTE_MS } as const;

/** The rate limits of signing in at the desk. All other calls have that of their session. */
const deskPolicies: Partial<Record<DeskRouteName, readonly Policy[]>> = {
  'session.read': [{ name: 'desk-read', by: 'address', limit: 1_200, windowMs: 10 * MINUTE_MS }],
  // Each call sends an email to somebody who may not have asked for it.
  'session.link': [{ name: 'desk-link', by: 'email', limit: 5, windowMs: 60 * MINUTE_MS }, signIn],
  'session.enter': [signIn],
  'passkey.ask': [signIn],
  'passkey.prove': [signIn],
};

/** The windows of a call of the desk. @param subjects with `account`, the hash of the session's token, or without */
export function deskWindowsFor(name: DeskRouteName, subjects: Subjects): Window[] {
  return windowsOf([desk, ...(deskPolicies[name] ?? [])], subjects);
}

function windowsOf(own: readonly Policy[], subjects: Subjects): Window[] {
  const { email, address } = subjects;
  const pair = email === undefined || address === undefined ? undefined : pairOf(email, address);
  return own.flatMap(({ name: policy, by, limit, windowMs, counts, forgiven = false }) => {
    const subject = by === 'pair' ? pair : subjects[by];
    if (subject === undefined) return [];
    return [{ key: limitKey(policy, by, subject), limit, windowMs, counts, forgiven }];
  });
}

/** The address to count by. An IPv6 customer can use a whole /64, so that prefix counts as one caller. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const all = [
    ...groups,
    ...new Array<string>(Math.max(missing, 0)).fill('0'),
    ...(tail ? tail.split(':') : []),
  ];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
