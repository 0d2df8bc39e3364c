import type { DeliveryAddress } from './address.ts';
import type { Order } from './order.ts';
import { cashOnDelivery } from './config.ts';

/** What open orders on delivery are counted by. */
export const cashCounts = ['account', 'phone', 'address', 'newcomers', 'network'] as const;
export type CashCount = (typeof cashCounts)[number];

/** Which limit an order on delivery reaches: its own size, or what is open already. */
export type CashLimit = 'order' | CashCount;

/** It is on its way and its money is still owed: what it took can still come back unpaid. */
export function isOpenCash({ paymentMethod, status }: Pick<Order, 'paymentMethod' | 'status'>): boolean {
  return paymentMethod === 'cod' && ['Order Placed', 'Processing', 'Shipped'].includes(status);
}

export function piecesIn({ items }: Pick<Order, 'items'>): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Who may place an order of this size without paying first: anybody, whoever has confirmed an email, or nobody.
 * @param most what one order may have; without, on delivery
 */
export function sizeOf(
  order: Pick<Order, 'items' | 'totalPaise'>,
  most: Record<'unconfirmed' | 'confirmed', { pieces: number; paise: number }> = cashOnDelivery.order,
): 'anybody' | 'confirmed' | 'nobody' {
  const fits = ({ pieces, paise }: { pieces: number; paise: number }) =>
    piecesIn(order) <= pieces && order.totalPaise <= paise;
  if (fits(most.unconfirmed)) return 'anybody';
  return fits(most.confirmed) ? 'confirmed' : 'nobody';
}

/** One form of the street and PIN of an address: case, spaces, punctuation and accents do not make another door. */
export function doorOf({ street, zipcode }: Pick<DeliveryAddress, 'street' | 'zipcode'>): string {
  const letters = street
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|[^\p{L}\p{N}]/gu, '');
  return `${letters} ${zipcode}`;
}
