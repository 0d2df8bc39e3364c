import type { DeskBody, DeskReply, WireShopper } from '../../../src/contract/desk.ts';
import { deskMessages } from '../../../src/contract/messages/desk.ts';
import { piecesIn } from '../../../src/domain/cash-order.ts';
import { isUnderWay } from '../../../src/domain/retention.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { isEmail, normaliseEmail } from '../../../src/domain/user.ts';
import { removeAccount } from '../../storage/account-deletion.ts';
import { findLogin, isEmailConfirmed, readUser, type StoredUser } from '../../storage/accounts.ts';
import type { OnBehalf } from '../../storage/session-and-limits.ts';
import { readLastActive } from '../../storage/last-active.ts';
import { readOrders as searchOrders } from '../../storage/order-search.ts';
import { readOrders, readReadableOrders } from '../../storage/orders.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { writeLog } from '../../storage/staff-view-log.ts';
import { addShopperNote, readNotesOf } from '../../storage/staff-notes.ts';
import { dataOf } from '../account-data.ts';
import { finishDeletion } from '../account-deletion.ts';
import { profileOf } from '../profiles.ts';
import { Refused } from '../refusal.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { DeskCall } from './desk-call.ts';
import { logOf } from './log.ts';

/** Accounts, for a shopper who writes to the owner. Every look is in the log, only with the account's id. */

const subjectOf = (id: string) => `shopper:${id}`;
const onBehalf = (userId: string): OnBehalf => ({ session: { userId }, onBehalf: true });

/** The account of an email, or the accounts that ordered with a phone number, with their orders. */
export async function find(
  staff: Staff,
  { search }: DeskBody<'shoppers.find'>,
): Promise<DeskReply<'shoppers.find'>> {
  const ids = isEmail(search) ? await idsOfEmail(search) : await idsOfPhone(search);
  const found = (await Promise.all(ids.map(readUser))).filter((user) => user !== null);
  await writeLog(found.map(({ user }) => logEntry(staff, 'shoppers.find', subjectOf(user.id), null, null)));
  return { success: true, shoppers: await Promise.all(found.map(wireOf)) };
}

async function idsOfEmail(email: string): Promise<string[]> {
  const login = await findLogin([], normaliseEmail(email));
  return login ? [login.userId] : [];
}

/** The newest orders that are searched for their accounts. */
const MOST_ORDERS = 50;
/** Without the country's code, which is typed or not. */
const PHONE_DIGITS = 10;
const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '').slice(-PHONE_DIGITS);

async function idsOfPhone(phone: string): Promise<string[]> {
  const { orders } = await searchOrders({ search: digitsOf(phone), most: MOST_ORDERS });
  const read = await readReadableOrders(orders.map(({ id }) => id));
  const own = read.filter(({ address }) => digitsOf(address.phone) === digitsOf(phone));
  return [...new Set(own.map(({ userId }) => userId))];
}

async function wireOf({ user }: StoredUser): Promise<WireShopper> {
  const [orders, lastUsedAt, log, { shopper: notes }] = await Promise.all([
    readOrders(onBehalf(user.id)),
    readLastActive(user.id),
    logOf(subjectOf(user.id)),
    readNotesOf(user.id, []),
  ]);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    isConfirmed: isEmailConfirmed(user),
    phone: profileOf(user, Date.now()).phone,
    createdAt: user.createdAt,
    lastUsedAt,
    notes,
    log,
    orders: orders.map((order) => {
      const { id, placedAt, status, totalPaise } = order;
      return { id, placedAt, status, totalPaise, pieces: piecesIn(order) };
    }),
  };
}

/**
 * Notes something about a shopper, who gets it with the export. The text stays out of the log, which nobody can delete.
 * @throws Refused 'not-found'
 */
export async function note(
  staff: Staff,
  { id, text }: DeskBody<'shoppers.note'>,
): Promise<DeskReply<'shoppers.note'>> {
  const entry = logEntry(staff, 'shoppers.note', subjectOf(id), null, null);
  return retryOnConflict(20, 'An account changed faster than a note could be added', async () => {
    const found = await mustFind(id);
    const isAdded = await addShopperNote(found, { at: Date.now(), who: staff.email, text }, entry);
    return isAdded ? { success: true, shopper: await wireOf(found) } : 'stale';
  });
}

/** All data of an account, as the shopper could download it. @throws Refused 'not-found' */
export async function exportData(
  staff: Staff,
  { id }: DeskBody<'shoppers.export'>,
): Promise<DeskReply<'shoppers.export'>> {
  const { user } = await mustFind(id);
  await writeLog([logEntry(staff, 'shoppers.export', subjectOf(id), null, null)]);
  const { data } = await dataOf(user, onBehalf(id));
  return { success: true, json: JSON.stringify(data, null, 2) };
}

/**
 * Deletes an account, as its shopper could: its orders stay without personal data.
 * @throws Refused 'not-found', or 'invalid' if an order is under way
 */
export async function remove(
  staff: Staff,
  { id }: DeskBody<'shoppers.delete'>,
  { after }: DeskCall,
): Promise<DeskReply<'shoppers.delete'>> {
  return retryOnConflict(5, 'An account changed faster than it could be deleted', async () => {
    const found = await mustFind(id);
    const now = Date.now();
    if ((await readOrders(onBehalf(id))).some((order) => isUnderWay(order, now))) {
      throw new Refused('invalid', deskMessages.ordersUnderWay);
    }
    const log = logEntry(staff, 'shoppers.delete', subjectOf(id), 'account', null);
    if ((await removeAccount(found, null, now, log)) === 'stale') return 'stale';
    after(() => finishDeletion(id));
    return { success: true };
  });
}

/** @throws Refused 'not-found' */
async function mustFind(id: string): Promise<StoredUser> {
  const found = await readUser(id);
  if (!found) throw new Refused('not-found', deskMessages.noShopper);
  return found;
}
