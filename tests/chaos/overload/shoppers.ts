/**
 * Ordinary shoppers, each from an own network: they browse, log in, search, and order. Some log in behind a flooded
 * address, or to an account whose password is being guessed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { catalogue } from '../../../src/content/snapshot.ts';
import { totalsOf } from '../../../src/domain/order-totals.ts';
import { sizesOf } from '../../../src/domain/product.ts';
import { routes, type RouteName } from '../../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/endpoints.ts';

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
export const pieces = catalogue
  .filter(({ earlyOrder }) => !earlyOrder)
  .flatMap((product) =>
    sizesOf(product).map((size) => ({ product, size, left: product.initialStock[size] ?? 0 })),
  )
  .sort((a, b) => b.left - a.left);
const SHOPPERS_PIECES = 60;

/** `10.x.y.z`, set as the owner's own proxy would. */
export const networkOf = (number: number): string =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

export interface Shop {
  address: string;
}

export async function send(
  shop: Shop,
  network: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${shop.address}${path}`, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'x-nf-client-connection-ip': network },
    signal: AbortSignal.timeout(30_000),
  });
}

export async function callRoute(
  shop: Shop,
  network: string,
  name: RouteName,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { method, path } = routes[name];
  return send(shop, network, path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export async function register(shop: Shop, network: string): Promise<Account & { token: string }> {
  const credentials = { email: `${randomUUID()}@example.com`, password: `warp-${randomUUID()}` };
  const response = await callRoute(shop, network, 'user.register', { name: 'Asha', ...credentials });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`A shopper could not register: ${response.status}`);
  return { ...credentials, home: network, token };
}

/** Every shopper has an own phone and address, because both limit open orders on delivery. */
export const addressOf = (number: number) => ({
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  street: `${number} MG Road`,
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  country: 'India',
  phone: `91${7_000_000_000 + number}`,
});

/** @param number of the shopper, which selects the piece and the address; attackers have none, and share theirs */
export function orderFor(number?: number, quantity = 1) {
  const piece = pieces[number === undefined ? 0 : 1 + (number % SHOPPERS_PIECES)];
  if (!piece) throw new Error('The catalogue has nothing to order');
  const { product, size } = piece;
  return {
    address: addressOf(number ?? 0),
    items: [{ _id: product.id, size, quantity }],
    amount: totalsOf([{ product, quantity }]).totalPaise / 100,
  };
}

/** One complete visit. @param number selects its network and its piece */
export async function visit(
  shop: Shop,
  number: number,
  { home, ...credentials }: Account,
  take: (sample: Sample) => void,
): Promise<void> {
  const network = networkOf(number);
  const order = orderFor(number);
  const [item] = order.items;
  async function timed(step: StepName, ask: () => Promise<Response>): Promise<string> {
    const begin = performance.now();
    let ok = false;
    let why = '';
    let text = '';
    try {
      const response = await ask();
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
  await timed('home', () => send(shop, network, '/'));
  await timed('product page', () => send(shop, network, `/product/${item?._id}`));
  await timed('search', () => send(shop, network, '/api/product/list?search=hoodie&limit=24'));
  await timed('stock', () => send(shop, network, `/api/product/stock?id=${item?._id}`));
  const said = await timed('log in', () => callRoute(shop, home, 'user.login', credentials));
  const token = /"token":"([^"]+)"/.exec(said)?.[1] ?? '';
  const own = { [tokenHeader]: token };
  await timed('add to cart', () =>
    callRoute(shop, network, 'cart.add', { itemId: item?._id, size: item?.size }, own),
  );
  await timed('order', () =>
    callRoute(shop, network, 'order.place', order, { ...own, [idempotencyHeader]: randomUUID() }),
  );
}
