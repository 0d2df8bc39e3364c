import { isSurge } from '../../src/domain/order-surge.ts';
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
  if (!isSurge(pace) || !(await markOwnerAlert(orderSurgeKey(), at, PAUSE_MS))) return true;
  const went = await sendAccountEmail(ownerAddress(), 'rush', `${at}`, () => orderSurgeEmail(pace));
  if (went === 'no-server') await clearOwnerAlert(orderSurgeKey());
  return true;
}
