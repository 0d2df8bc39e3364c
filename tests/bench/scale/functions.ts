/**
 * Measures the product function with the catalogue of the tree that contains this file, in a fresh process. Prints one
 * line of JSON. Uses the Redis of UPSTASH_REDIS_REST_URL.
 *
 * `node --expose-gc functions.ts <JSON file with all product ids> stock|list|search`
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { Context } from '@netlify/functions';
import { soldKey } from '../../../netlify/storage/keys.ts';
import { percentile } from '../../support/long-runs/statistics.ts';
import { askRedis, countTraffic } from './raw-redis.ts';

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

// Every product has been sold: the most that best sellers can have to read.
for (let from = 0; from < ids.length; from += 1_000) {
  const members = ids.slice(from, from + 1_000).flatMap((id, at) => [(from + at) % 997, id]);
  await askRedis(['ZADD', soldKey(), ...members]);
}

const traffic = countTraffic();

/** CPU time of this thread: excludes waits for Redis, and varies less than wall-clock time on a busy machine. */
async function worked(task: () => Promise<unknown>): Promise<number> {
  const begin = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1_000;
}

type Handler = (request: Request, context: Context) => Promise<Response>;
let handler: Handler = async () => new Response();
const importMs = await worked(async () => {
  handler = ((await import('../../../netlify/functions/product.ts')) as { default: Handler }).default;
});

async function ask(query: string): Promise<{ ms: number; bytes: number }> {
  traffic.bytes = 0;
  const context = { ip: '192.0.2.1', deploy: { published: true }, waitUntil: () => {} } as unknown as Context;
  const ms = await worked(async () => {
    const response = await handler(new Request(`https://shop.example/api/product/${query}`), context);
    if (response.status !== 200) throw new Error(`${query} was answered with ${response.status}`);
    await response.arrayBuffer();
  });
  return { ms, bytes: traffic.bytes };
}

async function p95(queries: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < TIMES; at += 1) times.push((await ask(queries[at % queries.length] ?? '')).ms);
  return percentile(times, 0.95);
}

const some = [0.1, 0.5, 0.9].map((share) => `id=${ids[Math.floor(ids.length * share)]}`).join('&');
ids.length = 0;
const stock = `stock?${some}`;
const list = 'list?limit=60';
const bestSellers = 'list?limit=60&sort=bestseller';
const filter = 'list?limit=60&subCategory=Hoodie&sizes=M&sort=price-asc';
const searches = TEXTS.map((text) => `list?limit=60&search=${encodeURIComponent(text)}`);

/** By the first request. */
const asking = {
  stock: async () => {
    const firstStockMs = (await ask(stock)).ms;
    const stockMs = await p95([stock]);
    globalThis.gc?.();
    return { importMs, firstStockMs, stockMs, memoryOfStock: process.memoryUsage().rss };
  },
  list: async () => {
    const first = await ask(list);
    const after = await ask(bestSellers);
    return {
      firstListMs: first.ms,
      listBytes: first.bytes,
      filterMs: await p95([filter]),
      bestSellersAfterListMs: after.ms,
      firstBestSellersBytes: after.bytes,
      bestSellersMs: await p95([bestSellers]),
      bestSellersBytes: (await ask(bestSellers)).bytes,
    };
  },
  search: async () => {
    const firstSearchMs = (await ask('list?limit=60&search=hoodie')).ms;
    const searchMs = await p95(searches);
    for (const other of [list, bestSellers, filter, stock]) await p95([other]);
    return { firstSearchMs, searchMs, memoryPeak: process.resourceUsage().maxRSS * 1_024 };
  },
};
export type First = keyof typeof asking;
type Figures<Of extends First> = Awaited<ReturnType<(typeof asking)[Of]>>;
/** Times without `first` are 95th percentiles of a warm process; bytes are those of one call to and from Redis. */
export type FunctionFigures = Figures<'stock'> & Figures<'list'> & Figures<'search'>;

console.log(JSON.stringify(await asking[process.argv[3] as First]()));
process.exit(0);
