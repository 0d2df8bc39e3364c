import { profileMessages } from '../../src/contract/messages/account.ts';
import type { Parsed, Reply } from '../../src/contract/routes.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { underWay } from '../../src/domain/retention.ts';
import { verifyPassword } from '../identity/passwords.ts';
import { readAddresses } from '../storage/addresses.ts';
import { readMade } from '../storage/discount-codes.ts';
import { readCart } from '../storage/carts.ts';
import type { OnBehalf, Shopper } from '../storage/session-and-limits.ts';
import { removeAccount } from '../storage/account-deletion.ts';
import type { Subscription } from '../storage/newsletter.ts';
import { readOwnNotifications } from '../storage/notifications.ts';
import { readOrders } from '../storage/orders.ts';
import { readNotesOf, type StaffNote } from '../storage/staff-notes.ts';
import { readLastActive } from '../storage/last-active.ts';
import { isEmailConfirmed, readOwnUser, readOwnUserAndLogin, type User } from '../storage/accounts.ts';
import { readSubscription, readSubscriptionsOf } from '../storage/subscriptions.ts';
import { readWishlist } from '../storage/wishlists.ts';
import type { ShopperCall } from './shopper-call.ts';
import { finishDeletion } from './account-deletion.ts';
import { profileOf } from './profiles.ts';
import { toWire } from './order-history.ts';
import { Refused } from './refusal.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/**
 * All data the shop stores about the shopper, without secrets (Privacy policy). Times are ms since 1970. Newsletter and
 * other subscriptions of the email are left out until the email is confirmed: it may belong to somebody else.
 * @throws SessionEnded
 */
export async function exportData(_query: unknown, call: ShopperCall): Promise<Reply<'user.export'>> {
  const { user } = await readOwnUser(call);
  // The first read already counted this call.
  return dataOf(user, { session: call.session, windows: [] });
}

/** The same for staff, after a shopper has asked for it. */
export async function dataOf(user: User, shopper: Shopper | OnBehalf): Promise<Reply<'user.export'>> {
  const [addresses, orders, notifications, cart, wishlist, lastUsedAt, asked] = await Promise.all([
    readAddresses(shopper),
    readOrders(shopper),
    readOwnNotifications(shopper),
    readCart(shopper),
    readWishlist(shopper),
    readLastActive(user.id),
    isEmailConfirmed(user) ? readAsked(user.email) : { emailNotConfirmed: profileMessages.exportUnconfirmed },
  ]);
  const notes = await readNotesOf(
    user.id,
    orders.map(({ id }) => id),
  );
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
      orders: orders.map((order, at) => ({
        ...toWire(order),
        termsVersion: order.termsVersion ?? null,
        staffNotes: (notes.orders[at] ?? []).map(withoutStaff),
      })),
      staffNotes: notes.shopper.map(withoutStaff),
      notifications: notifications.map(({ id, ...notification }) => ({ _id: id, ...notification })),
      cart,
      wishlist,
      ...asked,
    },
  };
}

/** Who wrote a note is about the member of staff. */
const withoutStaff = ({ at, text }: StaffNote) => ({ at, text });

/** Subscriptions of an email: newsletter, waitlist and similar lists. */
async function readAsked(email: string) {
  const [subscriptions, { newsletter, waitlist }] = await Promise.all([
    readSubscriptionsOf(email),
    readSubscription(email),
  ]);
  return {
    notifyMe: subscriptions.sizes,
    earlyOrderInterests: subscriptions.interests,
    newsletter: newsletter && { ...newsletter, code: await codeOf(newsletter) },
    waitlist,
  };
}

/**
 * Facts about the discount code of a subscription. Leaves out the code itself and the order that uses it, because the
 * code may have been given to somebody else.
 */
async function codeOf({ code }: Subscription) {
  const made = code === null ? null : await readMade(code);
  if (!made) return null;
  const { percent, madeAt, expiresAt, orderId } = made;
  return { percent, madeAt, expiresAt, isUsed: orderId !== null };
}

/**
 * Deletes the account. Its orders stay without personal data because tax law requires them (Privacy policy). The
 * subscriptions of its email are deleted too if the email is confirmed.
 * @throws Refused 'invalid' if the email or password is wrong (one sentence and equal work for both), or if an order is
 * under way; SessionEnded
 */
export async function remove(
  { email, password }: Parsed<'user.delete'>,
  { session, windows, network, after }: ShopperCall,
): Promise<Reply<'user.delete'>> {
  const wrong = () => new Refused('invalid', profileMessages.deleteWrong);
  return retryOnConflict(5, 'An account changed faster than it could be deleted', async (isFirst) => {
    const { found, login } = await readOwnUserAndLogin({ session, windows: isFirst ? windows : [] }, email);
    const isOwn = login?.userId === session.userId;
    const { right } = await verifyPassword(password, isOwn ? login.passwordHash : null, network);
    if (!isOwn || (login.passwordHash !== null && !right)) throw wrong();
    const now = Date.now();
    for (const order of await readOrders({ session, windows: [] })) {
      const why = underWay(order, now);
      if (why) throw new Refused('invalid', profileMessages.deleteBusy[why](shortOrderId(order.id)));
    }
    if ((await removeAccount(found, null, now)) === 'stale') return 'stale';
    after(() => finishDeletion(session.userId));
    return { success: true, message: profileMessages.deleted };
  });
}
