import { LOW_STOCK } from '../../../src/domain/config.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import type { Variant } from '../../storage/back-in-stock.ts';
import { openingStock } from '../../storage/stock.ts';
import type { StockCount } from '../../storage/stock-counts.ts';
import { everyProduct } from '../products.ts';

/** The catalogue as the desk counts it. */

export type Shelf = Pick<Product, 'id' | 'name' | 'sizes' | 'openingStock'> & { picture: string };
let shelves: readonly Shelf[] | undefined;

/** Every product by id; the catalogue does not change during a deploy. */
export function allShelves(): readonly Shelf[] {
  shelves ??= [...everyProduct()].map(({ id, name, sizes, openingStock: opening, pictures }) => ({
    ...{ id, name, sizes, openingStock: opening, picture: pictures[0]?.src ?? '' },
  }));
  return shelves;
}

export function variantsOf(products: readonly Pick<Shelf, 'id' | 'sizes' | 'openingStock'>[]): Variant[] {
  return products.flatMap((product) =>
    sizesOf(product).map((size) => ({ productId: product.id, size, opening: openingStock(product, size) })),
  );
}

export function isLow({ pieces }: Pick<StockCount, 'pieces'>): boolean {
  return pieces <= LOW_STOCK;
}
