import { addressMessages } from '../../contract/messages/address.ts';
import type { WireAddress } from '../../contract/routes.ts';
import type { AddressFields } from '../../domain/address.ts';
import { accountCall, sentenceOf } from '../account/account-call.ts';
import { accountResource } from '../account/account-resource.ts';
import { showToast } from '../page/toasts.ts';

const noAddresses: readonly WireAddress[] = [];

const own = accountResource(
  noAddresses,
  async () => {
    const answer = await accountCall('address.user', undefined);
    return answer.success ? { success: true, value: answer.addresses } : answer;
  },
  addressMessages.fetchFailed,
);

/** The saved addresses of the shopper who is logged in, as the server lists them; none for anybody else. */
export const $addresses = own.$value;
export const $addressesStatus = own.$status;
/** Why the last try failed. */
export const $addressesProblem = own.$problem;

/** Reads them from the server. A failure is a toast, keeps what is shown, and is told by the status. */
export const loadAddresses = own.load;

/** `message` is null where the session ended. `fields`: each wrong field of `AddressFields`, with its sentence. */
export type AddressOutcome =
  { success: true } | { success: false; message: string | null; fields: Record<string, string> };

/**
 * Saves a new address (`id` null) or a changed one, tells so in a toast, and reloads the list (specification §4, Address
 * form). A failure changes nothing here.
 */
export async function saveAddress(fields: AddressFields, id: string | null): Promise<AddressOutcome> {
  const answer = await (id === null
    ? accountCall('address.add', fields)
    : accountCall('address.edit', { ...fields, addressId: id }));
  if (!answer.success) return failed(answer, addressMessages.saveFailed);
  showToast('success', id === null ? addressMessages.added : addressMessages.updated);
  await loadAddresses();
  return { success: true };
}

/** Deletes an address, tells so in a toast, and reloads the list. A failure changes nothing here. */
export async function deleteAddress(id: string): Promise<AddressOutcome> {
  const answer = await accountCall('address.delete', { addressId: id });
  if (!answer.success) return failed(answer, addressMessages.deleteFailed);
  showToast('success', addressMessages.deleted);
  await loadAddresses();
  return { success: true };
}

function failed(
  answer: { code: string; message: string; fields?: Record<string, string> },
  withoutAnswer: string,
): AddressOutcome {
  const message = sentenceOf(answer, withoutAnswer);
  if (message !== null) showToast('error', message);
  return { success: false, message, fields: answer.fields ?? {} };
}
