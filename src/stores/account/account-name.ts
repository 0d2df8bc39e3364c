import { splitName } from '../../domain/user.ts';
import { accountCall } from './account-call.ts';
import { $delivery, editDelivery } from '../checkout/delivery.ts';
import { $token } from '../session/session.ts';

/**
 * Fills the account's name into a delivery form that has none yet. A failure is silent: the name can be typed.
 * @param isWriting whether the shopper is in one of the two fields just now: nothing is filled in under the fingers
 */
export async function fillAccountName(isWriting: () => boolean): Promise<void> {
  const token = $token.get();
  if (token === undefined || hasName()) return;
  const answer = await accountCall('user.profile', undefined);
  if (!answer.success || $token.get() !== token || hasName() || isWriting()) return;
  const { firstName, lastName } = splitName(answer.user.name);
  editDelivery('firstName', firstName);
  editDelivery('lastName', lastName);
}

function hasName(): boolean {
  const { firstName, lastName } = $delivery.get();
  return firstName !== '' || lastName !== '';
}
