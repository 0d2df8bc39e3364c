import type { Order } from '../../src/domain/order.ts';
import type { LogEntry } from '../../src/domain/staff.ts';
import type { StoredUser } from './accounts.ts';
import { commit, nothingElse } from './transaction.ts';
import { readDocument, writeDocument } from './document-versions.ts';
import { orderKey, shopperNotesKey, userKey } from './keys.ts';
import { orderNotesKey } from './order-keys.ts';
import type { Stored } from './orders.ts';
import { redis, run } from './redis.ts';
import { script } from './script.ts';

/**
 * A note of staff about an order or a shopper. Shoppers see them only in the download of their data, so notes are not
 * part of the order or the account.
 */
export interface StaffNote {
  /** In ms. */
  at: number;
  who: string;
  text: string;
}

const noteOf = (text: string) => readDocument<StaffNote>('order note', text);

/** Oldest first. */
export async function readOrderNotes(orderId: Order['id']): Promise<StaffNote[]> {
  const texts = await redis().lrange<string>(orderNotesKey(orderId), 0, -1);
  return texts.map(noteOf);
}

/** Several lists in one command, so that an export costs the same with any number of orders. keys: the lists. */
const readLists = script(`
local lists = {}
for at, key in ipairs(KEYS) do lists[at] = redis.call('LRANGE', key, 0, -1) end
return lists
`);

/** The notes about a shopper and about each of these orders, oldest first. One command. */
export async function readNotesOf(
  userId: string,
  orderIds: readonly Order['id'][],
): Promise<{ shopper: StaffNote[]; orders: StaffNote[][] }> {
  const keys = [shopperNotesKey(userId), ...orderIds.map(orderNotesKey)];
  const [lists] = (await run(readLists, keys, [])) as [string[][]];
  const [shopper = [], ...orders] = lists.map((texts) => texts.map(noteOf));
  return { shopper, orders };
}

/** @returns false if the order has changed, so that no note survives the deletion of its address */
export function addOrderNote({ order, text }: Stored, note: StaffNote, log: LogEntry): Promise<boolean> {
  return add(orderNotesKey(order.id), { key: orderKey(order.id), text }, note, log);
}

/** @returns false if the account has changed, so that no note survives its deletion */
export function addShopperNote({ user, text }: StoredUser, note: StaffNote, log: LogEntry): Promise<boolean> {
  return add(shopperNotesKey(user.id), { key: userKey(user.id), text }, note, log);
}

async function add(
  list: string,
  about: { key: string; text: string },
  note: StaffNote,
  log: LogEntry,
): Promise<boolean> {
  const { outcome } = await commit(null, {
    ...nothingElse,
    expect: [about],
    writes: [['RPUSH', list, writeDocument('order note', note)]],
    log: [log],
  });
  return outcome === 'done';
}
