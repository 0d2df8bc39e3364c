import type { Order } from '../../src/domain/order.ts';
import { commit, nothingElse } from './commit.ts';
import { readDocument, writeDocument } from './document-versions.ts';
import { orderKey, orderNotesKey } from './keys.ts';
import type { Stored } from './orders.ts';
import { redis } from './redis.ts';
import type { LogEntry } from '../../src/domain/staff.ts';

/** A note of staff about an order. Shoppers do not see it, so it is not part of the order. */
export interface OrderNote {
  /** In ms. */
  at: number;
  who: string;
  text: string;
}

/** Oldest first. */
export async function readNotes(orderId: Order['id']): Promise<OrderNote[]> {
  const texts = await redis().lrange<string>(orderNotesKey(orderId), 0, -1);
  return texts.map((text) => readDocument<OrderNote>('order note', text));
}

/** @returns false if the order has changed, so that no note survives the deletion of its address */
export async function addNote({ order, text }: Stored, note: OrderNote, log: LogEntry): Promise<boolean> {
  const { outcome } = await commit(null, {
    ...nothingElse,
    expect: [{ key: orderKey(order.id), text }],
    writes: [['RPUSH', orderNotesKey(order.id), writeDocument('order note', note)]],
    log: [log],
  });
  return outcome === 'done';
}
