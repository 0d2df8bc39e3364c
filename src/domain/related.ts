import type { Product } from './product.ts';
import { shop } from './config.ts';

type Relative = Pick<Product, 'id' | 'categories' | 'subCategory'>;

/** Products with the same categories and subcategory: they share a tier for every product. */
type Kin<P> = [place: number, product: P][];

/**
 * Finds up to five related products in four tiers: same category and subcategory, same category, other category with
 * the same subcategory, then the rest. Each tier keeps the given order. The work per product does not grow with the
 * catalogue.
 */
export function relatedProducts<P extends Relative>(all: readonly P[]): (product: Relative) => P[] {
  // One more than is shown, because the product itself may be one.
  const groups = [...Map.groupBy(all.entries(), ([, product]) => keyOf(product)).values()].map((kin) =>
    kin.slice(0, shop.relatedMax + 1),
  );
  const nearest = new Map<string, P[]>();
  return (product) => {
    const key = keyOf(product);
    const near = nearest.get(key) ?? nearestTo(product, groups);
    nearest.set(key, near);
    return near.filter(({ id }) => id !== product.id).slice(0, shop.relatedMax);
  };
}

const keyOf = ({ categories, subCategory }: Relative): string =>
  JSON.stringify([subCategory, categories.toSorted()]);

function nearestTo<P extends Relative>(product: Relative, groups: readonly Kin<P>[]): P[] {
  return groups
    .flat()
    .map(([place, near]) => ({ near, place, tier: tierOf(product, near) }))
    .sort((a, b) => a.tier - b.tier || a.place - b.place)
    .slice(0, shop.relatedMax + 1)
    .map(({ near }) => near);
}

function tierOf(product: Relative, other: Relative): number {
  const sameCategory = other.categories.some((category) => product.categories.includes(category));
  const sameSubCategory = other.subCategory === product.subCategory;
  if (sameCategory) return sameSubCategory ? 0 : 1;
  return sameSubCategory ? 2 : 3;
}
