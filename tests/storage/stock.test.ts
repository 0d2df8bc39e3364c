import { expect, test } from 'vitest';
import { readSold, readStock } from '../../netlify/storage/stock.ts';
import { soldKey } from '../../netlify/storage/keys.ts';
import { connect } from '../support/redis.ts';
import { roundTrips, setStock } from '../support/shop-calls.ts';

const tee = { id: 'tee', sizes: ['S', 'M'], initialStock: { S: 3, M: 4 } };
const cap = { id: 'cap', sizes: [], initialStock: { default: 9 } };
const odd = { id: 'odd', sizes: ['constructor'], initialStock: {} };

test('stock comes from the catalogue until the first sale, then from the database', async () => {
  await setStock('tee', 'M', 1);
  const stock = await readStock([tee, cap]);
  expect(stock.get('tee')).toEqual({ S: 3, M: 1 });
  expect(stock.get('cap')).toEqual({ default: 9 });
});

test('a size without initial stock has none', async () => {
  expect((await readStock([odd])).get('odd')).toEqual({ constructor: 0 });
});

test('sales of every product are read in one round trip', async () => {
  expect(await readSold()).toEqual(new Map());
  await connect().zadd(soldKey(), { score: 12, member: 'tee' }, { score: 3, member: '8-04-crew' });
  let sold: unknown;
  const trips = await roundTrips(async () => {
    sold = await readSold();
  });
  expect([trips, sold]).toEqual([
    1,
    new Map([
      ['tee', 12],
      ['8-04-crew', 3],
    ]),
  ]);
});
