import { userKey } from './keys.ts';

/**
 * What a backup does with each kind of key, by the first word of its name. `account` is kept as well, and means nothing
 * without the account that its name ends with. `passing` is left out because it goes by itself within days, or because
 * people do without it (sessions: they log in again), or because the file's header says it (the keys of hashes). `derived`
 * is left out because the shop makes it again from what is kept (storage/subscription-index, storage/address-retention).
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
  unpaid: 'account',
  held: 'account',
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
  order: 'kept',
  'all-orders': 'kept',
  series: 'kept',
  reference: 'kept',
  watch: 'kept',
  letters: 'kept',
  'never-sent': 'kept',
  freed: 'kept',
  wishes: 'derived',
  'wishes-indexed': 'derived',
  fading: 'derived',
  'faded-until': 'derived',
  unsent: 'passing',
  'person-hash-keys': 'passing',
  'person-hash-move': 'passing',
  swept: 'passing',
  scratch: 'passing',
  sessions: 'passing',
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
  limit: 'passing',
  rush: 'passing',
  'never-sent-news': 'passing',
  'restock-pause': 'passing',
  'newer-document': 'passing',
  journal: 'passing',
};

/** The first word of a key's name, which no other kind has. */
export const wordOf = (key: string): string => key.split(':', 1)[0] ?? '';

export const isKnown = (key: string): boolean => Object.hasOwn(keyKinds, wordOf(key));

/** Whether a backup has this key. A key that is known to nobody is rather kept. */
export function isKept(key: string): boolean {
  const kind = keyKinds[wordOf(key)] ?? 'kept';
  return kind === 'kept' || kind === 'account';
}

/** The account without which this key means nothing; null where there is none. */
export function accountOf(key: string): string | null {
  return keyKinds[wordOf(key)] === 'account' ? userKey(key.slice(key.indexOf(':') + 1)) : null;
}
