import { byPieces, type Seller } from '../../src/domain/order-sums.ts';
import { salesByDay, type SalesLine, salesLineOf, sum } from '../../src/domain/sales.ts';
import { type OnUnreadableOrder, ordersBetween } from './order-lookup.ts';

export interface BestSeller extends Seller {
  /** The name in the latest of these orders. */
  name: string;
}

export interface Sales {
  /** By day, then by method; only lines with sales. */
  lines: SalesLine[];
  /** Most pieces first. */
  bestSellers: BestSeller[];
}

/** The sales between two times; ms since 1970, both included. */
export async function sales(from: number, to: number, onUnreadable: OnUnreadableOrder): Promise<Sales> {
  const lines = new Map<string, SalesLine>();
  const sellers = new Map<string, BestSeller>();
  for await (const order of ordersBetween(from, to, onUnreadable)) {
    const line = salesLineOf(order);
    if (!line) continue;
    const { day, method } = line;
    const key = `${day} ${method}`;
    const earlier = lines.get(key);
    lines.set(key, { day, method, ...sum(earlier ? [earlier, line] : [line]) });
    for (const { productId, name, pricePaise, quantity } of order.items) {
      const seller = sellers.get(productId) ?? { productId, name, pieces: 0, grossPaise: 0 };
      seller.pieces += quantity;
      seller.grossPaise += quantity * pricePaise;
      sellers.set(productId, seller);
    }
  }
  return {
    lines: [...lines.values()].sort(salesByDay),
    bestSellers: [...sellers.values()].sort(byPieces),
  };
}
