import { personHash as digest } from './person-hash.ts';

/** Every key name of the database, one function each. Nothing else builds a key. */

/** Hash: token hash → expiry in ms since 1970. */
export const sessionsKey = (userId: string) => `sessions:${userId}`;

/** JSON: the account without its secret. */
export const userKey = (userId: string) => `user:${userId}`;

/**
 * Hash: userId, passwordHash; the latter is '' for an account that only Google opens. And by `networkField` the networks
 * from which the password has opened it: when they did last, in ms.
 */
export const loginKey = (email: string) => `login:${digest(email)}`;

export const networkField = (network: string) => `network:${digest(network)}`;

/** Text: id of the account that this Google account opens. */
export const googleKey = (subject: string) => `google:${digest(subject)}`;

/** Text: the session that this Google credential opened; gone when the credential has expired. */
export const usedCredentialKey = (credential: string) => `used-credential:${digest(credential)}`;

/** JSON: the newest link by which a forgotten password can be set; gone after an hour. */
export const resetKey = (userId: string) => `reset:${userId}`;

/** JSON: the newest link by which a new e-mail is confirmed; gone after a day. */
export const emailChangeKey = (userId: string) => `email-change:${userId}`;

/** JSON: the newest link by which an account's own e-mail is confirmed; gone after days. */
export const confirmKey = (userId: string) => `confirm-email:${userId}`;

/** Sorted set: user ids by the time at which their account was last used, in ms. */
export const lastActiveKey = () => 'seen';

/** Sorted set: user ids by the time at which they were told that their unused account will be deleted, in ms. */
export const noticedKey = () => 'noticed';

/** Hash: user id → JSON of what is left to do of a deletion. */
export const pendingDeletionsKey = () => 'leaving';

/** Hash: variant → quantity. */
export const cartKey = (userId: string) => `cart:${userId}`;

/** Text: one tap that put a piece in was carried out; gone after seconds. */
export const cartTapKey = (userId: string, tap: string) => `cart-tap:${userId}:${tap}`;

/** List: product ids in the order in which they were put in. */
export const wishlistKey = (userId: string) => `wishlist:${userId}`;

/** JSON: a shopper's saved addresses, newest first. */
export const addressesKey = (userId: string) => `addresses:${userId}`;

/** Text: this address was deleted; gone after minutes. */
export const deletedAddressKey = (userId: string, addressId: string) =>
  `deleted-address:${userId}:${addressId}`;

/** Text: what one tap on a heart did; gone after seconds. */
export const wishTapKey = (userId: string, tap: string) => `wish-tap:${userId}:${tap}`;

/** Hash of one product: e-mail → JSON of the interest. */
export const earlyOrdersKey = (productId: string) => `early-orders:${productId}`;

/** Hash: e-mail → JSON of who waits for the shop to open. */
export const waitlistKey = () => 'waitlist';

/** Hash: e-mail → until when, in ms, a run that tells those who wait that the shop is open has it in hand. */
export const waitlistTellingKey = () => 'waitlist-telling';

/** Hash: e-mail's hash → JSON of the subscription. */
export const newsletterKey = () => 'newsletter';

/** Sorted set: hashes of e-mails that have not confirmed their subscription, by the time they asked at, in ms. */
export const unconfirmedKey = () => 'newsletter-unconfirmed';

/** Sorted set: letters to subscribers that are to go out, `e-mail's hash:kind`, by the time to send them at, in ms. */
export const newsletterOutboxKey = () => 'newsletter-letters';

/** Text: hash of the e-mail whose subscription this mailed link confirms; gone after days. */
export const confirmLinkKey = (tokenHash: string) => `newsletter-confirm:${tokenHash}`;

/** Text: hash of the e-mail that this mailed link takes off the newsletter; gone after years. */
export const leaveLinkKey = (tokenHash: string) => `newsletter-leave:${tokenHash}`;

/** Hash: e-mail's hash → when it was given its one code, in ms. It stays when the subscription goes. */
export const promisedKey = () => 'newsletter-promised';

/** Hash: code → JSON of what it is good for. */
export const codesKey = () => 'codes';

/** Text: id of the order that uses this code, or keeps it while its payment is under way. */
export const codeOrderKey = (code: string) => `code-order:${code}`;

/**
 * Sorted set: open orders on delivery of an account, phone number or address, by the time they were placed at; for a
 * network pieces of them, `order id:number`, and for newcomers by the time their account was registered at. In ms; gone
 * after a day without a new one.
 */
export const cashKey = (by: string, subject: string) => `cash:${by}:${subject}`;

/**
 * Sorted set: orders whose pieces are kept for an online payment, of an account, phone number, address or network,
 * `order id:pieces:paise` by the time since which they are kept; for newcomers by the time their account was registered
 * at. In ms; gone after a day without a new one.
 */
export const keptKey = (by: string, subject: string) => `kept:${by}:${subject}`;

/** Sorted set: ids of orders whose pieces were kept and that were not paid, by the time that ended at, in ms; as above. */
export const lapsedKey = (by: string, subject: string) => `lapsed:${by}:${subject}`;

/** Text: id of the order in which an account uses its one code. */
export const codeAccountKey = (userId: string) => `code-account:${userId}`;

/** Text: id of the order in which a phone number uses its one code; another word once that order is nobody's. */
export const codePhoneKey = (phone: string) => `code-phone:${digest(phone)}`;

/** Hash for the whole shop: variant → pieces left. A missing field means the catalogue's opening stock. */
export const stockKey = () => 'stock';

/** Sorted set: product id by pieces sold here. */
export const soldKey = () => 'sold';

/** JSON: the order. */
export const orderKey = (orderId: string) => `order:${orderId}`;

/** Sorted set: a shopper's order ids by the time they were placed at, in ms. */
export const ordersKey = (userId: string) => `orders:${userId}`;

/** Sorted set: the shop's order ids by the time they were placed at, in ms. */
export const allOrdersKey = () => 'all-orders';

/** Sorted set: ids of orders that came to nothing so far, by the time (ms) at which to ask whether they lose their address. */
export const addressChecksKey = () => 'fading';

/** Text: the time (ms) up to which orders that were placed then stand in `fading` where they belong there. */
export const addressCheckedUntilKey = () => 'faded-until';

/** Text: the owner was told that orders come faster than usual; gone some hours after that is over. */
export const orderSurgeKey = () => 'rush';

/** Text: the owner was told that there is a document that only a newer build reads; gone a day after the last of them was met. */
export const newerDocumentKey = () => 'newer-document';

/** Sorted set: documents of a series and financial year, order ids or `order id:place`, by their number. */
export const seriesKey = (series: string, financialYear: string) => `series:${series}:${financialYear}`;

/** Text: id of the one order that a shopper has begun and that is not paid yet. */
export const unpaidKey = (userId: string) => `unpaid:${userId}`;

/** JSON: since when pieces of each variant are kept for a payment of this shopper, or were at first; gone after a day. */
export const heldKey = (userId: string) => `held:${userId}`;

/** Text: id of the order that a provider knows by this reference. */
export const referenceKey = (provider: string, id: string) => `reference:${provider}:${id}`;

/** Text: a provider's event that was dealt with; gone after days. */
export const eventKey = (provider: string, id: string) => `event:${provider}:${id}`;

/** Text: this commit was carried out; gone after a minute. */
export const changedKey = (commit: string) => `changed:${commit}`;

/** Text: somebody does this piece of work now; gone after seconds. */
export const lockKey = (work: string) => `in-hand:${work}`;

/** Sorted set: ids of orders that money may still come to or go from, by the time to look at them next, in ms. */
export const watchKey = () => 'watch';

/** Hash: id of an order that could not be looked at → JSON of since when and why (storage/failed-reconciliations). */
export const failedReconciliationsKey = () => 'failed-looks';

/** Set: ids of orders with something about their money that only the owner can bring to an end. */
export const needsOwnerKey = () => 'needs-owner';

/** Sorted set: letters about orders that are to go out, `order id:kind`, by the time to send them at, in ms. */
export const emailOutboxKey = () => 'letters';

/** Text: when (ms) this email, named as its list names it, could not be sent for the first time; gone after a month. */
export const unsentEmailsKey = (list: string, email: string) => `unsent:${list}:${email}`;

/** Sorted set: emails that the shop has given up sending, `list:order id:kind`, by the time of that, in ms. */
export const neverSentKey = () => 'never-sent';

/** JSON: since when (ms) back-in-stock emails cannot be sent, and when to try next; gone when one can. */
export const restockPauseKey = () => 'restock-pause';

/** Text: the owner was told that emails were given up; gone a day after the last of them was. */
export const neverSentNewsKey = () => 'never-sent-news';

/** Text: when the reconciliation job ran last, in ms. */
export const lastReconciliationKey = () => 'swept';

/** Anything: what `npm run shop -- doctor` tries the database with; gone after a minute. */
export const scratchKey = (name: string) => `scratch:${name}`;

/** Set: variants of which pieces came back from an order, until those who wait for them have been written to. */
export const freedKey = () => 'freed';

/** Hash: how keys stood when a backup began, by their names; gone when it is done (scripts/journal). */
export const journalKey = () => 'journal';

/** JSON: fingerprint of an attempt, and its order's id or why it was refused; gone after a day, without a key after 2 minutes. */
export const idempotencyKey = (userId: string, key: string) => `idempotency:${userId}:${key}`;

/** Sorted set: who waits for a size, e-mails by the time they asked at, in ms. */
export const backInStockKey = (productId: string, size: string) => `notify:${variant(productId, size)}`;

/** Hash: e-mail → until when, in ms, a run that writes to those who wait has it in hand. */
export const backInStockClaimsKey = (productId: string, size: string) =>
  `notifying:${variant(productId, size)}`;

/** Hash: name of each waiting list that an e-mail is on → its entry there; scripts that change a list change it too. */
export const subscriptionsKey = (email: string) => `wishes:${digest(email)}`;

/** Text: every waiting list from before there was `subscriptionsKey` is in it. */
export const subscriptionsIndexedKey = () => 'wishes-indexed';

/** Text: marks of the keys under which hashes of persons stand (storage/person-hash-move). */
export const personKeysKey = () => 'person-hash-keys';

/** Text: how far the hashes of persons were carried over to a new key. */
export const personMoveKey = () => 'person-hash-move';

/** Names that carry the hash of a person for as long as there is something of theirs; for Redis' SCAN. */
export const hashedNames = ['login:*', 'google:*', 'wishes:*', 'code-phone:*'] as const;

/** Names of keys that hold the hash of a person. */
export const linkNames = ['newsletter-confirm:*', 'newsletter-leave:*'] as const;

/** List of JSON: a shopper's notifications, newest first. */
export const notificationsKey = (userId: string) => `notifications:${userId}`;

/** Counter of one rate limit; it goes away with its window. */
export const limitKey = (policy: string, by: string, subject: string) =>
  `limit:${policy}:${by}:${digest(subject)}`;

/** An e-mail as one network names it, as a subject of `limitKey`. */
export const pairOf = (email: string, network: string) => `${email} ${network}`;

/** Field of `stock` and of carts: a product in a size. */
export const variant = (productId: string, size: string) => `${productId}:${size}`;

/** The product and size of a field; product ids have no colon. */
export function partsOfVariant(field: string): { productId: string; size: string } {
  const colon = field.lastIndexOf(':');
  return { productId: field.slice(0, colon), size: field.slice(colon + 1) };
}

/** What is waited for on a list of `backInStockKey` or `earlyOrdersKey`; without a size for the latter. */
export function partsOfList(key: string): { productId: string; size?: string } {
  const [kind, ...name] = key.split(':');
  return kind === 'notify' ? partsOfVariant(name.join(':')) : { productId: name.join(':') };
}

/** Field of an e-mail in what must not name anybody. */
export const personOf = (email: string) => digest(email);

/** A network, an address or a phone number in what must not name anybody. */
export const markOf = (subject: string) => digest(subject);
