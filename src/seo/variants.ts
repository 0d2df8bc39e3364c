import { paths } from '../contract/paths.ts';
import { isOut, ONE_SIZE, type Product } from '../domain/product.ts';

/** A size of a product as search engines and price comparison sites list it: an item with a SKU and a URL. */

/** The same in the pages and in the product feed, so that both refer to one item. */
export function skuOf(product: Pick<Product, 'id'>, size: string): string {
  return size === ONE_SIZE ? product.id : `${product.id}-${size}`;
}

/** URL of the product's page with this size chosen. */
export function sizeAddress(product: Pick<Product, 'id'>, size: string): string {
  const page = paths.product(product.id);
  return size === ONE_SIZE ? page : `${page}?size=${encodeURIComponent(size)}`;
}

/** Whether the build offers it. Early orders are not on sale: they collect interest, not orders. */
export function isOnSale(product: Pick<Product, 'earlyOrder' | 'initialStock'>, size: string): boolean {
  return !product.earlyOrder && !isOut(product.initialStock[size]);
}

/** Who a product is cut for, in the words of search engines. */
export function wearers({ categories }: Pick<Product, 'categories'>): 'male' | 'female' | 'unisex' {
  const [only, ...others] = categories;
  if (others.length > 0) return 'unisex';
  return only === 'Men' ? 'male' : only === 'Women' ? 'female' : 'unisex';
}
