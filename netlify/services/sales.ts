import { dayOf } from '../../src/domain/days.ts';
import { type Order, type PaymentMethod, stands } from '../../src/domain/order.ts';
import { refundablePaise } from '../../src/domain/refund.ts';
import { type HearUnreadable, ordersBetween } from './order-admin.ts';

/** Sales of valid orders, counted on the Indian day of their placing. */
export interface Takings {
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

/** The sales of one day by one payment method. */
export interface SalesLine extends Takings {
  /** `YYYY-MM-DD` in India. */
  day: string;
  method: PaymentMethod;
}

export interface BestSeller {
  productId: string;
  /** The name in the latest of these orders. */
  name: string;
  pieces: number;
  grossPaise: number;
}

export interface Sales {
  /** By day, then by method; only lines with sales. */
  lines: SalesLine[];
  /** Most pieces first. */
  bestSellers: BestSeller[];
}

/** The sales between two times; ms since 1970, both included. */
export async function sales(from: number, to: number, hear: HearUnreadable): Promise<Sales> {
  const lines = new Map<string, SalesLine>();
  const sellers = new Map<string, BestSeller>();
  for await (const order of ordersBetween(from, to, hear)) {
    if (!stands(order)) continue;
    const { paymentMethod: method } = order;
    const day = dayOf(order.placedAt);
    const key = `${day} ${method}`;
    lines.set(key, { day, method, ...sum([lines.get(key) ?? nothing, takingsOf(order)]) });
    for (const { productId, name, pricePaise, quantity } of order.items) {
      const seller = sellers.get(productId) ?? { productId, name, pieces: 0, grossPaise: 0 };
      seller.pieces += quantity;
      seller.grossPaise += quantity * pricePaise;
      sellers.set(productId, seller);
    }
  }
  return {
    lines: [...lines.values()].sort((a, b) => a.day.localeCompare(b.day) || a.method.localeCompare(b.method)),
    bestSellers: [...sellers.values()].sort((a, b) => b.pieces - a.pieces || b.grossPaise - a.grossPaise),
  };
}

const nothing: Takings = {
  orders: 0,
  pieces: 0,
  grossPaise: 0,
  discountPaise: 0,
  feePaise: 0,
  refundsPaise: 0,
  netPaise: 0,
};

export function sum(all: readonly Takings[]): Takings {
  const total = { ...nothing };
  for (const takings of all) {
    for (const name of Object.keys(nothing) as (keyof Takings)[]) total[name] += takings[name];
  }
  return total;
}

function takingsOf(order: Order): Takings {
  const { items, subtotalPaise: grossPaise, feePaise, payment } = order;
  const discountPaise = order.discount?.paise ?? 0;
  const refundsPaise = payment ? payment.amountPaise - refundablePaise(order) : 0;
  return {
    orders: 1,
    pieces: items.reduce((count, { quantity }) => count + quantity, 0),
    ...{ grossPaise, discountPaise, feePaise, refundsPaise },
    netPaise: grossPaise - discountPaise + feePaise - refundsPaise,
  };
}
