import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { parseStored } from '../../client/tab-storage.ts';
import type { Reply } from '../../contract/routes.ts';
import type { WireProduct } from '../../contract/calls/product.ts';
import { paiseFromRupees } from '../../domain/money.ts';
import type { Stock } from '../../domain/product.ts';
import { $isSigningOut } from '../session/session.ts';
import type { productsKey } from '../session/session-change.ts';

/** The product data of a cart row or a wishlist card. */
export interface ListedProduct {
  id: string;
  name: string;
  pricePaise: number;
  earlyOrder: boolean;
  picture: string;
  pictureAlt: string;
  stock: Stock;
}

/** Products by id; null if the shop no longer has the product, no entry if it was never requested. */
export type ListedProducts = Readonly<Record<string, ListedProduct | null>>;

const none: ListedProducts = {};

/** The last known products of cart and wishlist, in storage so that both show at once on a slow network. */
export const $products = persistentAtom<ListedProducts>('taana-products' satisfies typeof productsKey, none, {
  encode: JSON.stringify,
  decode: (text) => storedProducts(parseStored(text)),
});

/** `failed`: `$products` has the data of the last successful request. */
export const $productsStatus = atom<'idle' | 'loading' | 'fresh' | 'failed'>('idle');

/** How many other products each request keeps: cart and wishlist keep each other's, and storage stays small. */
const MOST_OTHERS = 60;

let latest = 0;

/** Requests these products. An answer to an older request is dropped. */
export async function loadProducts(ids: readonly string[]): Promise<void> {
  latest += 1;
  const mine = latest;
  if (ids.length === 0) return $productsStatus.set('fresh');
  $productsStatus.set('loading');
  const products = await readProducts(ids);
  if (mine !== latest) return;
  if (!products) return $productsStatus.set('failed');
  const found = new Map(products.map((product) => [product._id, listed(product)]));
  const asked = ids.map((id) => [id, found.get(id) ?? null] as const);
  const others = Object.entries($products.get()).filter(([id]) => !ids.includes(id));
  $products.set(Object.fromEntries([...asked, ...others.slice(0, MOST_OTHERS)]));
  $productsStatus.set('fresh');
}

const TIMEOUT_MS = 10_000;

/**
 * Uses fetch, because client/api is larger than the rest of this module. One address, and all failures are equal.
 * @returns null if no usable answer came
 */
async function readProducts(ids: readonly string[]): Promise<WireProduct[] | null> {
  const query = new URLSearchParams(ids.map((id) => ['id', id]));
  try {
    const response = await fetch(`/api/product/list?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const answer = (await response.json()) as Reply<'product.list'>;
    return response.ok && Array.isArray(answer.products) ? answer.products : null;
  } catch {
    return null;
  }
}

/** Saves a product that a page shows, for use without a network. */
export function noteProduct(product: ListedProduct): void {
  const others = Object.entries($products.get()).filter(([id]) => id !== product.id);
  $products.set(Object.fromEntries([[product.id, product], ...others.slice(0, MOST_OTHERS)]));
}

// A logout clears the products in memory too.
$isSigningOut.listen((isLeaving) => {
  if (isLeaving) $products.set(none);
});

function listed(product: WireProduct): ListedProduct | null {
  const pricePaise = paiseFromRupees(product.price);
  if (pricePaise === null) return null;
  return {
    id: product._id,
    name: product.name,
    pricePaise,
    earlyOrder: product.earlyOrder,
    picture: product.image[0] ?? '',
    pictureAlt: product.imageAlt[0] ?? product.name,
    stock: product.stock,
  };
}

function storedProducts(value: unknown): ListedProducts {
  if (typeof value !== 'object' || value === null) return none;
  return Object.fromEntries(Object.entries(value).filter(([, product]) => isListed(product)));
}

function isListed(value: unknown): value is ListedProduct {
  if (typeof value !== 'object' || value === null) return false;
  const product = value as Partial<Record<keyof ListedProduct, unknown>>;
  return (
    [product.id, product.name, product.picture, product.pictureAlt].every(
      (text) => typeof text === 'string',
    ) &&
    Number.isSafeInteger(product.pricePaise) &&
    typeof product.earlyOrder === 'boolean' &&
    typeof product.stock === 'object' &&
    product.stock !== null
  );
}
