import { type Order, type OrderStatus, type PaymentMethod, canBecome } from '../../src/domain/order.ts';
import { isEmailConfirmed, readUsers } from '../storage/accounts.ts';
import { type OnUnreadableOrder, ordersBetween } from './order-lookup.ts';

/** What the orders of a list have in common; an empty filter matches every order. */
export interface OrderFilter {
  /** Placed from and to, in ms, both included. */
  from?: number | undefined;
  to?: number | undefined;
  status?: OrderStatus | undefined;
  method?: PaymentMethod | undefined;
  /** From the address: state, start of the PIN code, phone with its country code. */
  state?: string | undefined;
  pin?: string | undefined;
  phone?: string | undefined;
  /** Start of the network's hash, as an order shows it. */
  network?: string | undefined;
  /** Whether the email of the account is confirmed. */
  isConfirmed?: boolean | undefined;
}

export interface Match {
  order: Order;
  isConfirmed: boolean;
}

/** Matching orders that can be cancelled, newest first. Shipped orders match only if the filter names that status. */
export async function cancellableOrders(
  filter: OrderFilter,
  onUnreadable: OnUnreadableOrder,
): Promise<Match[]> {
  const orders: Order[] = [];
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = filter;
  for await (const order of ordersBetween(from, to, onUnreadable)) {
    const isAtHand = order.status !== 'Shipped' || filter.status === 'Shipped';
    if (isAtHand && canBecome(order.status, 'Cancelled') && fits(order, filter)) orders.push(order);
  }
  const accounts = await readUsers([...new Set(orders.map(({ userId }) => userId))]);
  const matches = orders.map((order) => {
    const user = accounts.get(order.userId);
    return { order, isConfirmed: user !== undefined && isEmailConfirmed(user) };
  });
  return matches.filter(
    ({ isConfirmed }) => filter.isConfirmed === undefined || filter.isConfirmed === isConfirmed,
  );
}

function fits({ status, paymentMethod, address, network }: Order, filter: OrderFilter): boolean {
  const isOr = <Value>(wanted: Value | undefined, value: Value) => wanted === undefined || wanted === value;
  return (
    isOr(filter.status, status) &&
    isOr(filter.method, paymentMethod) &&
    isOr(filter.state?.toLowerCase(), address.state.toLowerCase()) &&
    isOr(filter.phone, address.phone) &&
    address.zipcode.startsWith(filter.pin ?? '') &&
    (network ?? '').startsWith(filter.network ?? '')
  );
}
