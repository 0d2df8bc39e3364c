import type { Product } from './product.ts';
import { shop } from './config.ts';

/** Facets and sort orders of the collection (docs/behaviour.md#collection). */
export const subCategories = [
  { name: 'Accessories', selectable: true },
  { name: 'Bralette', selectable: true },
  { name: 'Cargo Pants', selectable: true },
  { name: 'Co-ord Sets', selectable: true },
  { name: 'Hoodie', selectable: true },
  { name: 'Shackets', selectable: true },
  { name: 'Shirts', selectable: true },
  { name: 'Shorts', selectable: true },
  // The drawer shows it struck through, but the catalogue and search still contain it.
  { name: 'Sweatshirts', selectable: false },
] as const;

export const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const;

export type SortId = 'newest' | 'price-asc' | 'price-desc' | 'bestseller';

export const sorts: readonly { id: SortId; label: string }[] = [
  { id: 'newest', label: 'Recently Added' },
  { id: 'price-asc', label: 'Price: Low to High' },
  { id: 'price-desc', label: 'Price: High to Low' },
  { id: 'bestseller', label: 'Best Selling' },
];

export interface Filter {
  types: readonly string[];
  sizes: readonly string[];
  minPricePaise: number;
  maxPricePaise: number;
  sort: SortId | '';
}

export const noFilter: Filter = {
  types: [],
  sizes: [],
  minPricePaise: shop.priceRangePaise.min,
  maxPricePaise: shop.priceRangePaise.max,
  sort: '',
};

/** The fields that filters and sorts need. A page carries them for every card. */
export type Facets = Pick<Product, 'id' | 'pricePaise' | 'sizes' | 'subCategory' | 'addedOn'> &
  Partial<Pick<Product, 'earlyOrder'>> & { soldOut?: boolean };

/**
 * Filters and sorts products. Values of one facet widen (M or L); facets narrow (a hoodie in M). The upper price handle
 * at its end means "no upper limit", so products above ₹12,500 are shown. The default sort is newest first; equal
 * products are ordered by id, so pages stay stable. Only products that can be bought come in the first row: early
 * orders, which are mostly the newest, and sold-out products follow it.
 * @param sold how many pieces of a product are sold
 */
export function filterProducts<P extends Facets>(
  products: readonly P[],
  filter: Filter,
  sold: (productId: string) => number = () => 0,
): P[] {
  const kept = products.filter(
    (product) => isOfType(product, filter) && comesInSize(product, filter) && isInPriceRange(product, filter),
  );
  kept.sort((a, b) => compare(a, b, filter.sort, sold) || byText(a.id, b.id));
  return hasFirstRow(filter) ? afterFirstRow(kept) : kept;
}

/** Whether the order depends on which products are sold out. */
export function hasFirstRow({ sort }: Pick<Filter, 'sort'>): boolean {
  return sort === '' || sort === 'newest';
}

/** Cards in a row on the widest screens. */
const ROW = 4;

function afterFirstRow<P extends Facets>(products: readonly P[]): P[] {
  const early = products.filter(({ earlyOrder }) => earlyOrder === true);
  const others = products.filter(({ earlyOrder }) => earlyOrder !== true);
  const row = others.filter(({ soldOut }) => soldOut !== true).slice(0, ROW);
  return [...row, ...early, ...others.filter((product) => !row.includes(product))];
}

export interface FacetCounts {
  types: Record<string, number>;
  sizes: Record<string, number>;
}

/**
 * Counts the products that each value of a facet would show while the other facets stay as they are. The drawer shows
 * the number beside the value. The facet's own choices are ignored, because its values widen.
 */
export function countFacets(products: readonly Facets[], filter: Filter): FacetCounts {
  const counts: FacetCounts = { types: {}, sizes: {} };
  for (const product of products) {
    if (!isInPriceRange(product, filter)) continue;
    if (comesInSize(product, filter)) {
      counts.types[product.subCategory] = (counts.types[product.subCategory] ?? 0) + 1;
    }
    if (isOfType(product, filter)) {
      for (const size of product.sizes) counts.sizes[size] = (counts.sizes[size] ?? 0) + 1;
    }
  }
  return counts;
}

function isOfType(product: Facets, filter: Filter): boolean {
  return filter.types.length === 0 || filter.types.includes(product.subCategory);
}

function comesInSize(product: Facets, filter: Filter): boolean {
  return filter.sizes.length === 0 || filter.sizes.some((size) => product.sizes.includes(size));
}

function isInPriceRange(product: Facets, filter: Filter): boolean {
  return (
    product.pricePaise >= filter.minPricePaise &&
    (filter.maxPricePaise >= shop.priceRangePaise.max || product.pricePaise <= filter.maxPricePaise)
  );
}

function compare(a: Facets, b: Facets, sort: Filter['sort'], sold: (productId: string) => number): number {
  switch (sort) {
    case 'price-asc':
      return a.pricePaise - b.pricePaise;
    case 'price-desc':
      return b.pricePaise - a.pricePaise;
    case 'bestseller':
      return sold(b.id) - sold(a.id);
    default:
      return byText(b.addedOn, a.addedOn);
  }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
