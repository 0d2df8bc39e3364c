import { isSurge, type Pace } from '../../src/domain/order-surge.ts';
import { orderSurge } from '../../src/domain/config.ts';
import { ownerAddress } from '../email/owner-emails.ts';
import { orderSurgeEmail } from '../email/order-surge-email.ts';
import { orderSurgeKey } from '../storage/keys.ts';
import { readOrderRate } from '../storage/order-rate.ts';
import { clearOwnerAlert, markOwnerAlert } from '../storage/owner-alerts.ts';
import { sendAccountEmail } from './send-account-email.ts';

const PAUSE_MS = orderSurge.pauseHours * 60 * 60_000;

/** Tells the owner once when orders arrive ten times faster than usual. @returns true: the job is always complete */
export async function alertOrderSurge(_until = 0, at = Date.now()): Promise<boolean> {
  const pace = await readOrderRate(at);
  if (isSurge(pace) && (await isNews(at))) await tell(at, pace, false);
  return true;
}

/**
 * The same email when a limit of the whole shop refuses an order: the limits stop most orders of an attack, and an order
 * that is not placed is not counted.
 */
export async function alertShopLimit(): Promise<void> {
  const at = Date.now();
  if (await isNews(at)) await tell(at, await readOrderRate(at), true);
}

const isNews = (at: number) => markOwnerAlert(orderSurgeKey(), at, PAUSE_MS);

async function tell(at: number, pace: Pace, isRefusing: boolean): Promise<void> {
  const write = () => orderSurgeEmail(pace, isRefusing);
  const went = await sendAccountEmail(ownerAddress(), 'rush', `${at}`, write);
  if (went === 'no-server') await clearOwnerAlert(orderSurgeKey());
}
