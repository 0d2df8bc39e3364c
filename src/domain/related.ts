import type { Product } from './product.ts';
import { shop } from './config.ts';

type Relative = Pick<Product, 'id' | 'categories' | 'subCategory'>;

/** Products with the same categories and subcategory share a tier for every product, so the first few are enough. */
interface Kin<P> {
  like: Relative;
  /**
   * The first ones with their index in the whole list; one more than is shown, because the product itself may be one.
   */
  first: { product: P; place: number }[];
}

/**
 * Finds up to five related products in four tiers: same category and subcategory, same category, other category with
 * the same subcategory, then the rest. Each tier keeps the given order. The work per product does not grow with the
 * catalogue.
 */
export function relatedProducts<P extends Relative>(all: readonly P[]): (product: Relative) => P[] {
  const groups = new Map<string, Kin<P>>();
  for (const [place, product] of all.entries()) {
    const key = keyOf(product);
    const group = groups.get(key) ?? { like: product, first: [] };
    if (group.first.length <= shop.relatedMax) group.first.push({ product, place });
    groups.set(key, group);
  }
  const nearest = new Map<string, P[]>();
  return (product) => {
    const key = keyOf(product);
    const near = nearest.get(key) ?? nearestTo(product, [...groups.values()]);
    nearest.set(key, near);
    return near.filter(({ id }) => id !== product.id).slice(0, shop.relatedMax);
  };
}

const keyOf = ({ categories, subCategory }: Relative): string =>
  JSON.stringify([subCategory, categories.toSorted()]);

function nearestTo<P extends Relative>(product: Relative, groups: readonly Kin<P>[]): P[] {
  const tiers: Kin<P>['first'][] = [[], [], [], []];
  for (const { like, first } of groups) tiers[tierOf(product, like)]?.push(...first);
  return tiers
    .flatMap((tier) => tier.sort((a, b) => a.place - b.place))
    .slice(0, shop.relatedMax + 1)
    .map(({ product: near }) => near);
}

function tierOf(product: Relative, other: Relative): number {
  const sameCategory = other.categories.some((category) => product.categories.includes(category));
  const sameSubCategory = other.subCategory === product.subCategory;
  if (sameCategory) return sameSubCategory ? 0 : 1;
  return sameSubCategory ? 2 : 3;
}
