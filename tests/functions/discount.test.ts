import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { codeUseMessages, discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { DELETED_USER, withoutPerson } from '../../src/domain/retention.ts';
import { discountedBody, holderOf, newCode } from '../support/codes.ts';
import { packShipAndDeliver } from '../support/placed-orders.ts';
import { connect, flush } from '../support/redis.ts';
import {
  address,
  call,
  cap,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  ordersOf,
  ownAddress,
  place,
  setStock,
  shirt,
  stockOf,
  workDone,
} from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });

beforeEach(flush);
afterEach(async () => {
  await workDone();
  vi.useRealTimers();
});

const check = (token: string, code: string) => call('discount.check', { token, body: { code } });

const refusal = (message: string) => ({
  success: false,
  code: 'code-refused',
  message,
  fields: { code: message },
});

describe('checking a code', () => {
  test('returns its discount for any spelling and does not reserve the code', async () => {
    const { token } = await newShopper();
    const code = await newCode();
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const { status, body } = await check(token, typed);
    expect([status, body]).toEqual([200, { success: true, code, percent: 20 }]);
    expect(await holderOf(code)).toBeNull();
  });

  test.each(['TAANA-0000-0000', 'SAVE20', '<b>', '0'.repeat(60)])(
    'is refused if it is unknown: %s',
    async (code) => {
      const { token } = await newShopper();
      const { status, body } = await check(token, code);
      expect([status, body]).toEqual([409, refusal(discountMessages.unknown)]);
    },
  );

  test('is refused after the last day of the code, and names that day', async () => {
    const { token } = await newShopper();
    const code = await newCode({ expiresAt: Date.UTC(2026, 2, 3, 6) });
    expect((await check(token, code)).body).toEqual(refusal(discountMessages.expired('3 March 2026')));
    expect((await place(token, discountedBody(code, 20, [hoodie, 'M', 1]))).body.code).toBe('code-refused');
  });

  test('is limited, so that nobody guesses codes', async () => {
    const code = await newCode();
    const { token } = await newShopper();
    const statuses: number[] = [];
    for (let tries = 0; tries < 31; tries += 1) statuses.push((await check(token, 'TAANA-0000-0001')).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 409), 429]);
    expect((await check(token, code)).status).toBe(429);
  });
});

describe('an order with a code', () => {
  test('costs less, stores the code and shows it', async () => {
    const { token } = await newShopper();
    const code = await newCode();
    const asked = discountedBody(code, 20, [hoodie, 'M', 2], [cap, 'default', 1]);
    const { status, body } = await place(token, asked);
    expect(status).toBe(200);
    const off = Math.ceil((2 * hoodie.pricePaise + cap.pricePaise) / 5);
    expect(await ordersOf(token)).toMatchObject([
      { _id: body.orderId, amount: asked.amount, discount: { code, percent: 20, amount: off / 100 } },
    ]);
    expect(await holderOf(code)).toBe(body.orderId);
  });

  test.each([
    ['the full price', () => orderBody([hoodie, 'M', 1]).amount],
    ['a paisa less', (honest: number) => Math.round(honest * 100 - 1) / 100],
  ])('is refused at %s because the shopper did not see that amount', async (_title, wrong) => {
    const { token } = await newShopper();
    const code = await newCode();
    const honest = discountedBody(code, 20, [hoodie, 'M', 1]);
    const { body } = await place(token, { ...honest, amount: wrong(honest.amount) });
    expect(body).toMatchObject({ code: 'price-changed', message: orderMessages.priceChanged });
    expect([await holderOf(code), await ordersOf(token)]).toEqual([null, []]);
  });

  test('is refused if another order has used the code, and is placed without the code', async () => {
    const [asha, ravi] = [await newShopper(), await newShopper()];
    const code = await newCode();
    const first = await place(asha.token, discountedBody(code, 20, [hoodie, 'M', 1]));
    for (const { token } of [asha, ravi]) {
      const { status, body } = await place(token, discountedBody(code, 20, [shirt, 'M', 1]));
      expect([status, body]).toEqual([409, refusal(discountMessages.used)]);
      expect((await check(token, code)).body).toEqual(refusal(discountMessages.used));
    }
    expect(await stockOf(shirt.id, 'M')).toBeNull();
    expect(await holderOf(code)).toBe(first.body.orderId);
    expect((await place(ravi.token, orderBody([shirt, 'M', 1]))).status).toBe(200);
  });

  test('is placed once if sent twice with one key, although its code is used by then', async () => {
    const { token } = await newShopper();
    const code = await newCode();
    const [key, body] = [newKey(), discountedBody(code, 20, [hoodie, 'M', 1])];
    const first = await place(token, body, key);
    const again = await place(token, { ...body, code: code.replaceAll('-', '').toLowerCase() }, key);
    expect(again.body).toEqual(first.body);
    expect((await place(token, orderBody([hoodie, 'M', 1]), key)).body.code).toBe('key-reused');
  });

  test('remains refused when it is retried late, although the code is free by then', async () => {
    const [asha, ravi] = [await newShopper(), await newShopper()];
    const code = await newCode();
    const first = await place(asha.token, discountedBody(code, 20, [hoodie, 'M', 1]));
    const [key, body] = [newKey(), discountedBody(code, 20, [shirt, 'M', 1])];
    const refused = await place(ravi.token, body, key);
    expect(refused.body.code).toBe('code-refused');
    await cancelOrder(first.body.orderId);
    expect(await holderOf(code)).toBeNull();
    expect((await check(ravi.token, code)).status).toBe(200);
    expect((await place(ravi.token, body, key)).body).toEqual(refused.body);
    expect(await ordersOf(ravi.token)).toEqual([]);
    expect((await place(ravi.token, body)).status).toBe(200);
  });
});

describe('a shopper with several codes', () => {
  const buy = (token: string, code: string, phone = address.phone) =>
    place(token, { ...discountedBody(code, 20, [shirt, 'M', 1]), address: { ...ownAddress(), phone } });

  test('uses one per account and phone number', async () => {
    const [asha, ravi] = [await newShopper(), await newShopper()];
    const [first, second] = [await newCode(), await newCode()];
    const { body } = await buy(asha.token, first);
    const again = await buy(asha.token, second, ownAddress().phone);
    expect(again.body).toEqual(refusal(codeUseMessages.account));
    expect((await check(asha.token, second)).body).toEqual(refusal(codeUseMessages.account));
    expect((await buy(ravi.token, second)).body).toEqual(refusal(codeUseMessages.phone));
    expect([await holderOf(first), await holderOf(second)]).toEqual([body.orderId, null]);
    expect((await buy(ravi.token, second, ownAddress().phone)).status).toBe(200);
  });

  test('uses one, even if all are tried at once', async () => {
    const { token } = await newShopper();
    const codes = await Promise.all(Array.from({ length: 5 }, () => newCode()));
    const answers = await Promise.all(codes.map((code) => buy(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const holders = await Promise.all(codes.map(holderOf));
    expect(holders.filter((holder) => holder !== null)).toHaveLength(1);
  });

  test('cannot use another by deleting the account and returning with the same phone', async () => {
    const { token } = await newShopper();
    const { body } = await buy(token, await newCode());
    await packShipAndDeliver(body.orderId);
    await updateOrder(body.orderId, (order) => withoutPerson(order, Date.now()));
    const again = await newShopper();
    expect((await buy(again.token, await newCode())).body).toEqual(refusal(codeUseMessages.phone));
    const names = await Promise.all((await redis.keys('code-phone:*')).map((key) => redis.get(key)));
    expect(names).toEqual([DELETED_USER]);
  });
});

test('one of forty concurrent orders with one code succeeds; the others take no stock', async () => {
  const code = await newCode();
  await setStock(hoodie.id, 'M', 100);
  const shoppers = await Promise.all(Array.from({ length: 40 }, () => newShopper()));
  const answers = await Promise.all(
    shoppers.map(({ token }) => place(token, discountedBody(code, 20, [hoodie, 'M', 1]))),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const { status, body } of answers) {
    if (status !== 200) expect([status, body]).toEqual([409, refusal(discountMessages.used)]);
  }
  expect(await holderOf(code)).toBe(won[0]?.body.orderId);
  expect(await stockOf(hoodie.id, 'M')).toBe(99);
  const all = await Promise.all(shoppers.map(({ token }) => ordersOf(token)));
  expect(all.flat()).toHaveLength(1);
});
