/** The products on sale in the attacked shop, and their stock. */
import { variant } from '../../../netlify/storage/keys.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import { totalsOf } from '../../../src/domain/order-totals.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';

/** Products with unlimited stock; all others have a few pieces. */
const PLENTY = 1_000_000;

export const buyable = catalogue.filter(({ earlyOrder }) => !earlyOrder);
const hasPlenty = (product: Product) => buyable.indexOf(product) % 2 === 0;

/** By the field of `stock`. */
export const initialStock = Object.fromEntries(
  catalogue.flatMap((product) =>
    sizesOf(product).map((size) => [
      variant(product.id, size),
      hasPlenty(product) ? PLENTY : (product.initialStock[size] ?? 0),
    ]),
  ),
);

/** The percentage of attackers' codes. */
export const CODE_PERCENT = 20;

/**
 * Lines that can be ordered, with their price, mostly of products with plenty of stock.
 * @param percent discount of a code
 */
export function orderOf(picks: readonly { product: number; size: number; quantity: number }[], percent = 0) {
  const lines = new Map<string, { product: Product; size: string; quantity: number }>();
  for (const pick of picks) {
    const product = buyable[pick.product % buyable.length] as Product;
    const sizes = sizesOf(product);
    const size = sizes[pick.size % sizes.length] ?? 'default';
    lines.set(variant(product.id, size), { product, size, quantity: pick.quantity });
  }
  const list = [...lines.values()];
  return {
    items: list.map(({ product, size, quantity }) => ({ _id: product.id, size, quantity })),
    amount: totalsOf(list, percent).totalPaise / 100,
  };
}

export const productIds = catalogue.map(({ id }) => id);
export const earlyOrderIds = catalogue.filter(({ earlyOrder }) => earlyOrder).map(({ id }) => id);
