/** The products on sale in the attacked shop, and their stock. */
import { catalogue } from '../../../src/content/snapshot.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import { buyable, orderOf, variants } from '../goods.ts';

/** Products with unlimited stock; all others have a few pieces. */
const PLENTY = 1_000_000;

const hasPlenty = (product: Product) => buyable.indexOf(product) % 2 === 0;

/** By the field of `stock`. */
export const initialStock = new Map(
  variants.map(({ product, size, field }) => [
    field,
    hasPlenty(product) ? PLENTY : (product.initialStock[size] ?? 0),
  ]),
);

/**
 * Lines that can be ordered, with their price, mostly of products with plenty of stock.
 * @param percent discount of a code
 */
export function orderOfPicks(
  picks: readonly { product: number; size: number; quantity: number }[],
  percent = 0,
) {
  const lines = new Map<string, { product: Product; size: string; quantity: number }>();
  for (const pick of picks) {
    const product = buyable[pick.product % buyable.length] as Product;
    const sizes = sizesOf(product);
    const size = sizes[pick.size % sizes.length] ?? 'default';
    lines.set(`${product.id}:${size}`, { product, size, quantity: pick.quantity });
  }
  return orderOf([...lines.values()], percent);
}

export const productIds = catalogue.map(({ id }) => id);
export const earlyOrderIds = catalogue.filter(({ earlyOrder }) => earlyOrder).map(({ id }) => id);
