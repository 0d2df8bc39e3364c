/** Online orders that reserve stock and are not paid, from plenty of stock. */
import { afterEach, beforeEach, vi } from 'vitest';
import { justPaidKey, variant } from '../../netlify/storage/keys.ts';
import { redis } from '../../netlify/storage/redis.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import type { DeliveryAddress } from '../../src/domain/address.ts';
import { unpaidOnline } from '../../src/domain/order-limits.ts';
import { type Product, sizesOf } from '../../src/domain/product.ts';
import { useProviders } from './payments.ts';
import { flush } from './redis.ts';
import { call, newKey, orderBody, ownAddress, setStock, stockOf } from './shop-calls.ts';

export const MOST = unpaidOnline.order.unconfirmed.pieces;
const PLENTY = 10_000;
export const confirmed = { emailConfirmedAt: 1 };

/** The cheapest products in sizes, so that the limit of pieces applies before the limit of rupees, and the dearest. */
const byPrice = catalogue
  .filter(({ earlyOrder }) => !earlyOrder)
  .toSorted((a, b) => a.pricePaise - b.pricePaise);
export const cheap = byPrice.slice(0, 6) as [Product, ...Product[]];
const dear = byPrice.at(-1) as Product;
export const sizeOf = (product: Product) => sizesOf(product)[0] ?? 'default';

/** A shop with providers and plenty of stock, for each test of the file. */
export function useReservations() {
  const providers = useProviders();
  beforeEach(flush);
  beforeEach(async () => {
    for (const product of [...cheap, dear]) await setStock(product.id, sizeOf(product), PLENTY);
  });
  afterEach(() => vi.useRealTimers());
  return providers;
}

interface OrderOptions {
  lines?: [Product, number][];
  pieces?: number;
  address?: DeliveryAddress;
  ip?: string;
  by?: 'order.razorpay' | 'order.stripe';
}

/** Lines of at most ten pieces each. */
function linesOf(pieces: number): [Product, number][] {
  return cheap.flatMap((product, at): [Product, number][] => {
    const quantity = Math.min(10, pieces - at * 10);
    return quantity > 0 ? [[product, quantity]] : [];
  });
}

export async function begin(
  { token }: { token: string },
  {
    pieces = 1,
    lines = linesOf(pieces),
    address = ownAddress(),
    ip = '192.0.2.1',
    by = 'order.razorpay',
  }: OrderOptions = {},
) {
  const asked = lines.map(([product, quantity]): [Product, string, number] => {
    return [product, sizeOf(product), quantity];
  });
  const body = { ...orderBody(...asked), address };
  return call(by as 'order.razorpay', { token, ip, key: newKey(), body });
}

/** As two minutes after a payment, when shoppers are no longer asked whether they want the same pieces again. */
export const forgetPaid = (userId: string) =>
  redis().del(justPaidKey(userId, variant(cheap[0].id, sizeOf(cheap[0]))));

/** The number of reserved pieces. */
export const kept = async () => {
  const left = await Promise.all(cheap.map(async (product) => stockOf(product.id, sizeOf(product))));
  return left.reduce<number>((sum, one) => sum + PLENTY - (one ?? Number.NaN), 0);
};

export const refusal = (message: string) => ({ success: false, code: 'hold-limit', message });
