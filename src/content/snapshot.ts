import type { Product } from '../domain/product.ts';
import snapshot from './snapshot.json' with { type: 'json' };

/**
 * The whole catalogue of this deploy, for pages: what `scripts/snapshot.ts` made of the product files. Functions price
 * orders by the same products and have them from a file (netlify/storage/products), so that page and price never disagree
 * within a deploy (docs/architecture.md, One catalogue, read twice) and no function reads all products to sell one.
 */
export const catalogue: readonly Product[] = snapshot.products as Product[];

/** How the crops of campaign pictures go on below: colours of their lower edge, from left to right, by the crop's address. */
export const cropGrounds: Readonly<Record<string, readonly string[]>> = snapshot.cropGrounds;

/** In the order of the ids. */
export const productsOf = (ids: readonly string[]): Product[] =>
  ids.flatMap((id) => catalogue.find((product) => product.id === id) ?? []);
