/**
 * What the product function does with the catalogue of the tree in which this file lies, in a process that has answered
 * nothing before. Prints one line of JSON.
 *
 * `node --expose-gc functions.ts <file with the ids of all products as JSON> stock|list|search`
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { soldKey } from '../../../netlify/storage/keys.ts';
import { openStage } from '../server/stage.ts';
import { percentile } from '../statistics.ts';

/**
 * By what is asked first. Times are the work of the function's own thread, its import not among them: it waits for Redis
 * besides, and a busy machine makes it wait for more.
 */
export interface Asked {
  /** The stock of three products. */
  stock: {
    firstStockMs: number;
    stockMs: number;
    /** What the process keeps when it has answered; bytes. */
    memoryOfStock: number;
  };
  /** A listing, and best sellers after it. */
  list: {
    firstListMs: number;
    bestSellersAfterListMs: number;
    filterMs: number;
    bestSellersMs: number;
    /** To and from Redis, in one call. */
    listBytes: number;
    bestSellersBytes: number;
    firstBestSellersBytes: number;
  };
  /** A search, and everything after it. */
  search: {
    firstSearchMs: number;
    searchMs: number;
    /** The most that the process has ever had, in bytes, when it has searched, listed, sorted and told stock many times. */
    memoryPeak: number;
  };
}

/** Times without `first` are 95th percentiles of a warm process. */
export type FunctionFigures = Asked['stock'] & Asked['list'] & Asked['search'];

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
  return percentile(times, 0.95);
}

const some = [0.1, 0.5, 0.9].map((share) => `id=${ids[Math.floor(ids.length * share)]}`).join('&');
ids.length = 0;
const stockOf = `stock?${some}`;
const list = 'list?limit=60';
const bestSellers = 'list?limit=60&sort=bestseller';
const filter = 'list?limit=60&subCategory=Hoodie&sizes=M&sort=price-asc';
const searches = TEXTS.map((text) => `list?limit=60&search=${encodeURIComponent(text)}`);

const asking: { [What in keyof Asked]: () => Promise<Asked[What]> } = {
  async stock() {
    const first = await ask(stockOf);
    const stockMs = await p95([stockOf]);
    globalThis.gc?.();
    return { firstStockMs: first.ms, stockMs, memoryOfStock: process.memoryUsage().rss };
  },
  async list() {
    const first = await ask(list);
    const after = await ask(bestSellers);
    return {
      ...{ firstListMs: first.ms, listBytes: first.bytes },
      ...{ bestSellersAfterListMs: after.ms, firstBestSellersBytes: after.bytes },
      ...{ filterMs: await p95([filter]), bestSellersMs: await p95([bestSellers]) },
      bestSellersBytes: (await ask(bestSellers)).bytes,
    };
  },
  async search() {
    const first = await ask('list?limit=60&search=hoodie');
    const searchMs = await p95(searches);
    for (const other of [list, bestSellers, filter, stockOf]) await p95([other]);
    return { firstSearchMs: first.ms, searchMs, memoryPeak: process.resourceUsage().maxRSS * 1_024 };
  },
};

const what = process.argv[3] as keyof Asked;
console.log(JSON.stringify(await asking[what]()));
await stage.close();
process.exit(0);
