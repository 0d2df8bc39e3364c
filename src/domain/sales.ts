import { piecesIn } from './cash-order.ts';
import { dayOf } from './days.ts';
import { isOrderConfirmed, type Order, type PaymentMethod, paymentMethods } from './order.ts';
import { refundablePaise } from './refund.ts';

/** Sales of valid orders, counted on the Indian day of their placing. */
export interface SalesTotals {
  orders: number;
  pieces: number;
  /** Goods at their prices, without the delivery fee, in paise. */
  grossPaise: number;
  /** The codes' discount on the goods, in paise. */
  discountPaise: number;
  feePaise: number;
  /** Refunds of online payments, sent or due, including money of lost disputes, in paise. */
  refundsPaise: number;
  /** Goods less discounts, plus fee, less refunds, in paise. */
  netPaise: number;
}

export interface SalesLine extends SalesTotals {
  /** `YYYY-MM-DD` in India. */
  day: string;
  method: PaymentMethod;
}

const nothing: SalesTotals = {
  orders: 0,
  pieces: 0,
  grossPaise: 0,
  discountPaise: 0,
  feePaise: 0,
  refundsPaise: 0,
  netPaise: 0,
};

const names = Object.keys(nothing) as (keyof SalesTotals)[];

export function sum(all: readonly SalesTotals[]): SalesTotals {
  const total = { ...nothing };
  for (const takings of all) {
    for (const name of names) total[name] += takings[name];
  }
  return total;
}

/** What an order brings; null if it will not be delivered. */
export function salesLineOf(order: Order): SalesLine | null {
  if (!isOrderConfirmed(order)) return null;
  const { subtotalPaise: grossPaise, feePaise, payment, placedAt, paymentMethod: method } = order;
  const discountPaise = order.discount?.paise ?? 0;
  const refundsPaise = payment ? payment.amountPaise - refundablePaise(order) : 0;
  return {
    day: dayOf(placedAt),
    method,
    orders: 1,
    pieces: piecesIn(order),
    grossPaise,
    discountPaise,
    feePaise,
    refundsPaise,
    netPaise: grossPaise - discountPaise + feePaise - refundsPaise,
  };
}

export const salesByDay = (one: SalesLine, other: SalesLine): number =>
  one.day.localeCompare(other.day) || one.method.localeCompare(other.method);

/** The amounts of a line as running sums of its month (domain/order-sums). */
export function salesSumsOf(line: SalesLine): [field: string, by: number][] {
  return names.map((name) => [`${line.day} ${line.method} ${name}`, line[name]]);
}

/** The lines of a month from its running sums, by day and method; only days with orders. */
export function salesLinesFrom(sums: ReadonlyMap<string, number>): SalesLine[] {
  const lines = new Map<string, SalesLine>();
  for (const [field, amount] of sums) {
    const [day = '', method = '', name = ''] = field.split(' ');
    const known = paymentMethods.find((each) => each === method);
    if (!known) continue;
    const line = lines.get(`${day} ${method}`) ?? { day, method: known, ...nothing };
    lines.set(`${day} ${method}`, { ...line, [name]: amount });
  }
  return [...lines.values()].filter(({ orders }) => orders > 0).sort(salesByDay);
}
