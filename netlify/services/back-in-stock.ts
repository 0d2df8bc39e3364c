import { notifyMessages } from '../../src/contract/messages/catalogue.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { isEmailConfirmed, readOwnUser } from '../storage/accounts.ts';
import { isWaiting, saveSubscription } from '../storage/back-in-stock.ts';
import { type Session, SessionEnded } from '../storage/session-and-limits.ts';
import { initialStock } from '../storage/stock.ts';
import type { AnybodysCall, Call } from './shopper-call.ts';
import { offeredProduct } from './products.ts';
import { invalidField } from './refusal.ts';

/**
 * Saves a back-in-stock subscription (docs/behaviour.md#notify-me). A repeated call changes nothing.
 * @throws Refused 'invalid' if the catalogue has no such product or size, or if the size is in stock
 */
export async function save(
  { productId, size, email }: Body<'notify'>,
  { windows }: Call,
): Promise<Reply<'notify'>> {
  const product = offeredProduct(productId, size, 'productId');
  const initial = initialStock(product, size);
  if (!(await saveSubscription(windows, { productId, size, initial }, email))) {
    throw invalidField('size', notifyMessages.inStock);
  }
  return { success: true, message: notifyMessages.saved };
}

/**
 * Whether this email is subscribed to this size. Only the owner of a mailbox learns what it waits for; everybody else
 * reads false. @throws Refused 'invalid' as above
 */
export async function check(
  { productId, size, email }: Body<'notify.check'>,
  { windows, session }: AnybodysCall,
): Promise<Reply<'notify.check'>> {
  offeredProduct(productId, size, 'productId');
  // Both are read for every caller, so that the time of the answer tells nothing either.
  const [waits, isOwner] = await Promise.all([
    isWaiting(windows, productId, size, email),
    session !== null && ownsMailbox(session, email),
  ]);
  return { success: true, alreadyNotified: waits && isOwner };
}

/** Whether this is an open session of the account that has confirmed this email. */
async function ownsMailbox(session: Session, email: string): Promise<boolean> {
  try {
    const { user } = await readOwnUser({ session, windows: [] });
    return user.email === email && isEmailConfirmed(user);
  } catch (error) {
    if (error instanceof SessionEnded) return false;
    throw error;
  }
}
