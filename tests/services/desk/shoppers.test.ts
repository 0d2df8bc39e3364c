import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { readNotesOf } from '../../../netlify/storage/staff-notes.ts';
import { readUser } from '../../../netlify/storage/accounts.ts';
import { deskMessages } from '../../../src/contract/messages/desk.ts';
import { owner, signUp, site, useStaff } from '../../support/desk.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { isLogIntact } from '../../support/log-integrity.ts';
import { flush } from '../../support/redis.ts';
import {
  address,
  call,
  confirmEmail,
  hoodie,
  newShopper,
  orderBody,
  place,
  profileFields,
  savedAddress,
  setStock,
  workDone,
} from '../../support/shop-calls.ts';

const mailServer = useMailServer(site);

beforeEach(flush);
beforeEach(() => useStaff());
afterEach(workDone);

/** A shopper with an address, a cart and, on request, an order under way. */
async function shopperOf(email: string, orders = 0) {
  const { token, session } = await newShopper(email);
  await confirmEmail(session.userId);
  await call('address.add', { token, body: savedAddress });
  await call('cart.add', { token, body: { itemId: hoodie.id, size: 'M' } });
  await setStock(hoodie.id, 'M', 9);
  for (let placed = 0; placed < orders; placed += 1) {
    await place(token, orderBody([hoodie, 'M', 2]));
  }
  return { token, id: session.userId };
}

test('an email finds its account with its orders, and the look-up is logged without personal data', async () => {
  const { id } = await shopperOf('priya@example.com', 1);
  const { browser } = await signUp(owner);
  const [shopper] = (await browser.call('shoppers.find', { search: 'Priya@Example.com' })).body.shoppers;
  expect(shopper).toMatchObject({ id, name: 'Asha', email: 'priya@example.com', isConfirmed: true });
  expect(shopper?.orders).toEqual([expect.objectContaining({ status: 'Order Placed', pieces: 2 })]);
  expect(shopper?.log.map(({ action }) => action)).toEqual(['shoppers.find']);
  expect(JSON.stringify(await readLogOf(`shopper:${id}`, 9))).not.toMatch(/priya/i);
  expect((await browser.call('shoppers.find', { search: 'nobody@example.com' })).body.shoppers).toEqual([]);
});

test('a phone number finds the accounts that ordered with it', async () => {
  const { id } = await shopperOf('priya@example.com', 1);
  await shopperOf('ravi@example.com');
  const { browser } = await signUp(owner);
  const found = async (search: string) =>
    (await browser.call('shoppers.find', { search })).body.shoppers.map((shopper) => shopper.id);
  expect(await found(address.phone)).toEqual([id]);
  expect(await found('98765 43210')).toEqual([id]);
  expect(await found('9876500000')).toEqual([]);
  expect((await browser.call('shoppers.find', { search: 'priya' })).status).toBe(400);
});

test('the export is the one that the shopper can download, with the notes of staff', async () => {
  const { id, token } = await shopperOf('priya@example.com', 1);
  await call('user.save-profile', { token, body: { ...profileFields, email: 'priya@example.com' } });
  const { browser } = await signUp(owner);
  const { shopper } = (await browser.call('shoppers.note', { id, text: 'Rings before noon' })).body;
  expect(shopper.notes).toMatchObject([{ who: owner, text: 'Rings before noon' }]);
  await browser.call('orders.note', { id: shopper.orders[0]?.id ?? '', text: 'Gate is locked' });
  const own = (await call('user.export', { token, body: {} })).body.data;
  expect(own).toMatchObject({
    staffNotes: [{ text: 'Rings before noon' }],
    orders: [{ staffNotes: [{ text: 'Gate is locked' }] }],
  });
  // Without the author.
  expect(own['staffNotes']).toEqual([{ at: expect.any(Number) as number, text: 'Rings before noon' }]);
  const { json } = (await browser.call('shoppers.export', { id })).body;
  const exported = JSON.parse(json) as typeof own;
  expect({ ...exported, exportedAt: 0 }).toEqual({ ...own, exportedAt: 0 });
  const log = await readLogOf(`shopper:${id}`, 9);
  expect(log.map(({ action, who }) => [action, who])).toEqual([
    ['shoppers.export', owner],
    ['shoppers.note', owner],
  ]);
  expect(JSON.stringify(log)).not.toContain('noon');
});

test('an account and its log entry change in one step, and the shopper gets an email', async () => {
  const { id, token } = await shopperOf('priya@example.com');
  const { browser } = await signUp(owner);
  await browser.call('shoppers.note', { id, text: 'Rings before noon' });
  expect((await browser.call('shoppers.delete', { id })).body.success).toBe(true);
  expect(await readUser(id)).toBeNull();
  expect((await readNotesOf(id, [])).shopper).toEqual([]);
  expect((await call('cart.get', { token })).status).toBe(401);
  await workDone();
  expect(mailServer.emails.some(({ to }) => to.includes('priya@example.com'))).toBe(true);
  expect((await readLogOf(`shopper:${id}`, 9)).map(({ action }) => action)).toEqual([
    'shoppers.delete',
    'shoppers.note',
  ]);
  expect(await isLogIntact()).toBe(true);
  const again = await browser.call('shoppers.delete', { id });
  expect([again.status, again.body.message]).toEqual([404, deskMessages.noShopper]);
});
