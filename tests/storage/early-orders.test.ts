import { expect, test } from 'vitest';
import { noteInterest, readInterests } from '../../netlify/storage/early-orders.ts';
import { readSubscriptionsOf } from '../../netlify/storage/subscriptions.ts';

const asha = { email: 'asha@example.com', name: 'Asha', phone: '', at: 2 };

test('a newer size replaces the previous one, and the first interest does not change otherwise', async () => {
  await noteInterest([], 'size-hoodie', { ...asha, size: 'M' });
  await noteInterest([], 'size-hoodie', { ...asha, name: 'Somebody else', size: 'L', at: 3 });
  await noteInterest([], 'size-hoodie', { ...asha, at: 4 });
  expect((await readInterests(['size-hoodie']))[0]).toEqual([{ ...asha, size: 'L' }]);
  const { interests } = await readSubscriptionsOf(asha.email);
  expect(interests).toContainEqual({ ...asha, size: 'L', productId: 'size-hoodie' });
});
