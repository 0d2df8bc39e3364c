import type { Product } from './product.ts';
import { shop } from './shop.ts';

type Relative = Pick<Product, 'id' | 'categories' | 'subCategory'>;

/**
 * Up to five related products in four tiers (specification §9): same category and subcategory, same category,
 * other category with the same subcategory, then the rest. A tier keeps the order in which products were given.
 */
export function relatedProducts<P extends Relative>(product: Relative, all: readonly P[]): P[] {
  const tiers: P[][] = [[], [], [], []];
  for (const other of all) {
    if (other.id !== product.id) tiers[tierOf(product, other)]?.push(other);
  }
  return tiers.flat().slice(0, shop.relatedMax);
}

function tierOf(product: Relative, other: Relative): number {
  const sameCategory = other.categories.some((category) => product.categories.includes(category));
  const sameSubCategory = other.subCategory === product.subCategory;
  if (sameCategory) return sameSubCategory ? 0 : 1;
  return sameSubCategory ? 2 : 3;
}
