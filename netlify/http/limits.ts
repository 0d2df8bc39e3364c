import type { RouteName } from '../../src/contract/routes.ts';
import { limitKey } from '../storage/keys.ts';
import type { Window } from '../storage/guard.ts';

const MINUTE_MS = 60_000;

/** Policies of one name share a counter. `forgiven`: a right password empties it. */
interface Policy {
  name: string;
  by: 'account' | 'email' | 'address';
  limit: number;
  windowMs: number;
  forgiven?: true;
}

const carts = { name: 'cart', by: 'account', limit: 600, windowMs: 10 * MINUTE_MS } as const;
const orders = { name: 'order', by: 'account', limit: 10, windowMs: 10 * MINUTE_MS } as const;
const addresses = { name: 'address', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS } as const;
const notifications = { name: 'notification', by: 'account', limit: 600, windowMs: 10 * MINUTE_MS } as const;
const wishlists = { name: 'wishlist', by: 'account', limit: 600, windowMs: 10 * MINUTE_MS } as const;

/**
 * How often each call may be made. Strict per e-mail and account; generous per address, because Indian mobile networks
 * put thousands of shoppers behind one (decisions, Accounts and sessions).
 */
const policies = {
  'cart.add': [carts],
  'cart.update': [carts],
  'cart.get': [carts],
  'wishlist.toggle': [wishlists],
  'wishlist.get': [wishlists],
  'product.early-order-interest': [
    { name: 'early-order', by: 'email', limit: 30, windowMs: 60 * MINUTE_MS },
    { name: 'early-order', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
  ],
  notify: [
    { name: 'notify', by: 'email', limit: 20, windowMs: 60 * MINUTE_MS },
    { name: 'notify', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
  ],
  waitlist: [
    { name: 'waitlist', by: 'email', limit: 10, windowMs: 60 * MINUTE_MS },
    { name: 'waitlist', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
  ],
  'waitlist.sent': [
    { name: 'waitlist-sent', by: 'email', limit: 10, windowMs: 60 * MINUTE_MS },
    { name: 'waitlist-sent', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
  ],
  // Asked with every sold-out size that somebody looks at.
  'notify.check': [
    { name: 'notify-check', by: 'email', limit: 60, windowMs: 10 * MINUTE_MS },
    { name: 'notify-check', by: 'address', limit: 600, windowMs: 10 * MINUTE_MS },
  ],
  'user.register': [
    { name: 'register', by: 'email', limit: 10, windowMs: 60 * MINUTE_MS },
    { name: 'register', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
  ],
  'user.login': [
    { name: 'login', by: 'email', limit: 10, windowMs: 15 * MINUTE_MS, forgiven: true },
    { name: 'login', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
  ],
  'user.logout': [{ name: 'logout', by: 'account', limit: 100, windowMs: 10 * MINUTE_MS }],
  'user.google': [{ name: 'google', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS }],
  // Each is a letter to somebody who may not have asked for it.
  'user.forgot': [
    { name: 'forgot', by: 'email', limit: 5, windowMs: 60 * MINUTE_MS },
    { name: 'forgot', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
  ],
  // A link has 256 random bits: these are against the work that a password costs.
  'user.reset': [{ name: 'reset', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS }],
  'user.confirm-email': [{ name: 'confirm-email', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS }],
  'user.profile': [{ name: 'profile', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }],
  'user.save-profile': [
    { name: 'save-profile', by: 'account', limit: 30, windowMs: 60 * MINUTE_MS },
    { name: 'save-profile', by: 'email', limit: 30, windowMs: 60 * MINUTE_MS },
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
  // Against guesses: a code is one of a million million.
  'discount.check': [
    { name: 'discount', by: 'account', limit: 30, windowMs: 10 * MINUTE_MS },
    { name: 'discount', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
  ],
  // Each is a letter to somebody who may not have asked for it.
  'newsletter.subscribe': [
    { name: 'newsletter', by: 'email', limit: 5, windowMs: 60 * MINUTE_MS },
    { name: 'newsletter', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
  ],
  'newsletter.confirm': [{ name: 'newsletter-confirm', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS }],
  // Enough for somebody who tries one card after another.
  'order.pay': [{ name: 'pay', by: 'account', limit: 20, windowMs: 10 * MINUTE_MS }],
  'order.verifyRazorpay': [{ name: 'verify', by: 'account', limit: 60, windowMs: 10 * MINUTE_MS }],
  'order.verifyStripe': [{ name: 'verify', by: 'account', limit: 60, windowMs: 10 * MINUTE_MS }],
  'order.invoice': [{ name: 'invoice', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }],
  'order.userorders': [{ name: 'orders', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }],
} as const satisfies Partial<Record<RouteName, readonly Policy[]>>;

/** Who is counted: the account of the token, the e-mail of the body, the network address. */
export type Subjects = Partial<Record<Policy['by'], string>>;

/** The counters that a call counts against. */
export function windowsFor(name: RouteName, subjects: Subjects): Window[] {
  const own: readonly Policy[] = name in policies ? policies[name as keyof typeof policies] : [];
  return own.flatMap(({ name: policy, by, limit, windowMs, forgiven }) => {
    const subject = subjects[by];
    if (subject === undefined) return [];
    return [{ key: limitKey(policy, by, subject), limit, windowMs, forgiven: forgiven === true }];
  });
}

/**
 * The address to count by. An IPv6 customer has a whole /64 to choose addresses from, so that prefix is one caller.
 */
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
