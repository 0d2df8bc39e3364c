import { vi } from 'vitest';
import type { DeliveryAddress } from '../../src/domain/address.ts';
import { type Product, sizesOf } from '../../src/domain/product.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { call, newKey, orderBody, ownAddress, setStock, stockOf } from './shop-calls.ts';

/** Shoppers who order on delivery, one product each and as many pieces as they like. */

/** The cheapest product in sizes, so that pieces come to their limit before rupees do, and the dearest. */
const sold = catalogue.filter(({ earlyOrder }) => !earlyOrder);
const byPrice = sold.toSorted((a, b) => a.pricePaise - b.pricePaise);
export const [cheap, dear] = [byPrice[0], byPrice.at(-1)] as [Product, Product];
/** A line has at most ten pieces, so twenty need two sizes. */
const sizes = (product: Product) => sizesOf(product).slice(0, 2);
const PLENTY = 10_000;

/** All pieces that the catalogue's shop opens with. */
export const initialStock = sold
  .flatMap((product) => Object.values(product.initialStock))
  .reduce((sum, pieces) => sum + pieces, 0);

/** More than anybody can take of both products. */
export async function stockUp(): Promise<void> {
  // Without a mail server every email waits, and says so; that is of another test.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const product of [cheap, dear]) {
    for (const size of sizes(product)) await setStock(product.id, size, PLENTY);
  }
}

/** How many pieces of the cheapest product are ordered. */
export async function taken(): Promise<number> {
  const left = await Promise.all(sizes(cheap).map(async (size) => stockOf(cheap.id, size)));
  return left.reduce<number>((sum, one) => sum + PLENTY - (one ?? Number.NaN), 0);
}

interface OrderOptions {
  product?: Product;
  pieces?: number;
  address?: DeliveryAddress;
  ip?: string;
}

export async function buy(
  { token }: { token: string },
  { product = cheap, pieces = 1, address = ownAddress(), ip = '192.0.2.1' }: OrderOptions = {},
) {
  const asked = sizes(product).flatMap((size, at): [Product, string, number][] => {
    const quantity = Math.min(10, pieces - at * 10);
    return quantity > 0 ? [[product, size, quantity]] : [];
  });
  return call('order.place', { token, ip, key: newKey(), body: { ...orderBody(...asked), address } });
}

export const refusal = (message: string) => ({ success: false, code: 'cash-limit', message });
