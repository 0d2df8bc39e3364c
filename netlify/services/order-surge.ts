import { isRush } from '../../src/domain/order-surge.ts';
import { ownerAddress } from '../email/owner-emails.ts';
import { rushLetter } from '../email/order-surge-email.ts';
import { forgetRush, noteRush, readPace } from '../storage/order-pace.ts';
import { post } from './send-account-email.ts';

/** Tells the owner once when orders begin to come ten times faster than usual. @returns true: it came to its end */
export async function tellOfRush(_until = 0, at = Date.now()): Promise<boolean> {
  const pace = await readPace(at);
  if (!isRush(pace) || !(await noteRush(at))) return true;
  const went = await post(ownerAddress(), 'rush', `${at}`, () => rushLetter(pace));
  if (went === 'no-server') await forgetRush();
  return true;
}
