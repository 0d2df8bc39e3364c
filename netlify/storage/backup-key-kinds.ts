import { userKey } from './keys.ts';

/**
 * What a backup does with each kind of key, by the first word of its name. `kept`: saved. `account`: saved, but useless
 * without the account whose id ends its name. `passing`: not saved, because it expires within days, or shoppers can do
 * without it (sessions: they log in again), or the file's header has it (the keys of hashes). `derived`: not saved,
 * because the shop rebuilds it from saved keys (storage/subscription-index, storage/address-retention,
 * storage/order-index-backfill, storage/order-sums).
 */
export const keyKinds: Readonly<Record<string, 'kept' | 'account' | 'passing' | 'derived'>> = {
  user: 'kept',
  login: 'kept',
  google: 'kept',
  seen: 'kept',
  noticed: 'kept',
  leaving: 'kept',
  cart: 'account',
  wishlist: 'account',
  addresses: 'account',
  notifications: 'account',
  orders: 'account',
  'shopper-notes': 'account',
  unpaid: 'account',
  held: 'account',
  paid: 'account',
  'confirm-email': 'account',
  'early-orders': 'kept',
  notify: 'kept',
  waitlist: 'kept',
  newsletter: 'kept',
  'newsletter-unconfirmed': 'kept',
  'newsletter-letters': 'kept',
  'newsletter-confirm': 'kept',
  'newsletter-leave': 'kept',
  'newsletter-promised': 'kept',
  codes: 'kept',
  'code-order': 'kept',
  'code-account': 'kept',
  'code-phone': 'kept',
  cash: 'kept',
  kept: 'kept',
  lapsed: 'kept',
  'failed-looks': 'kept',
  'needs-owner': 'kept',
  stock: 'kept',
  sold: 'kept',
  sums: 'kept',
  order: 'kept',
  'order-notes': 'kept',
  'all-orders': 'kept',
  series: 'kept',
  reference: 'kept',
  watch: 'kept',
  letters: 'kept',
  'never-sent': 'kept',
  freed: 'kept',
  'desk-passkeys': 'kept',
  'staff-news': 'kept',
  'daily-email': 'kept',
  'staff-log': 'kept',
  'staff-log-months': 'kept',
  'staff-log-end': 'kept',
  'staff-log-of': 'kept',
  wishes: 'derived',
  'wishes-indexed': 'derived',
  fading: 'derived',
  'faded-until': 'derived',
  'order-rows': 'derived',
  'order-group': 'derived',
  'order-words': 'derived',
  'order-index': 'derived',
  'sums-until': 'derived',
  unsent: 'passing',
  'person-hash-keys': 'passing',
  'person-hash-move': 'passing',
  swept: 'passing',
  scratch: 'passing',
  sessions: 'passing',
  'desk-sessions': 'passing',
  'desk-link': 'passing',
  'desk-challenge': 'passing',
  'staff-look': 'passing',
  'push-events': 'passing',
  'push-device': 'passing',
  'used-credential': 'passing',
  reset: 'passing',
  'email-change': 'passing',
  'cart-tap': 'passing',
  'deleted-address': 'passing',
  'wish-tap': 'passing',
  'waitlist-telling': 'passing',
  notifying: 'passing',
  event: 'passing',
  changed: 'passing',
  'in-hand': 'passing',
  idempotency: 'passing',
  'just-paid': 'passing',
  limit: 'passing',
  vitals: 'passing',
  rush: 'passing',
  'never-sent-news': 'passing',
  'restock-pause': 'passing',
  'newer-document': 'passing',
  journal: 'passing',
};

/** The first word of a key's name, which identifies its kind. */
export const wordOf = (key: string): string => key.split(':', 1)[0] ?? '';

/** Whether a backup saves this key. It saves keys of unknown kinds, to be safe. */
export function isKept(key: string): boolean {
  const kind = keyKinds[wordOf(key)] ?? 'kept';
  return kind === 'kept' || kind === 'account';
}

/** The account that this key needs; null if it needs none. */
export function accountOf(key: string): string | null {
  return keyKinds[wordOf(key)] === 'account' ? userKey(key.slice(key.indexOf(':') + 1)) : null;
}
