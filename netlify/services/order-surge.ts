import { isSurge } from '../../src/domain/order-surge.ts';
import { ownerAddress } from '../email/owner-emails.ts';
import { orderSurgeEmail } from '../email/order-surge-email.ts';
import { forgetSurge, noteSurge, readPace } from '../storage/order-pace.ts';
import { sendAccountEmail } from './send-account-email.ts';

/** Tells the owner once when orders begin to come ten times faster than usual. @returns true: it came to its end */
export async function alertOrderSurge(_until = 0, at = Date.now()): Promise<boolean> {
  const pace = await readPace(at);
  if (!isSurge(pace) || !(await noteSurge(at))) return true;
  const went = await sendAccountEmail(ownerAddress(), 'rush', `${at}`, () => orderSurgeEmail(pace));
  if (went === 'no-server') await forgetSurge();
  return true;
}
