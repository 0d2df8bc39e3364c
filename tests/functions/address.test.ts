import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { addressesKey } from '../../netlify/storage/keys.ts';
import { addressMessages, fieldMessages, tooLongMessages } from '../../src/contract/messages/address.ts';
import type { WireAddress } from '../../src/contract/calls/address.ts';
import { addressesMax } from '../../src/domain/config.ts';
import type { AddressFields } from '../../src/domain/address.ts';
import { connect, flush } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, newShopper, savedAddress } from '../support/shop-calls.ts';

beforeEach(flush);

const redis = connect({ automaticDeserialization: false });

const fieldsOf = (label: string, more: Partial<AddressFields> = {}) => ({ ...savedAddress, label, ...more });
const add = (token: string, label: string, more: Partial<AddressFields> = {}) =>
  call('address.add', { token, body: fieldsOf(label, more) });
const edit = (token: string, addressId: string, fields: AddressFields) =>
  call('address.edit', { token, body: { ...fields, addressId } });
const remove = (token: string, addressId: string) => call('address.delete', { token, body: { addressId } });
const addressesOf = async (token: string) => (await call('address.user', { token })).body.addresses;

/** Labels in the order of the list, with a star at the default. */
const seen = async (token: string) =>
  (await addressesOf(token)).map(({ label, isDefault }) => label + (isDefault ? '*' : ''));

async function idOf(token: string, label: string): Promise<string> {
  const found = (await addressesOf(token)).find((address) => address.label === label);
  if (!found) throw new Error(`There is no address ${label}`);
  return found._id;
}

async function shopperWith(...labels: string[]) {
  const shopper = await newShopper();
  for (const label of labels) await add(shopper.token, label);
  return shopper;
}

test('an address is stored as given, and the first one is the default', async () => {
  const { token } = await newShopper();
  expect((await call('address.user', { token })).body).toEqual({ success: true, addresses: [] });
  const fields = fieldsOf('अम्मा का घर', { address: '12/3, "MG" Road \\ 2nd floor', city: 'Bengaluru' });
  const added = await call('address.add', { token, body: fields });
  expect([added.status, added.body]).toEqual([200, { success: true, message: addressMessages.added }]);
  const _id = expect.stringMatching(/^[\w-]{36}$/) as string;
  expect(await addressesOf(token)).toEqual([{ ...fields, _id, isDefault: true }]);
});

test.each<[wrong: Partial<AddressFields>, field: keyof AddressFields, message: string]>([
  [{ address: '' }, 'address', fieldMessages.street],
  [{ address: 'x'.repeat(201) }, 'address', tooLongMessages.street],
  [{ city: ' ' }, 'city', fieldMessages.city],
  [{ state: '' }, 'state', fieldMessages.state],
  [{ zipcode: '012345' }, 'zipcode', fieldMessages.unknownPin],
  [{ zipcode: '999999' }, 'zipcode', fieldMessages.unknownPin],
  [{ zipcode: '5600' }, 'zipcode', fieldMessages.zipcode],
  [{ country: 'Sri Lanka' }, 'country', fieldMessages.country],
  [{ phone: '9876543210' }, 'phone', fieldMessages.phone],
  [{ phone: '' }, 'phone', fieldMessages.phone],
  [{ phone: '911234567890' }, 'phone', fieldMessages.notMobile],
  [{ phone: '+14155550123' }, 'phone', fieldMessages.foreignPhone],
])('an undeliverable address is refused: %j', async (wrong, field, message) => {
  const { token } = await shopperWith('Home');
  const before = await addressesOf(token);
  const id = await idOf(token, 'Home');
  for (const answer of [await add(token, 'Wrong', wrong), await edit(token, id, fieldsOf('Wrong', wrong))])
    expectRefused(answer, 400, 'invalid', message, field);
  expect(await addressesOf(token)).toEqual(before);
});

test('an account stores twenty addresses; one more is refused with a message', async () => {
  const labels = Array.from({ length: addressesMax }, (_, at) => `No. ${at}`);
  const { token } = await shopperWith(...labels);
  const before = await addressesOf(token);
  expect(before).toHaveLength(20);
  const refused = await add(token, 'One more', { isDefault: true });
  expectRefused(refused, 400, 'invalid', addressMessages.tooMany(20));
  expect(await addressesOf(token)).toEqual(before);
  await edit(token, await idOf(token, 'No. 3'), fieldsOf('No. 3', { isDefault: true }));
  await remove(token, await idOf(token, 'No. 7'));
  expect((await add(token, 'One more')).status).toBe(200);
});

test('another shopper’s address gets the same answer as an unknown one', async () => {
  const asha = await shopperWith('Home', 'Work');
  const ravi = await shopperWith('Flat');
  const before = await addressesOf(asha.token);
  for (const id of [await idOf(asha.token, 'Work'), randomUUID(), 'constructor', '__proto__']) {
    const edited = await edit(ravi.token, id, fieldsOf('Mine', { isDefault: true }));
    for (const answer of [edited, await remove(ravi.token, id)])
      expectRefused(answer, 404, 'not-found', addressMessages.unknown);
  }
  expect(await addressesOf(asha.token)).toEqual(before);
  expect(await seen(ravi.token)).toEqual(['Flat*']);
});

test('a call that is repeated after a lost answer is done once', async () => {
  const { token } = await shopperWith('Home');
  const twice = async <T>(work: () => Promise<T>) => [await work(), await work()] as const;
  const added = await twice(() => add(token, 'Work', { isDefault: true }));
  expect(added.map(({ body }) => body.message)).toEqual([addressMessages.added, addressMessages.added]);
  expect(await seen(token)).toEqual(['Work*', 'Home']);
  const id = await idOf(token, 'Work');
  const edited = await twice(() => edit(token, id, fieldsOf('Office')));
  expect(edited.map(({ status }) => status)).toEqual([200, 200]);
  expect(await seen(token)).toEqual(['Home*', 'Office']);
  const removed = await twice(() => remove(token, id));
  expect(removed.map(({ body }) => body.message)).toEqual([addressMessages.deleted, addressMessages.deleted]);
  expect(await seen(token)).toEqual(['Home*']);
});

test('concurrent additions keep twenty addresses and refuse the rest', async () => {
  const { token } = await newShopper();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => add(token, `No. ${at}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(addressesMax);
  expect(await addressesOf(token)).toHaveLength(addressesMax);
});

test('an edit does not bring back what another device deletes', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { token } = await shopperWith('Home', 'Work');
    const id = await idOf(token, 'Work');
    const [edited, removed] = await Promise.all([
      edit(token, id, fieldsOf('Office', { isDefault: true })),
      remove(token, id),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(edited.status);
    expect(await seen(token)).toEqual(['Home*']);
  }
});

/** Actions of a shopper; `which` is a position in the displayed list. */
type Step =
  | { do: 'add'; street: number; isDefault: boolean }
  | { do: 'edit'; which: number; street: number; isDefault: boolean }
  | { do: 'delete'; which: number };

const street = fc.integer({ min: 0, max: 6 });
const which = fc.nat(8);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), street, isDefault: fc.boolean() }),
  fc.record({ do: fc.constant('edit' as const), which, street, isDefault: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), which }),
);

/** A second implementation of the rules: the list newest first, and the index of the default. */
function model(before: readonly WireAddress[], step: Step, at: WireAddress | undefined): string {
  const newest = before.filter(({ _id }) => _id !== at?._id)[0];
  const current = before.find(({ isDefault }) => isDefault);
  if (step.do === 'add') return step.isDefault || !current ? `Street ${step.street}` : current.address;
  if (step.do === 'edit' && at) {
    const staysOrBecomes = step.isDefault || (at.isDefault && !newest);
    if (staysOrBecomes) return `Street ${step.street}`;
  }
  if (at?.isDefault) return newest?.address ?? '';
  return current?.address ?? '';
}

async function storedOf(userId: string): Promise<WireAddress[]> {
  const text = (await redis.get<string>(addressesKey(userId))) ?? '[]';
  const stored = JSON.parse(text) as (AddressFields & { id: string })[];
  return stored.map(({ id, ...fields }) => ({ _id: id, ...fields }));
}

async function take(token: string, one: Step, at: WireAddress | undefined): Promise<void> {
  const fields = (street: number, isDefault: boolean) =>
    fieldsOf('', { address: `Street ${street}`, isDefault });
  if (one.do === 'add') await add(token, '', fields(one.street, one.isDefault));
  else if (one.do === 'delete') await remove(token, at?._id ?? '');
  else await edit(token, at?._id ?? '', fields(one.street, one.isDefault));
}

test('after any sequence of actions exactly one address is the default, the right one, and no other address changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const { token, session } = await newShopper();
      let [before, shown] = [await storedOf(session.userId), await addressesOf(token)];
      for (const one of steps) {
        const at = one.do === 'add' ? undefined : shown[one.which];
        if (one.do !== 'add' && !at) continue;
        await take(token, one, at);
        const after = await addressesOf(token);
        expect(after.filter(({ isDefault }) => isDefault)).toHaveLength(after.length === 0 ? 0 : 1);
        expect(after[0]?.address ?? '').toBe(model(before, one, at));
        const others = (list: readonly WireAddress[]) =>
          list.filter(({ _id }) => _id !== at?._id).map(({ _id, address }) => [_id, address]);
        const isNew = after.length > before.length;
        const stored = await storedOf(session.userId);
        expect(others(stored).slice(isNew ? 1 : 0)).toEqual(others(before));
        [before, shown] = [stored, after];
      }
    }),
    { numRuns: 40 },
  );
});
