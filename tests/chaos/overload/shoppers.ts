/**
 * Ordinary shoppers, each from an own network: they browse, log in, search, and order. Some log in behind a flooded
 * address, or to an account whose password is being guessed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { initialStock } from '../../../netlify/storage/stock.ts';
import { ask, networkOf, send } from '../../support/api-call.ts';
import { addressOf, orderOf, variants } from '../goods.ts';

export const steps = ['home', 'product page', 'search', 'stock', 'log in', 'add to cart', 'order'] as const;
export type StepName = (typeof steps)[number];

export interface Sample {
  step: StepName;
  ms: number;
  ok: boolean;
  /** Why a step failed. */
  why: string;
}

export interface Account {
  email: string;
  password: string;
  /** The network that it logs in from. */
  home: string;
}

const THINK_MS = 120;

/** A complete page, or an answer that reports success: the status alone proves neither. */
function isDone(step: StepName, { status }: Response, text: string): boolean {
  if (status !== 200) return false;
  if (step === 'home' || step === 'product page') return text.includes('</html>');
  return /"success":true/.test(text);
}

/** Products on sale, largest stock first: attackers take the first, shoppers the others. */
export const pieces = variants
  .filter(({ product }) => !product.earlyOrder)
  .sort((a, b) => initialStock(b.product, b.size) - initialStock(a.product, a.size));
const SHOPPERS_PIECES = 60;

/** @param number of the shopper; attackers have none */
const pieceFor = (number?: number) =>
  pieces[number === undefined ? 0 : 1 + (number % SHOPPERS_PIECES)] as (typeof pieces)[number];

/** @param number of the shopper, which selects the piece and the address; attackers have none, and share theirs */
export const orderFor = (number?: number, quantity = 1) => ({
  address: addressOf(number ?? 0),
  ...orderOf([{ ...pieceFor(number), quantity }]),
});

/** One complete visit. @param number selects its network and its piece */
export async function visit(
  shop: URL,
  number: number,
  { home, email, password }: Account,
  take: (sample: Sample) => void,
): Promise<void> {
  const network = networkOf(number);
  const { product, size } = pieceFor(number);
  async function timed(step: StepName, work: () => Promise<Response>): Promise<string> {
    const begin = performance.now();
    let ok = false;
    let why = '';
    let text = '';
    try {
      const response = await work();
      text = await response.text();
      ok = isDone(step, response, text);
      why = ok ? '' : `${response.status} ${text.slice(0, 120)}`;
    } catch (error) {
      why = String(error);
    }
    take({ step, ms: performance.now() - begin, ok, why });
    await wait(THINK_MS);
    return text;
  }
  await timed('home', () => send(shop, '/', network));
  await timed('product page', () => send(shop, `/product/${product.id}`, network));
  await timed('search', () => send(shop, '/api/product/list?search=hoodie&limit=24', network));
  await timed('stock', () => send(shop, `/api/product/stock?id=${product.id}`, network));
  const said = await timed('log in', () => ask(shop, 'user.login', { email, password }, { network: home }));
  const from = { network, token: /"token":"([^"]+)"/.exec(said)?.[1] ?? '' };
  await timed('add to cart', () => ask(shop, 'cart.add', { itemId: product.id, size }, from));
  await timed('order', () => ask(shop, 'order.place', orderFor(number), from));
}
