import { ONE_SIZE } from './config.ts';

/** A product: prices in paise. Stock is separate, because it changes every second. */
export interface Picture {
  /** Site path of the original picture, such as `/products/warp-line-hoodie-1.webp`. */
  src: string;
  alt: string;
  view: 'front' | 'back' | 'detail';
}

export interface Product {
  /** The slug; `_id` on the wire. */
  id: string;
  name: string;
  pricePaise: number;
  oldPricePaise: number | null;
  /** One to four, front first. */
  pictures: Picture[];
  /** From small to large; empty for goods of one size. */
  sizes: string[];
  categories: string[];
  subCategory: string;
  /** Plain text; an empty line separates paragraphs. */
  description: string;
  colour: { name: string; hex: string };
  fabric: string;
  fit: string;
  print: string;
  care: string;
  /** `YYYY-MM-DD`. */
  addedOn: string;
  earlyOrder: boolean;
  offersEnabled: boolean;
  offerTitle: string | null;
  offerDescription: string | null;
  /** Initial stock: pieces per size before the first sale; key `default` for goods of one size. */
  initialStock: Stock;
  /** Pieces sold before this shop opened, so that the best-seller sort has data on the first day. */
  bestsellerSeed: number;
}

/** Pieces in stock per size of one product. */
export type Stock = Readonly<Record<string, number>>;

export { ONE_SIZE };

/** The sizes that can be bought: the product's own, or the one size. */
export function sizesOf(product: Pick<Product, 'sizes'>): readonly string[] {
  return product.sizes.length > 0 ? product.sizes : [ONE_SIZE];
}

/** The old price is struck through only if offers are on and it is higher. */
export function isReduced(product: Pick<Product, 'offersEnabled' | 'oldPricePaise' | 'pricePaise'>): boolean {
  return (
    product.offersEnabled && product.oldPricePaise !== null && product.oldPricePaise > product.pricePaise
  );
}

/** The maximum retail price of the label, in paise: the struck-through price, else the price. */
export function mrpPaise(product: Pick<Product, 'offersEnabled' | 'oldPricePaise' | 'pricePaise'>): number {
  return (isReduced(product) ? product.oldPricePaise : null) ?? product.pricePaise;
}

/** The badge of an offer: its title, or SALE without one. Null if offers are off. */
export function offerBadge(product: Pick<Product, 'offersEnabled' | 'offerTitle'>): string | null {
  return product.offersEnabled ? product.offerTitle || 'SALE' : null;
}

/**
 * Whether no piece of a size is left; a size without a number has none. `live-stock`, `wish-card` and `cart-rows` compare
 * the number themselves, because this would add bytes to their pages.
 */
export function isOut(left: number | undefined): boolean {
  return (left ?? 0) <= 0;
}

export function isSoldOut(product: Pick<Product, 'sizes'>, stock: Stock): boolean {
  return sizesOf(product).every((size) => isOut(stock[size]));
}
