import { isRush } from '../../src/domain/rush.ts';
import { ownerAddress } from '../mail/owner-letters.ts';
import { rushLetter } from '../mail/rush-letter.ts';
import { forgetRush, noteRush, readPace } from '../storage/pace.ts';
import { post } from './account-mail.ts';

/** Tells the owner once when orders begin to come ten times faster than usual. @returns true: it came to its end */
export async function tellOfRush(_until = 0, at = Date.now()): Promise<boolean> {
  const pace = await readPace(at);
  if (!isRush(pace) || !(await noteRush(at))) return true;
  const went = await post(ownerAddress(), 'rush', `${at}`, () => rushLetter(pace));
  if (went === 'no-server') await forgetRush();
  return true;
}
