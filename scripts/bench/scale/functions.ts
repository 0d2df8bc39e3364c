/**
 * What the product function does with the catalogue of the tree in which this file lies, in a process of its own: what a
 * fresh one needs for its first answers, what a warm one needs, and what it asks Redis for. Prints one line of JSON.
 *
 * `node --expose-gc functions.ts <file with the ids of all products as JSON>`
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { soldKey } from '../../../netlify/storage/keys.ts';
import { openStage } from '../server/stage.ts';

export interface FunctionFigures {
  /**
   * First answers of a process that has answered nothing before, one after the other. As the other times here it is the
   * work of the function's own thread: it waits for Redis besides, and a busy machine makes it wait for more.
   */
  firstStockMs: number;
  firstListMs: number;
  firstSearchMs: number;
  firstBestSellersMs: number;
  /** 95th percentiles of a warm process. */
  searchMs: number;
  filterMs: number;
  bestSellersMs: number;
  stockMs: number;
  /** To and from Redis, in one call. */
  listBytes: number;
  bestSellersBytes: number;
  firstBestSellersBytes: number;
  /** Of the process, after a cart's products, and when it has searched as well. */
  memoryOfStock: number;
  memoryOfSearch: number;
}

const TIMES = 40;
const TEXTS = [
  'hoodie',
  'swetshirt',
  'black cargo',
  'kite',
  'cotton hoodie for men',
  'h',
  'zzzzzzzz',
  'सावन',
];

const ids = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as string[];

const stage = await openStage();
// Everything has been sold here: the most that best sellers can have to read.
for (let from = 0; from < ids.length; from += 1_000) {
  const part = ids.slice(from, from + 1_000);
  await stage.redis('ZADD', soldKey(), ...part.flatMap((id, at) => [(from + at) % 997, id]));
}

async function ask(query: string) {
  const [path = ''] = query.split('?');
  const begin = process.threadCpuUsage();
  const { response, whole } = await stage.call(
    'product',
    new Request(`https://shop.example/api/product/${query}`),
  );
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
  const { user, system } = process.threadCpuUsage(begin);
  return { ms: (user + system) / 1_000, bytes: whole.bytesOut + whole.bytesIn };
}

async function p95(queries: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < TIMES; at += 1) times.push((await ask(queries[at % queries.length] ?? '')).ms);
  return times.sort((a, b) => a - b)[Math.floor(TIMES * 0.95)] ?? 0;
}

const memory = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss;
};

const some = [0.1, 0.5, 0.9].map((share) => `id=${ids[Math.floor(ids.length * share)]}`).join('&');
ids.length = 0;
// Opens the connection, and asks for nothing that the catalogue has.
await ask('stock?id=no-such-thing');
await stage.call('health', new Request('https://shop.example/api/health'));
const firstStock = await ask(`stock?${some}`);
const memoryOfStock = memory();
const firstList = await ask('list?limit=60');
const firstBestSellers = await ask('list?limit=60&sort=bestseller');
const firstSearch = await ask('list?limit=60&search=hoodie');
const memoryOfSearch = memory();
const figures: FunctionFigures = {
  ...{ firstStockMs: firstStock.ms, firstListMs: firstList.ms, firstSearchMs: firstSearch.ms },
  firstBestSellersMs: firstBestSellers.ms,
  searchMs: await p95(TEXTS.map((text) => `list?limit=60&search=${encodeURIComponent(text)}`)),
  filterMs: await p95(['list?limit=60&subCategory=Hoodie&sizes=M&sort=price-asc']),
  bestSellersMs: await p95(['list?limit=60&sort=bestseller']),
  stockMs: await p95([`stock?${some}`]),
  listBytes: firstList.bytes,
  firstBestSellersBytes: firstBestSellers.bytes,
  bestSellersBytes: (await ask('list?limit=60&sort=bestseller')).bytes,
  ...{ memoryOfStock, memoryOfSearch },
};
console.log(JSON.stringify(figures));
await stage.close();
process.exit(0);
