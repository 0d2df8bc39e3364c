/**
 * The cost of each call of the desk in a shop with many orders, over the catalogue of the tree that contains this file.
 * Fills the empty Redis of UPSTASH_REDIS_REST_URL and prints one line of JSON.
 *
 * `node desk.ts <number of orders>`
 */
import process from 'node:process';
import * as lists from '../../../netlify/services/desk/lists.ts';
import * as log from '../../../netlify/services/desk/log.ts';
import * as money from '../../../netlify/services/desk/money.ts';
import * as orders from '../../../netlify/services/desk/orders.ts';
import * as packing from '../../../netlify/services/desk/packing.ts';
import * as shoppers from '../../../netlify/services/desk/shoppers.ts';
import * as stock from '../../../netlify/services/desk/stock.ts';
import * as today from '../../../netlify/services/desk/today.ts';
import { everyProduct } from '../../../netlify/services/products.ts';
import { dayOf } from '../../../src/domain/days.ts';
import { DAY_MS } from '../../../src/domain/time-units.ts';
import { median } from '../../support/long-runs/statistics.ts';
import { fillWithOrders, SHOPPER } from './desk-shop.ts';
import { askRedis, countTraffic } from './raw-redis.ts';

const TIMES = 3;
const BATCH = 40;

const owner = { email: 'asha@example.com', role: 'owner' } as const;
const traffic = countTraffic();

/** The index of the microseconds in an entry. */
const SLOWLOG_TIME = 2;

async function measure(call: string, ask: () => Promise<object>) {
  await askRedis(['SLOWLOG', 'RESET']);
  const times: number[] = [];
  let replyBytes = 0;
  for (let turn = 0; turn < TIMES; turn += 1) {
    Object.assign(traffic, { trips: 0, bytes: 0 });
    const begin = performance.now();
    replyBytes = Buffer.byteLength(JSON.stringify(await ask()));
    times.push(performance.now() - begin);
  }
  const { result: slow } = (await askRedis(['SLOWLOG', 'GET'])) as { result: number[][] };
  // The longest time that one command blocked Redis, which logs only commands of 10 ms or more; 0 means none.
  const blockedMs = Math.max(0, ...slow.map((entry) => (entry[SLOWLOG_TIME] ?? 0) / 1_000));
  const { trips, bytes: redisBytes } = traffic;
  return { call, ms: median(times), replyBytes, trips, redisBytes, blockedMs };
}

export type DeskFigures = Awaited<ReturnType<typeof measure>>;

const count = Number(process.argv[2]);
const begin = performance.now();
await fillWithOrders(count, [...everyProduct()]);
console.error(`${count} orders written in ${Math.round((performance.now() - begin) / 1_000)} s`);

// A complete month, with a twelfth of the orders.
const month = dayOf(Date.now() - 31 * DAY_MS).slice(0, 7);
const batch = (await orders.list(owner, { tab: 'pack' })).orders.slice(0, BATCH).map(({ id }) => id);
const [first = ''] = batch;
const asks: [string, () => Promise<object>][] = [
  ['today.read', () => today.read(owner)],
  ['orders.list', () => orders.list(owner, {})],
  ['orders.list, a name', () => orders.list(owner, { search: 'kumar' })],
  ['orders.read', () => orders.read(owner, { id: first })],
  [`packing.read, ${BATCH} orders`, () => packing.read(owner, { ids: batch })],
  ['stock.list', () => stock.list(owner, {})],
  ['stock.list, waiting', () => stock.list(owner, { only: 'waiting' })],
  ['stock.list, low', () => stock.list(owner, { only: 'low' })],
  ['stock.export', () => stock.exportAll(owner, {})],
  ['money.month', () => money.month(owner, { month })],
  ['money.best', () => money.best(owner, { month })],
  ['money.export, summary', () => money.exportTable(owner, { month, table: 'summary' })],
  ['money.export, sales', () => money.exportTable(owner, { month, table: 'sales' })],
  ['money.export, documents', () => money.exportTable(owner, { month, table: 'documents' })],
  ['lists.read', () => lists.read()],
  ['lists.codes', () => lists.codes(owner, {})],
  ['lists.export, newsletter', () => lists.exportList(owner, { list: 'newsletter', isAll: false })],
  ['lists.export, waitlist', () => lists.exportList(owner, { list: 'waitlist', isAll: false })],
  ['lists.export, notify', () => lists.exportList(owner, { list: 'notify', isAll: false })],
  ['lists.export, early-order', () => lists.exportList(owner, { list: 'early-order', isAll: false })],
  ['shoppers.find, email', () => shoppers.find(owner, { search: SHOPPER.email })],
  ['shoppers.find, phone', () => shoppers.find(owner, { search: SHOPPER.phone })],
  ['log.read', () => log.read(owner, { month })],
  ['log.export', () => log.exportMonth(owner, { month })],
];
const figures: DeskFigures[] = [];
for (const [call, ask] of asks) {
  figures.push(await measure(call, ask));
  console.error(JSON.stringify(figures.at(-1)));
}
console.log(JSON.stringify(figures));
process.exit(0);
