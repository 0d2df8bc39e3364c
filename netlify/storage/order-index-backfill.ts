import { commit, nothingElse } from './transaction.ts';
import { allOrdersKey, orderKey } from './keys.ts';
import { orderIndexKey, orderRowsKey, orderWordsKey } from './order-keys.ts';
import { wholeIndexWrites } from './order-index.ts';
import { readStored } from './orders.ts';
import { keyMarks } from './person-hash.ts';
import { redis } from './redis.ts';

/**
 * Brings orders from before the index (storage/order-index) into it, also after a restore and after a new key of the
 * personal hashes. Every step can be repeated, also in parallel, and the next run continues an interrupted one. The
 * daily run goes through all orders a second time, because functions of the former deploy, which do not know the index,
 * may have changed orders during the first; none of them is left by then.
 */

/** Raise it if the index has to be made again. */
const VERSION = 4;

/** Orders per step: their texts and writes are some 200 kB. */
const AT_ONCE = 50;
const TRIES = 5;

/** How many of the orders are in the index. */
export interface IndexProgress {
  done: number;
  of: number;
}

interface PassState {
  pass: 1 | 2;
  /** Orders that this pass has done, the oldest first; 'all' at its end. */
  done: number | 'all';
}

const edition = (): string => `${VERSION}.${keyMarks().at(-1)}`;

/** @returns null if there is no index, or one of another edition */
function stateFrom(text: string): PassState | null {
  const [of, pass, done] = text.split(' ');
  if (of !== edition()) return null;
  return { pass: pass === '2' ? 2 : 1, done: done === 'all' ? 'all' : Number(done) };
}

const textOf = ({ pass, done }: PassState): string => `${edition()} ${pass} ${done}`;

export function progressFrom(text: string, all: number): IndexProgress {
  const state = stateFrom(text);
  const done = state?.pass === 1 && state.done !== 'all' ? Math.min(state.done, all) : state ? all : 0;
  return { done, of: all };
}

/**
 * Continues the first pass. @param until (ms) starts no step after this time @returns whether every order is in the
 * index
 */
export async function indexOrders(until: number): Promise<boolean> {
  const state = await begun();
  if (state.pass === 2 || state.done === 'all') return true;
  return continuePass(state, until);
}

/** Continues the pass that was not finished, or begins the second; for the daily run. */
export async function indexOrdersAgain(until: number): Promise<boolean> {
  const state = await begun();
  if (state.done !== 'all') return continuePass(state, until);
  return state.pass === 2 || continuePass({ pass: 2, done: 0 }, until);
}

async function begun(): Promise<PassState> {
  const state = stateFrom((await redis().get<string>(orderIndexKey())) ?? '');
  if (state) return state;
  // Hashes of words under an older key would stay for ever.
  await redis()
    .multi()
    .unlink(orderWordsKey(), orderRowsKey())
    .set(orderIndexKey(), textOf({ pass: 1, done: 0 }))
    .exec();
  return { pass: 1, done: 0 };
}

async function continuePass(state: PassState, until: number): Promise<boolean> {
  for (let done = Number(state.done); Date.now() < until;) {
    const ids = await redis().zrange<string[]>(allOrdersKey(), done, done + AT_ONCE - 1);
    if (!(await indexAll(ids))) return false;
    const isEnd = ids.length < AT_ONCE;
    done += ids.length;
    await redis().set(orderIndexKey(), textOf({ ...state, done: isEnd ? 'all' : done }));
    if (isEnd) return true;
  }
  return false;
}

/**
 * Tries again if an order changes between reading and writing, and then with each order alone.
 * @returns false if one changes at every try; the next run begins with these orders again
 */
async function indexAll(ids: readonly string[]): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const orders = await readStored(ids);
    if (orders.length === 0) return true;
    const done = await commit(null, {
      ...nothingElse,
      expect: orders.map(({ order, text }) => ({ key: orderKey(order.id), text })),
      writes: orders.flatMap(({ order }) => wholeIndexWrites(order)),
    });
    if (done.outcome === 'done') return true;
  }
  if (ids.length === 1) return false;
  for (const id of ids) if (!(await indexAll([id]))) return false;
  return true;
}
