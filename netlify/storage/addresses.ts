import { randomUUID } from 'node:crypto';
import type { AddressFields } from '../../src/domain/address.ts';
import { type OnBehalf, read, write, type Shopper } from './session-and-limits.ts';
import { addressesKey, deletedAddressKey } from './keys.ts';
import {
  addAddress as addScript,
  deleteAddress as deleteScript,
  editAddress as editScript,
} from './addresses.lua.ts';
import { withoutVersion, writeDocument } from './document-versions.ts';

export interface SavedAddress extends AddressFields {
  id: string;
}

/** All addresses: the default first, then the newest first. @throws SessionEnded, TooMany */
export async function readAddresses(shopper: Shopper | OnBehalf): Promise<SavedAddress[]> {
  const [text] = await read(shopper, (pipeline) => pipeline.get(addressesKey(shopper.session.userId)));
  const saved =
    typeof text === 'string'
      ? (JSON.parse(text) as SavedAddress[]).map((address) => withoutVersion('address', address))
      : [];
  return saved.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/**
 * Adds an address. An identical address is not added twice, so a call can be retried.
 * @throws SessionEnded, TooMany
 */
export async function addAddress(shopper: Shopper, fields: AddressFields): Promise<'added' | 'full'> {
  const address: SavedAddress = { id: randomUUID(), ...only(fields) };
  const [went] = await write(
    shopper,
    addScript,
    [addressesKey(shopper.session.userId)],
    [writeDocument('address', address)],
  );
  return went as 'added' | 'full';
}

/** Changes one of the shopper's addresses. @throws SessionEnded, TooMany */
export async function editAddress(
  shopper: Shopper,
  id: string,
  fields: AddressFields,
): Promise<'updated' | 'unknown'> {
  const address: SavedAddress = { id, ...only(fields) };
  const [went] = await write(
    shopper,
    editScript,
    [addressesKey(shopper.session.userId)],
    [writeDocument('address', address)],
  );
  return went as 'updated' | 'unknown';
}

/** Deletes one of the shopper's addresses. A retry some minutes later gets 'unknown'. @throws SessionEnded, TooMany */
export async function deleteAddress(shopper: Shopper, id: string): Promise<'deleted' | 'unknown'> {
  const { userId } = shopper.session;
  const [went] = await write(
    shopper,
    deleteScript,
    [addressesKey(userId), deletedAddressKey(userId, id)],
    [id],
  );
  return went as 'deleted' | 'unknown';
}

/** Drops all other fields of the input. */
function only({
  label,
  address,
  city,
  state,
  zipcode,
  country,
  phone,
  isDefault,
}: AddressFields): AddressFields {
  return { label, address, city, state, zipcode, country, phone, isDefault };
}
