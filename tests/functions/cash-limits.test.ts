import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelOrder, deliverOrder } from '../../netlify/services/order-admin.ts';
import { cashKey } from '../../netlify/storage/keys.ts';
import { personHash } from '../../netlify/storage/person-hash.ts';
import { networkSubject } from '../../netlify/storage/order-counts.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { cashMessages } from '../../src/contract/messages/payment.ts';
import type { DeliveryAddress } from '../../src/domain/address.ts';
import { totalsOf } from '../../src/domain/order-totals.ts';
import { cashOnDelivery } from '../../src/domain/order-limits.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { buy, dear, refusal, stockUp, taken } from '../support/cash-buyers.ts';
import { packAndShip } from '../support/placed-orders.ts';
import { connect, flush } from '../support/redis.ts';
import { newShopper, ownAddress } from '../support/shop-calls.ts';

beforeEach(flush);
beforeEach(stockUp);

const { open, order } = cashOnDelivery;
const confirmed = { emailConfirmedAt: 1 };

describe('one cash order', () => {
  test.each(['emailConfirmedAt', 'googleSubject'] as const)(
    'can be larger, up to a limit, for an account with %s',
    async (field) => {
      const pieces = order.unconfirmed.pieces + 1;
      const refused = await buy(await newShopper(), { pieces });
      expect([refused.status, refused.body]).toEqual([409, refusal(cashMessages.unconfirmed.order)]);
      const own = field === 'googleSubject' ? { googleSubject: '1' } : confirmed;
      expect((await buy(await newShopper(undefined, own), { pieces })).status).toBe(200);
    },
  );

  test.each(['unconfirmed', 'confirmed'] as const)('has a maximum amount: %s', async (state) => {
    const most = order[state].paise;
    const fits = (pieces: number) => totalsOf([{ product: dear, quantity: pieces }]).totalPaise <= most;
    let pieces = 1;
    while (fits(pieces + 1)) pieces += 1;
    const shopper = await newShopper(undefined, state === 'confirmed' ? confirmed : {});
    const larger = await buy(shopper, { product: dear, pieces: pieces + 1 });
    expect(larger.body).toEqual(refusal(cashMessages[state].order));
    expect((await buy(shopper, { product: dear, pieces })).status).toBe(200);
  });
});

describe('open cash orders', () => {
  const own = {
    account: async () => {
      const shopper = await newShopper();
      return () => buy(shopper);
    },
    phone: async () => {
      const { phone } = ownAddress();
      return async () => buy(await newShopper(), { address: { ...ownAddress(), phone } });
    },
    address: async () => {
      const { street } = ownAddress();
      const spellings = [street, street.toUpperCase(), `${street.replace('MG', 'M.G.')}`, ` ${street},`];
      let tries = 0;
      return async () => {
        tries += 1;
        const address = { ...ownAddress(), street: spellings[tries % 4] ?? street };
        return buy(await newShopper(), { address });
      };
    },
  };

  test.each(['account', 'phone', 'address'] as const)('are limited to a few for one %s', async (by) => {
    const more = await own[by]();
    for (let tries = 0; tries < open[by].unconfirmed; tries += 1) expect((await more()).status).toBe(200);
    expect((await more()).body).toEqual(refusal(cashMessages.unconfirmed[by]));
  });

  test('have higher limits after the email is confirmed', async () => {
    const shopper = await newShopper(undefined, confirmed);
    for (let tries = 0; tries < open.account.confirmed; tries += 1) {
      expect((await buy(shopper)).status).toBe(200);
    }
    expect((await buy(shopper)).body).toEqual(refusal(cashMessages.confirmed.account));
  });

  test('of one account at once never exceed its limit', async () => {
    const shopper = await newShopper();
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(shopper)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(open.account.unconfirmed);
    expect(await taken()).toBe(open.account.unconfirmed);
  });

  test('are no longer counted after a cancellation or a delivery', async () => {
    const shopper = await newShopper();
    const ids: string[] = [];
    for (let tries = 0; tries < open.account.unconfirmed; tries += 1) {
      ids.push((await buy(shopper)).body.orderId);
    }
    const [first = '', second = ''] = ids;
    expect((await buy(shopper)).status).toBe(409);
    await cancelOrder(first);
    expect((await buy(shopper)).status).toBe(200);
    await packAndShip(second);
    expect((await buy(shopper)).status).toBe(409);
    await deliverOrder(second);
    expect((await buy(shopper)).status).toBe(200);
  });

  test('are counted for a day', async () => {
    const shopper = await newShopper();
    const at = Date.now();
    const clock = vi.spyOn(Date, 'now');
    for (const ms of [0, 1]) {
      clock.mockReturnValue(at + ms);
      expect((await buy(shopper)).status).toBe(200);
    }
    clock.mockReturnValue(at + DAY_MS - 1);
    expect((await buy(shopper)).status).toBe(409);
    clock.mockReturnValue(at + DAY_MS);
    expect((await buy(shopper)).status).toBe(200);
    clock.mockRestore();
  });

  test('keep the hash of their network until they end', async () => {
    const { body } = await buy(await newShopper(), { ip: '203.0.113.77' });
    const network = async () => (await readOrder(body.orderId))?.order.network;
    const mark = personHash('203.0.113.77');
    const counts = ['crowd', 'network'].map((by) => cashKey(by, networkSubject(mark, 'unconfirmed')));
    const all = [...counts, cashKey('shop', 'all')];
    const pieces = async () => Promise.all(all.map(async (key) => connect().zcard(key)));
    expect([await network(), await pieces()]).toEqual([mark, [0, 1, 1]]);
    await cancelOrder(body.orderId);
    expect([await network(), await pieces()]).toEqual([undefined, [0, 0, 0]]);
  });

  test('are stored without personal data', async () => {
    const address = ownAddress();
    await buy(await newShopper(), { address, ip: '203.0.113.77' });
    const keys = await connect().keys('cash:*');
    expect(keys).toHaveLength(5);
    for (const secret of ['203.0', address.phone, 'mgroad']) expect(keys.join(' ')).not.toContain(secret);
  });
});

describe('orders by an attacker with the phone number and address of a victim', () => {
  const elsewhere = '198.51.100.7';
  /** More orders than any limit allows, all to the victim's phone and address. */
  const attack = async (address: DeliveryAddress, ip: string, own = {}) => {
    for (let at = 0; at < 4; at += 1) {
      const attacker = await newShopper(undefined, own);
      for (let tries = 0; tries < open.account.confirmed; tries += 1) await buy(attacker, { address, ip });
    }
  };

  test('from another network do not limit the victim', async () => {
    const address = ownAddress();
    await attack(address, elsewhere);
    await attack(address, elsewhere, confirmed);
    expect((await buy(await newShopper(), { address })).status).toBe(200);
  });

  test('behind the same address do not limit a victim who confirms the email', async () => {
    const address = ownAddress();
    await attack(address, '192.0.2.1', confirmed);
    const refused = await buy(await newShopper(), { address });
    expect(refused.body).toEqual(refusal(cashMessages.unconfirmed.phone));
    expect((await buy(await newShopper(undefined, confirmed), { address })).status).toBe(200);
  });
});
