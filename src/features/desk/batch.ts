import { textsFrom } from '../../client/tab-storage.ts';
import { readLocal, writeLocal } from '../../client/local-storage.ts';
import type { OrderStatus } from '../../domain/order.ts';

/** The orders that are packed together: chosen in the list, worked in packing. */

/** What is kept of a batch; the numbers stay until their parcels leave the batch. */
export const batchKeys = {
  orders: 'taana-desk-batch',
  /** Orders that have left, and are only shown with it. */
  gone: 'taana-desk-batch-gone',
  step: 'taana-desk-packing-step',
  picked: 'taana-desk-picked',
  numbers: 'taana-desk-tracking',
} as const;

export function readBatch(): string[] {
  return textsFrom(readLocal(batchKeys.orders));
}

/** A batch with an order that was not in it begins at its first step. */
export function writeBatch(ids: readonly string[]): void {
  const before = readBatch();
  if (ids.some((id) => !before.includes(id))) writeLocal(batchKeys.step, null);
  writeLocal(batchKeys.orders, ids.length === 0 ? null : ids);
}

/** The orders of the batch that are still to be packed or shipped: those the list shows as chosen. */
export function readChosen(): string[] {
  const gone = textsFrom(readLocal(batchKeys.gone));
  return readBatch().filter((id) => !gone.includes(id));
}

/** Whether an order in this status still has to be packed or shipped. */
export function canBePacked({ status }: { status: OrderStatus }): boolean {
  return status === 'Order Placed' || status === 'Processing';
}

export function noteGone(ids: readonly string[]): void {
  writeLocal(batchKeys.gone, ids.length === 0 ? null : ids);
}

export function endBatch(): void {
  for (const key of Object.values(batchKeys)) writeLocal(key, null);
}
