import { personHash } from './person-hash.ts';

/**
 * Every key name of the database but those of the desk (staff-keys) and of the order index, notes and sums (order-keys),
 * one function each. No other file builds key names. Names that would identify a person have a hash instead.
 *
 * The words `letters`, `leaving`, `seen`, `in-hand`, `wishes`, `wish-tap` and `held` are older than those of the code.
 * They stay, because shops have stored data under them.
 */

/** Hash: token hash → expiry in ms since 1970. */
export const sessionsKey = (userId: string) => `sessions:${userId}`;

/** JSON: the account without its password hash. */
export const userKey = (userId: string) => `user:${userId}`;

/**
 * Hash: userId, passwordHash ('' if only Google opens the account); and by `loginOriginFields` the networks and devices
 * from which the password opened the account, with the last time in ms.
 */
export const loginKey = (email: string) => `login:${personHash(email)}`;

/** Where a password is typed: a network, and the hash of a browser's secret. */
export interface LoginOrigin {
  network: string;
  device: string;
}

export const loginOriginFields = ({ network, device }: LoginOrigin): [string, string] => [
  `network:${personHash(network)}`,
  `device:${device}`,
];

/** Text: id of the account that this Google account opens. */
export const googleKey = (subject: string) => `google:${personHash(subject)}`;

/** Text: the session that this Google credential opened; expires with the credential. */
export const usedCredentialKey = (credential: string) => `used-credential:${personHash(credential)}`;

/** JSON: the newest password reset link; expires after an hour. */
export const resetKey = (userId: string) => `reset:${userId}`;

/** JSON: the newest link that confirms a new email; expires after a day. */
export const emailChangeKey = (userId: string) => `email-change:${userId}`;

/** JSON: the newest link that confirms an account's own email; expires after days. */
export const confirmKey = (userId: string) => `confirm-email:${userId}`;

/** Sorted set: user ids by the time when their account was last active, in ms. */
export const lastActiveKey = () => 'seen';

/** Sorted set: user ids by the time when the shop warned them that it will delete their unused account, in ms. */
export const noticedKey = () => 'noticed';

/** Hash: user id → JSON of the pending deletion. */
export const pendingDeletionsKey = () => 'leaving';

/** Hash: variant → quantity. */
export const cartKey = (userId: string) => `cart:${userId}`;

/** Text: a tap that added a piece was carried out; expires after seconds. */
export const cartRetryKey = (userId: string, tap: string) => `cart-tap:${userId}:${tap}`;

/** List: product ids in the order in which they were added. */
export const wishlistKey = (userId: string) => `wishlist:${userId}`;

/** JSON: a shopper's saved addresses, newest first. */
export const addressesKey = (userId: string) => `addresses:${userId}`;

/** Text: this address was deleted; expires after minutes. */
export const deletedAddressKey = (userId: string, addressId: string) =>
  `deleted-address:${userId}:${addressId}`;

/** Text: the result of one wishlist tap; expires after seconds. */
export const wishlistRetryKey = (userId: string, tap: string) => `wish-tap:${userId}:${tap}`;

/** Hash of one product: email → JSON of the early order. */
export const earlyOrdersKey = (productId: string) => `early-orders:${productId}`;

/** Hash: email → JSON of the waitlist entry. */
export const waitlistKey = () => 'waitlist';

/** Hash: email → until when, in ms, a run that sends the launch announcement has claimed it. */
export const waitlistTellingKey = () => 'waitlist-telling';

/** Hash: the email's hash → JSON of the subscription. */
export const newsletterKey = () => 'newsletter';

/** Sorted set: hashes of emails with an unconfirmed subscription, by the time of the subscription, in ms. */
export const unconfirmedKey = () => 'newsletter-unconfirmed';

/** Sorted set: emails to subscribers, `hash of the email:kind`, by the time to send them, in ms. */
export const newsletterOutboxKey = () => 'newsletter-letters';

/** Text: hash of the email whose subscription this emailed link confirms; expires after days. */
export const confirmLinkKey = (tokenHash: string) => `newsletter-confirm:${tokenHash}`;

/** Text: hash of the email that this emailed link unsubscribes; expires after years. */
export const unsubscribeLinkKey = (tokenHash: string) => `newsletter-leave:${tokenHash}`;

/** Hash: the email's hash → when it got its one code, in ms. It stays after unsubscribing. */
export const codesGivenKey = () => 'newsletter-promised';

/** Hash: code → JSON of the code. */
export const codesKey = () => 'codes';

/** Text: id of the order that uses this code, or reserves it while its payment is pending. */
export const codeOrderKey = (code: string) => `code-order:${code}`;

/**
 * Sorted set: open cash-on-delivery orders of an account, phone number or address, by the time they were placed. For a
 * network and the whole shop: their pieces, `order id:number`. Times in ms; expires after a day without a new order.
 */
export const cashKey = (by: string, subject: string) => `cash:${by}:${subject}`;

/**
 * Sorted set: orders with stock reserved for an online payment, of an account, phone number, address, network or the whole
 * shop: `order id:pieces:paise`, by the start of the reservation. Times in ms; expires after a day without a new order.
 */
export const reservedPiecesKey = (by: string, subject: string) => `kept:${by}:${subject}`;

/**
 * Sorted set: ids of orders whose reservation ended unpaid, by the time it ended, in ms; expires like the one above.
 */
export const lapsedKey = (by: string, subject: string) => `lapsed:${by}:${subject}`;

/** Text: id of the order in which an account uses its one code. */
export const codeAccountKey = (userId: string) => `code-account:${userId}`;

/** Text: id of the order in which a phone number uses its one code; DELETED_USER once it lost its personal data. */
export const codePhoneKey = (phone: string) => `code-phone:${personHash(phone)}`;

/** Hash for the whole shop: variant → pieces left. A missing field means the catalogue's initial stock. */
export const stockKey = () => 'stock';

/** Sorted set: product ids by the number of pieces sold here. */
export const soldKey = () => 'sold';

/** JSON: the order. */
export const orderKey = (orderId: string) => `order:${orderId}`;

/** List of JSON: what staff noted about a shopper, oldest first; deleted with the account. */
export const shopperNotesKey = (userId: string) => `shopper-notes:${userId}`;

/** Sorted set: a shopper's order ids by the time they were placed, in ms. */
export const ordersKey = (userId: string) => `orders:${userId}`;

/** Sorted set: all order ids by the time they were placed, in ms. */
export const allOrdersKey = () => 'all-orders';

/** Sorted set: ids of orders without an invoice, by the time (ms) of the next check whether they lose their address. */
export const addressChecksKey = () => 'fading';

/** Text: the time (ms) up to which placed orders are in `addressChecksKey` if they belong there. */
export const addressCheckedUntilKey = () => 'faded-until';

/** Text: the owner was informed that orders come faster than usual; expires some hours after that ends. */
export const orderSurgeKey = () => 'rush';

/**
 * Text: the owner was informed of a document that only a newer build can read; expires a day after the last such document.
 */
export const newerDocumentKey = () => 'newer-document';

/** Sorted set: documents of a series and financial year, order ids or `order id:place`, by their number. */
export const seriesKey = (series: string, financialYear: string) => `series:${series}:${financialYear}`;

/** Text: id of a shopper's one unpaid order. */
export const unpaidKey = (userId: string) => `unpaid:${userId}`;

/** Set: ids of the account's orders that were paid, and neither cancelled nor fully refunded. */
export const paidOrdersKey = (userId: string) => `paid-orders:${userId}`;

/** Text: an order of this account was paid; written before there was `paidOrdersKey`. */
export const hasPaidKey = (userId: string) => `paid:${userId}`;

/** Text: id of the order by which this account paid for pieces of this variant; expires after two minutes. */
export const justPaidKey = (userId: string, of: string) => `just-paid:${userId}:${of}`;

/**
 * JSON: since when pieces of each variant are, or first were, reserved for this shopper's payment; expires after a day.
 */
export const reservationStartsKey = (userId: string) => `held:${userId}`;

/** Text: id of the order that a provider knows by this reference. */
export const referenceKey = (provider: string, id: string) => `reference:${provider}:${id}`;

/** Text: a provider's webhook event was handled; expires after days. */
export const eventKey = (provider: string, id: string) => `event:${provider}:${id}`;

/** Text: this commit was carried out; expires after a minute. */
export const changedKey = (commit: string) => `changed:${commit}`;

/** Text: a run has locked this work; expires by itself. */
export const lockKey = (work: string) => `in-hand:${work}`;

/** Sorted set: ids of orders whose payments or refunds may still change, by the time of their next check, in ms. */
export const watchKey = () => 'watch';

/** Hash: id of an order whose check failed → JSON of since when and why (storage/failed-reconciliations). */
export const failedReconciliationsKey = () => 'failed-looks';

/** Set: ids of orders with a payment problem that only the owner can solve. */
export const needsOwnerKey = () => 'needs-owner';

/** Sorted set: emails about orders and to the owner, `about:kind` (email-outbox), by the time to send them, in ms. */
export const emailOutboxKey = () => 'letters';

/** Text: when (ms) this email, named as in its outbox, first could not be sent; expires after a month. */
export const unsentEmailsKey = (list: string, email: string) => `unsent:${list}:${email}`;

/** Sorted set: emails that the shop has given up sending, `list:about:kind`, by the time it gave up, in ms. */
export const neverSentKey = () => 'never-sent';

/** JSON: since when (ms) back-in-stock emails cannot be sent, and when to retry; deleted when one can be sent. */
export const restockPauseKey = () => 'restock-pause';

/** Text: the owner was informed that the shop gave up sending emails; expires a day after the last of them. */
export const neverSentNewsKey = () => 'never-sent-news';

/** Text: when the reconciliation job last ran, in ms. */
export const lastReconciliationKey = () => 'swept';

/** Test values with which `npm run shop -- doctor` checks the database; they expire after a minute. */
export const scratchKey = (name: string) => `scratch:${name}`;

/** Set: variants with pieces that came back from an order, until their back-in-stock emails are sent. */
export const freedKey = () => 'freed';

/**
 * Hash: the state of keys when a backup began, by key name; deleted when the backup is done (backup-journal.lua.ts).
 */
export const journalKey = () => 'journal';

/**
 * JSON: fingerprint of an order attempt, and its order's id or the refusal; expires after a day (without a client's
 * key: 2 minutes).
 */
export const idempotencyKey = (userId: string, key: string) => `idempotency:${userId}:${key}`;

/** Sorted set: the back-in-stock subscriptions of a size, emails by the time they subscribed, in ms. */
export const backInStockKey = (productId: string, size: string) => `notify:${variant(productId, size)}`;

/** Hash: email → until when, in ms, a run that sends back-in-stock emails has claimed it. */
export const backInStockClaimsKey = (productId: string, size: string) =>
  `notifying:${variant(productId, size)}`;

/** Hash: name of each list that an email is on → its entry there; scripts that change a list change it too. */
export const subscriptionsKey = (email: string) => `wishes:${personHash(email)}`;

/** Text: present once all lists from before `subscriptionsKey` were copied to it. */
export const subscriptionsIndexedKey = () => 'wishes-indexed';

/** Text: marks of the keys of the personal hashes (storage/person-hash-migration). */
export const personKeysKey = () => 'person-hash-keys';

/** Text: how far the personal hashes were moved to a new key. */
export const personMoveKey = () => 'person-hash-move';

/** List of JSON: a shopper's notifications, newest first. */
export const notificationsKey = (userId: string) => `notifications:${userId}`;

/** Hash: `page:metric:bucket` → page views of a week, the date of its Monday; expires after 13 weeks. */
export const vitalsKey = (week: string) => `vitals:${week}`;

/** Counter of one rate limit; expires with its window. */
export const limitKey = (policy: string, by: string, subject: string) =>
  `limit:${policy}:${by}:${personHash(subject)}`;

/** An email together with the network or the device that sent it, as a subject of `limitKey`. */
export const pairOf = (email: string, place: string) => `${email} ${place}`;

/** Field of `stock` and of carts: a product in a size. */
export const variant = (productId: string, size: string) => `${productId}:${size}`;

/** The product and size of a field; product ids contain no colon. */
export function partsOfVariant(field: string): { productId: string; size: string } {
  const colon = field.lastIndexOf(':');
  return { productId: field.slice(0, colon), size: field.slice(colon + 1) };
}
