import { LOW_STOCK } from '../../../src/domain/config.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import type { Variant } from '../../storage/back-in-stock.ts';
import { initialStock } from '../../storage/stock.ts';
import type { StockCount } from '../../storage/stock-counts.ts';
import { everyProduct } from '../products.ts';

/** The catalogue as the desk counts it. */

export type Shelf = Pick<Product, 'id' | 'name' | 'sizes' | 'initialStock'> & { picture: string };
let shelves: readonly Shelf[] | undefined;

/** Every product by id; the catalogue does not change during a deploy. */
export function allShelves(): readonly Shelf[] {
  shelves ??= [...everyProduct()].map(({ id, name, sizes, initialStock: initial, pictures }) => ({
    id,
    name,
    sizes,
    initialStock: initial,
    picture: pictures[0]?.src ?? '',
  }));
  return shelves;
}

export function variantsOf(products: readonly Pick<Shelf, 'id' | 'sizes' | 'initialStock'>[]): Variant[] {
  return products.flatMap((product) =>
    sizesOf(product).map((size) => ({ productId: product.id, size, initial: initialStock(product, size) })),
  );
}

export function isLow({ pieces }: Pick<StockCount, 'pieces'>): boolean {
  return pieces <= LOW_STOCK;
}
