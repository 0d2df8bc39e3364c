import { cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { pictureAddress } from '../../contract/pictures.ts';
import { ONE_SIZE } from '../../domain/product.ts';
import type { ListedProduct } from '../../stores/catalogue/catalogue.ts';
import type { CartRow } from '../../stores/cart/cart-rows.ts';

/** `unknown`: not loaded yet. `gone`: the shop no longer has the product. */
export type LineKind = 'known' | 'unknown' | 'gone';

export function kindOf({ product, problem }: CartRow): LineKind {
  if (product) return 'known';
  return problem === null ? 'unknown' : 'gone';
}

export function spokenNameOf(row: CartRow): string {
  const name = row.product?.name ?? (row.problem === null ? row.productId : cartPageMessages.goneName);
  return row.size === ONE_SIZE ? name : `${name}, size ${row.size}`;
}

/** Empty if the product has one size. */
export function sizeTextOf({ size }: CartRow): string {
  return size === ONE_SIZE ? '' : `Size ${size}`;
}

/** One of the shop's widths (components/shop/Picture), so that a card and a line on a phone share a download. */
export function linePictureOf(product: ListedProduct): string {
  return pictureAddress(product.picture, 360);
}
