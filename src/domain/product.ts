import { ONE_SIZE } from './config-every-page.ts';

/** The product as the shop knows it: money in paise, stock elsewhere (it changes by the second). */
export interface Picture {
  /** Site path of the master, such as `/products/warp-line-hoodie-1.webp`. */
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
  /** In wearing order; empty for goods of one size. */
  sizes: string[];
  categories: string[];
  subCategory: string;
  /** Plain text, paragraphs apart by an empty line. */
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
  /** Pieces per size before the first sale; key `default` for goods of one size. */
  openingStock: Stock;
  /** Pieces sold before this shop opened, so that best sellers have an order on the first day. */
  bestsellerSeed: number;
}

/** Pieces in hand per size of one product. */
export type Stock = Readonly<Record<string, number>>;

export { ONE_SIZE };

/** The sizes that can be bought: the product's own, or the one size. */
export function sizesOf(product: Pick<Product, 'sizes'>): readonly string[] {
  return product.sizes.length > 0 ? product.sizes : [ONE_SIZE];
}

/** The old price is struck through only when offers are on and it really was higher (specification §2). */
export function isReduced(product: Pick<Product, 'offersEnabled' | 'oldPricePaise' | 'pricePaise'>): boolean {
  return (
    product.offersEnabled && product.oldPricePaise !== null && product.oldPricePaise > product.pricePaise
  );
}

/** The highest price that the label may carry, in paise: what is struck through, else what is asked. */
export function mrpPaise(product: Pick<Product, 'offersEnabled' | 'oldPricePaise' | 'pricePaise'>): number {
  return (isReduced(product) ? product.oldPricePaise : null) ?? product.pricePaise;
}

/** The badge of a product with an offer: its title, or SALE where it has none. Null where offers are off. */
export function offerBadge(product: Pick<Product, 'offersEnabled' | 'offerTitle'>): string | null {
  return product.offersEnabled ? product.offerTitle || 'SALE' : null;
}

/** Out of stock means that every size is at zero (decisions, Stock). */
export function isSoldOut(product: Pick<Product, 'sizes'>, stock: Stock): boolean {
  return sizesOf(product).every((size) => (stock[size] ?? 0) <= 0);
}

/** The first size with a piece left: what the wishlist's Add to Cart takes. */
export function firstSizeInStock(product: Pick<Product, 'sizes'>, stock: Stock): string | null {
  return sizesOf(product).find((size) => (stock[size] ?? 0) > 0) ?? null;
}
