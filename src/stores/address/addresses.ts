import type { NoAnswer } from '../../client/api.ts';
import { addressMessages } from '../../contract/messages/address.ts';
import type { WireAddress } from '../../contract/calls/address.ts';
import type { Refusal } from '../../contract/calls/call.ts';
import type { AddressFields } from '../../domain/address.ts';
import { accountCall, sentenceOf } from '../account/account-call.ts';
import { accountResource } from '../account/account-resource.ts';
import { showToast } from '../page/toasts.ts';

const own = accountResource<readonly WireAddress[]>(
  [],
  async () => {
    const answer = await accountCall('address.user', undefined);
    return answer.success ? { success: true, value: answer.addresses } : answer;
  },
  addressMessages.fetchFailed,
);

/** The saved addresses of the logged-in shopper, in the server's order; none for visitors. */
export const $addresses = own.$value;
export const $addressesStatus = own.$status;
export const $addressesProblem = own.$problem;

export const loadAddresses = own.load;

/** `message` is null if the session has ended. `fields`: the message for each invalid field of `AddressFields`. */
export type AddressOutcome =
  { success: true } | { success: false; message: string | null; fields: Record<string, string> };

/**
 * Saves a new address (`id` null) or a changed one, says so in a toast, and loads the list again. A failure changes
 * nothing here; its toast says why, unless the session has ended.
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

/** Deletes an address, as `saveAddress` saves one. */
export async function deleteAddress(id: string): Promise<AddressOutcome> {
  const answer = await accountCall('address.delete', { addressId: id });
  if (!answer.success) return failed(answer, addressMessages.deleteFailed);
  showToast('success', addressMessages.deleted);
  await loadAddresses();
  return { success: true };
}

function failed(answer: Refusal | NoAnswer, withoutAnswer: string): AddressOutcome {
  const message = sentenceOf(answer, withoutAnswer);
  if (message !== null) showToast('error', message);
  return { success: false, message, fields: answer.fields ?? {} };
}
