import { splitName } from '../../domain/user.ts';
import { accountCall } from './account-call.ts';
import { $delivery, editDelivery } from '../checkout/delivery.ts';
import { $token } from '../session/session.ts';

/**
 * Fills the account's name into a delivery form without a name. A failure shows no message: the shopper can type the
 * name.
 * @param isWriting whether one of the two fields has the focus; then nothing is filled in
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
