import { isSurge } from '../../src/domain/order-surge.ts';
import { orderSurge } from '../../src/domain/config.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { orderSurgeEmail } from '../email/order-surge-email.ts';
import { orderSurgeKey } from '../storage/keys.ts';
import { readOrderRate } from '../storage/order-rate.ts';
import { alertOwner } from './owner-alert.ts';

const surgeAlert = () => ({ key: orderSurgeKey(), pauseMs: orderSurge.pauseHours * HOUR_MS, kind: 'rush' });

/** Tells the owner once when orders arrive ten times faster than usual. @returns true: the job is always complete */
export async function alertOrderSurge(_until = 0, at = Date.now()): Promise<boolean> {
  const pace = await readOrderRate(at);
  if (isSurge(pace)) await alertOwner(surgeAlert(), at, () => orderSurgeEmail(pace, false));
  return true;
}

/**
 * The same email when a limit of the whole shop refuses an order: the limits stop most orders of an attack, and an order
 * that is not placed is not counted.
 */
export async function alertShopLimit(): Promise<void> {
  const at = Date.now();
  await alertOwner(surgeAlert(), at, async () => orderSurgeEmail(await readOrderRate(at), true));
}
