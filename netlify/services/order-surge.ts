import { isSurge } from '../../src/domain/order-surge.ts';
import { readOrderRate } from '../storage/order-rate.ts';
import { alertOwner } from './owner-alert.ts';
import { sendDueOrderEmails } from './send-order-email.ts';

/** Queues one email to the owner when orders arrive ten times faster than usual. */
export async function alertOrderSurge(at = Date.now()): Promise<void> {
  if (isSurge(await readOrderRate(at))) await alertOwner('surge', at);
}

/**
 * The same email when a limit of the whole shop refuses an order: the limits stop most orders of an attack, and an order
 * that is not placed is not counted.
 */
export async function alertShopLimit(): Promise<void> {
  if (await alertOwner('shop-limit', Date.now())) await sendDueOrderEmails();
}
