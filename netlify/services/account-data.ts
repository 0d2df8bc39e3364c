import { profileMessages } from '../../src/contract/messages/profile.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { isUnderWay } from '../../src/domain/retention.ts';
import { verifyPassword } from '../identity/passwords.ts';
import { readAddresses } from '../storage/addresses.ts';
import { readMade } from '../storage/discount-codes.ts';
import { readCart } from '../storage/carts.ts';
import { SessionEnded } from '../storage/guard.ts';
import { removeAccount } from '../storage/account-deletion.ts';
import type { Subscription } from '../storage/newsletter.ts';
import { readOwnNotifications } from '../storage/notifications.ts';
import { readOrders } from '../storage/orders.ts';
import { readLastActive } from '../storage/last-active.ts';
import { isEmailConfirmed, readOwnUser, readOwnUserAndLogin } from '../storage/accounts.ts';
import { readSubscription, readSubscriptionsOf } from '../storage/subscriptions.ts';
import { readWishlist } from '../storage/wishlists.ts';
import type { ShopperCall } from './shopper-call.ts';
import { finishDeletion } from './account-deletion.ts';
import { profileOf } from './profiles.ts';
import { toWire } from './order-history.ts';
import { Refused } from './refusal.ts';

/**
 * Everything that the shop keeps of the shopper, secrets left out (Privacy policy). Times are ms since 1970. What the
 * mailbox has asked for is left out until the e-mail is confirmed: it may be somebody else's.
 * @throws SessionEnded
 */
export async function exportData(_query: unknown, call: ShopperCall): Promise<Reply<'user.export'>> {
  const found = await readOwnUser(call);
  if (!found) throw new SessionEnded();
  const { user } = found;
  // The call has been counted.
  const shopper = { session: call.session, windows: [] };
  const [addresses, orders, notifications, cart, wishlist, lastUsedAt, asked] = await Promise.all([
    readAddresses(shopper),
    readOrders(shopper),
    readOwnNotifications(shopper),
    readCart(shopper),
    readWishlist(shopper),
    readLastActive(user.id),
    isEmailConfirmed(user) ? readAsked(user.email) : { emailNotConfirmed: profileMessages.exportUnconfirmed },
  ]);
  const now = Date.now();
  return {
    success: true,
    data: {
      exportedAt: now,
      profile: {
        ...profileOf(user, now),
        termsAcceptedAt: user.termsAcceptedAt,
        consents: user.consents,
        lastUsedAt,
        googleAccount: user.googleSubject,
      },
      addresses: addresses.map(({ id, ...address }) => ({ _id: id, ...address })),
      orders: orders.map((order) => ({ ...toWire(order), termsVersion: order.termsVersion ?? null })),
      notifications: notifications.map(({ id, ...notification }) => ({ _id: id, ...notification })),
      cart,
      wishlist,
      ...asked,
    },
  };
}

/** What a mailbox has asked for. */
async function readAsked(email: string) {
  const [wishes, { newsletter, waitlist }] = await Promise.all([
    readSubscriptionsOf(email),
    readSubscription(email),
  ]);
  return {
    notifyMe: wishes.sizes,
    earlyOrderInterests: wishes.interests,
    newsletter: newsletter && { ...newsletter, code: await codeOf(newsletter) },
    waitlist,
  };
}

/**
 * What is known of the code that a subscription was given, without the code itself and without the order that uses it: a
 * code may have been handed on.
 */
async function codeOf({ code }: Subscription) {
  const made = code === null ? null : await readMade(code);
  if (!made) return null;
  const { percent, madeAt, expiresAt, orderId } = made;
  return { percent, madeAt, expiresAt, isUsed: orderId !== null };
}

/** Enough for an account that is changed on several devices at once. */
const TRIES = 5;

/**
 * Deletes the account. Its orders stay without their person, because tax law wants them (Privacy policy). What the mailbox
 * has asked for goes with it where the e-mail is confirmed.
 * @throws Refused 'invalid' where e-mail or password is wrong, in one sentence and after the same work, and while an
 * order is under way; SessionEnded
 */
export async function remove(
  { email, password }: Body<'user.delete'>,
  { session, windows, network, after }: ShopperCall,
): Promise<Reply<'user.delete'>> {
  const wrong = () => new Refused('invalid', profileMessages.deleteWrong);
  let shopper = { session, windows };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { found, login } = await readOwnUserAndLogin(shopper, email);
    // Each call counts once.
    shopper = { session, windows: [] };
    if (!found) throw new SessionEnded();
    const isOwn = login?.userId === session.userId;
    const { right } = await verifyPassword(password, isOwn ? login.passwordHash : null, network);
    if (!isOwn || (login.passwordHash !== null && !right)) throw wrong();
    const now = Date.now();
    if ((await readOrders(shopper)).some((order) => isUnderWay(order, now))) {
      throw new Refused('invalid', profileMessages.deleteBusy);
    }
    if ((await removeAccount(found, null, now)) === 'stale') continue;
    after(() => finishDeletion(session.userId));
    return { success: true, message: profileMessages.deleted };
  }
  throw new Error('An account changed faster than it could be deleted');
}
