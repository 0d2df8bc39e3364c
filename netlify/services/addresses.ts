import { addressMessages } from '../../src/contract/messages/address.ts';
import { addressesMax } from '../../src/domain/config.ts';
import type { Parsed, Reply } from '../../src/contract/routes.ts';
import { addAddress, deleteAddress, editAddress, readAddresses } from '../storage/addresses.ts';
import type { ShopperCall } from './shopper-call.ts';
import { Refused } from './refusal.ts';

/** The shopper's saved addresses: the default first, then the newest first. */
export async function list(_body: unknown, call: ShopperCall): Promise<Reply<'address.user'>> {
  const saved = await readAddresses(call);
  return { success: true, addresses: saved.map(({ id, ...fields }) => ({ _id: id, ...fields })) };
}

/** Saves an address; the first one is always the default. @throws Refused 'invalid' if there are too many */
export async function add(body: Parsed<'address.add'>, call: ShopperCall): Promise<Reply<'address.add'>> {
  if ((await addAddress(call, body)) === 'full') {
    throw new Refused('invalid', addressMessages.tooMany(addressesMax));
  }
  return { success: true, message: addressMessages.added };
}

/**
 * Changes an address. If it stops being the default, the newest other address becomes the default; an only address
 * stays the default.
 * @throws Refused 'not-found' if the shopper has no such address
 */
export async function edit(
  { addressId, ...fields }: Parsed<'address.edit'>,
  call: ShopperCall,
): Promise<Reply<'address.edit'>> {
  if ((await editAddress(call, addressId, fields)) === 'unknown') throw unknown();
  return { success: true, message: addressMessages.updated };
}

/** Deletes an address. After the default, the newest one becomes the default. @throws Refused 'not-found' as edit */
export async function remove(
  { addressId }: Parsed<'address.delete'>,
  call: ShopperCall,
): Promise<Reply<'address.delete'>> {
  if ((await deleteAddress(call, addressId)) === 'unknown') throw unknown();
  return { success: true, message: addressMessages.deleted };
}

/** Uses the same words for an address that never existed and for another shopper's address. */
function unknown(): Refused {
  return new Refused('not-found', addressMessages.unknown);
}
