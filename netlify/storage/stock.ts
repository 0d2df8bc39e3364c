import { sizesOf, type Product, type Stock } from '../../src/domain/product.ts';
import { freedKey, partsOfVariant, soldKey, stockKey, variant } from './keys.ts';
import { numbersFrom, redis } from './redis.ts';

type Stocked = Pick<Product, 'id' | 'sizes' | 'initialStock'>;

/** The initial stock of a variant. */
export function initialStock({ initialStock: initial }: Stocked, size: string): number {
  return Object.hasOwn(initial, size) ? (initial[size] ?? 0) : 0;
}

/** The stock of each product, by product id. One round trip; none if there are no products. */
export async function readStock(products: readonly Stocked[]): Promise<Map<string, Stock>> {
  const fields = fieldsOf(products);
  if (fields.length === 0) return new Map();
  return stockOf(products, await redis().hmget(stockKey(), ...fields));
}

/** The stock of these variants; null for one that was never sold here. */
export async function readLeft(
  variants: readonly { productId: string; size: string }[],
): Promise<(number | null)[]> {
  const fields = variants.map(({ productId, size }) => variant(productId, size));
  const left = (await redis().hmget(stockKey(), ...fields)) as unknown as (string | null)[];
  return left.map((pieces) => (pieces === null ? null : Number(pieces)));
}

/** Pieces sold here, by product id; only products with a sale. */
export async function readSold(): Promise<Map<string, number>> {
  return numbersFrom(await redis().zrange(soldKey(), 0, -1, { withScores: true }));
}

/** Variants with pieces that came back from orders, and with unsettled back-in-stock subscriptions. */
export async function readFreed(most: number): Promise<{ productId: string; size: string }[]> {
  const fields = (await redis().srandmember<string[]>(freedKey(), most)) ?? [];
  return fields.map(partsOfVariant);
}

/** Forgets that the variant came back into stock, after all its back-in-stock emails were sent. */
export async function clearFreedVariant(productId: string, size: string): Promise<void> {
  await redis().srem(freedKey(), variant(productId, size));
}

function fieldsOf(products: readonly Stocked[]): string[] {
  return products.flatMap((product) => sizesOf(product).map((size) => variant(product.id, size)));
}

function stockOf(products: readonly Stocked[], reply: unknown): Map<string, Stock> {
  const left = (reply as (string | null)[]).values();
  return new Map(
    products.map((product) => [
      product.id,
      Object.fromEntries(
        sizesOf(product).map((size) => [size, Number(left.next().value ?? initialStock(product, size))]),
      ),
    ]),
  );
}
