import type { DeliveryAddress } from './address.ts';
import type { Order } from './order.ts';
import { cashOnDelivery } from './order-limits.ts';

/**
 * How open cash-on-delivery orders are counted, and stock that is reserved for unpaid online orders. Accounts with a
 * confirmed email that have paid or received an order are not in `crowd` (of one network), and have sets of their own
 * in `large` and `shop` (of all networks).
 */
export const openCounts = ['account', 'phone', 'address', 'crowd', 'network', 'large', 'shop'] as const;
export type OpenCount = (typeof openCounts)[number];

/**
 * Counts by what anybody can name. They bind an account together with its network, so that nobody can use them up for
 * somebody elsewhere; and not the first order of an account with a confirmed email, so that nobody can use them up for
 * somebody behind the same address.
 */
export const namedCounts: readonly string[] = ['phone', 'address'];

/** Counts of the whole shop. Only many accounts together reach their limits. */
export const shopCounts: readonly string[] = ['large', 'shop'];

/** The limit that a cash-on-delivery order exceeds: `order` is its own size, the others count open orders. */
export type CashLimit = 'order' | OpenCount;

/** The order is not delivered or cancelled and its cash is still owed, so it can still come back unpaid. */
export function isOpenCash({ paymentMethod, status }: Pick<Order, 'paymentMethod' | 'status'>): boolean {
  return paymentMethod === 'cod' && ['Order Placed', 'Processing', 'Shipped'].includes(status);
}

export function piecesIn({ items }: Pick<Order, 'items'>): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Who may place an order of this size without paying first: anybody, accounts with a confirmed email, or nobody.
 * @param most limits of one order; by default those of cash on delivery
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

/** Normal form of street and PIN code: case, spaces, punctuation and accents do not make a different address. */
export function deliveryAddressKey({ street, zipcode }: Pick<DeliveryAddress, 'street' | 'zipcode'>): string {
  const letters = street
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|[^\p{L}\p{N}]/gu, '');
  return `${letters} ${zipcode}`;
}

/**
 * The networks by which orders are counted. Whole /48 prefixes of IPv6 are given away free, so each counts as one
 * network, like the shared IPv4 address of a mobile network. Within it, a household is one /64; an IPv4 address has none.
 * @param caller as in http/rate-limit-windows: an IPv4 address, or the first four groups of an IPv6 address
 */
export function orderNetworks(caller: string): { network: string; household?: string } {
  if (!caller.includes(':') || caller.includes('.')) return { network: caller };
  return { network: caller.split(':').slice(0, 3).join(':'), household: caller };
}
