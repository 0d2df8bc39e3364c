import { blockingDisputes } from './dispute.ts';
import { gstSumsOf } from './gst-summary.ts';
import { isOrderConfirmed, isReturnAsked, type Order } from './order.ts';
import { failedRefunds } from './refund.ts';
import { salesLineOf, salesSumsOf } from './sales.ts';

/**
 * Running sums over all orders, so that no screen of the desk reads every order. Each is the sum of what single orders
 * add, and the commit that writes an order adds the difference between before and after.
 *
 * - `reserved`, `unshipped`, `sold`: pieces by variant (`product id:size`, as in the stock)
 * - `states`: orders by status, and by what waits for the owner
 * - `cash`: by courier, parcels on their way whose cash has not arrived, and that cash in paise
 * - `collected`: by courier, delivered parcels whose cash the courier took, and that cash in paise
 * - `sales:YYYY-MM`: takings by day and method (domain/sales)
 * - `gst:YYYY-MM`: taxes by place of supply and rate (domain/gst-summary)
 * - `sellers:YYYY-MM`: pieces and their prices in paise by product
 */
export type Book =
  | 'reserved'
  | 'unshipped'
  | 'sold'
  | 'states'
  | 'cash'
  | 'collected'
  | `sales:${string}`
  | `gst:${string}`
  | `sellers:${string}`;

/**
 * Which sums an order's mark says it is in: 0 none, 1 all but `sellers` and `collected`, 2 all but `collected`, 3 all. A
 * new book needs a new edition, and orders of older ones are counted again.
 */
export type SumsEdition = 0 | 1 | 2 | 3;
export const SUMS_EDITION: SumsEdition = 3;

/** What one order adds to one field of a book. */
export interface Sum {
  book: Book;
  field: string;
  by: number;
}

/** Fields of `states` besides the statuses. */
export const owners = { refundFailed: 'refund failed', disputed: 'disputed' } as const;
export const RETURN_ASKED = 'return asked';

export function sumsOfOrder(order: Order, edition: SumsEdition = SUMS_EDITION): Sum[] {
  if (edition === 0) return [];
  const line = salesLineOf(order);
  return [
    ...(edition > 1 && line ? sellersOf(order, line.day.slice(0, 7)) : []),
    ...piecesOf(order),
    { book: 'states', field: order.status, by: 1 },
    ...stateIf(failedRefunds(order).length > 0, owners.refundFailed),
    ...stateIf(blockingDisputes(order).length > 0, owners.disputed),
    ...stateIf(isReturnAsked(order), RETURN_ASKED),
    ...(order.status === 'Shipped' && !order.paid ? courierSums('cash', order) : []),
    // A delivered order counts as paid; its courier pays the cash out later.
    ...(edition > 2 && order.status === 'Delivered' ? courierSums('collected', order) : []),
    ...(line ? salesSumsOf(line) : []).map(([field, by]): Sum => {
      return { book: `sales:${line?.day.slice(0, 7)}`, field, by };
    }),
    ...gstSumsOf(order).map(([month, field, by]): Sum => ({ book: `gst:${month}`, field, by })),
  ];
}

function stateIf(isTrue: boolean, field: string): Sum[] {
  return isTrue ? [{ book: 'states', field, by: 1 }] : [];
}

function piecesOf(order: Order): Sum[] {
  const isUnshipped = order.status === 'Order Placed' || order.status === 'Processing';
  const books: Book[] = [
    ...(order.status === 'Payment Pending' ? ['reserved' as const] : []),
    ...(isUnshipped ? ['unshipped' as const] : []),
    ...(isOrderConfirmed(order) ? ['sold' as const] : []),
  ];
  return books.flatMap((book) =>
    order.items.map(({ productId, size, quantity }) => ({
      book,
      field: `${productId}:${size}`,
      by: quantity,
    })),
  );
}

function courierSums(book: 'cash' | 'collected', { paymentMethod, shipment, totalPaise }: Order): Sum[] {
  if (paymentMethod !== 'cod' || !shipment) return [];
  return [
    { book, field: `orders ${shipment.courier}`, by: 1 },
    { book, field: `paise ${shipment.courier}`, by: totalPaise },
  ];
}

function sellersOf({ items }: Order, month: string): Sum[] {
  const book: Book = `sellers:${month}`;
  return items.flatMap(({ productId, pricePaise, quantity }) => [
    { book, field: `pieces ${productId}`, by: quantity },
    { book, field: `paise ${productId}`, by: quantity * pricePaise },
  ]);
}

/** A product that was sold, from the running sums of a month. */
export interface Seller {
  productId: string;
  pieces: number;
  grossPaise: number;
}

/** Most pieces first. */
export function sellersFrom(sums: ReadonlyMap<string, number>): Seller[] {
  const name = 'pieces ';
  return [...sums]
    .filter(([field, pieces]) => field.startsWith(name) && pieces > 0)
    .map(([field, pieces]) => {
      const productId = field.slice(name.length);
      return { productId, pieces, grossPaise: sums.get(`paise ${productId}`) ?? 0 };
    })
    .sort(byPieces);
}

/** Most pieces first, then most money. */
export const byPieces = (one: Omit<Seller, 'productId'>, other: Omit<Seller, 'productId'>): number =>
  other.pieces - one.pieces || other.grossPaise - one.grossPaise;

export interface CourierCash {
  courier: string;
  /** Parcels on their way, and their cash. */
  orders: number;
  paise: number;
  /** Cash of delivered parcels, and what of it staff have written down as paid in. */
  collectedPaise: number;
  receivedPaise: number;
}

/** One courier, however its name was typed. */
export const courierKey = (courier: string): string => courier.trim().toLowerCase();

/** Cash that the courier has collected and not paid in; below 0 if more was written down. */
export const owedPaise = ({ collectedPaise, receivedPaise }: CourierCash): number =>
  collectedPaise - receivedPaise;

/** The parcels of one courier in a book, under the name that was typed. */
interface Parcels {
  book: 'cash' | 'collected';
  courier: string;
  orders: number;
  paise: number;
}

function parcelsIn(book: Parcels['book'], sums: ReadonlyMap<string, number>): Parcels[] {
  return [...sums].flatMap(([field, orders]) => {
    if (!field.startsWith('orders ') || orders <= 0) return [];
    const courier = field.slice('orders '.length);
    return [{ book, courier, orders, paise: sums.get(`paise ${courier}`) ?? 0 }];
  });
}

/**
 * The couriers with cash, the most first: on its way, collected and not paid in.
 * @param onWay the book `cash` @param collected the book `collected` @param received paise by `courierKey`
 */
export function courierCashFrom(
  onWay: ReadonlyMap<string, number>,
  collected: ReadonlyMap<string, number>,
  received: ReadonlyMap<string, number>,
): CourierCash[] {
  const parcels = [...parcelsIn('cash', onWay), ...parcelsIn('collected', collected)];
  return [...Map.groupBy(parcels, ({ courier }) => courierKey(courier))]
    .map(([key, own]): CourierCash => {
      const sumOf = (book: Parcels['book'], what: 'orders' | 'paise') =>
        own.filter((each) => each.book === book).reduce((sum, each) => sum + each[what], 0);
      const [most] = own.toSorted((a, b) => b.orders - a.orders);
      return {
        // The name as it was typed most often.
        courier: most?.courier ?? key,
        orders: sumOf('cash', 'orders'),
        paise: sumOf('cash', 'paise'),
        collectedPaise: sumOf('collected', 'paise'),
        receivedPaise: received.get(key) ?? 0,
      };
    })
    .sort((a, b) => b.paise + owedPaise(b) - (a.paise + owedPaise(a)));
}

/** What a change of orders adds to each field; fields that stay the same are left out. */
export function addedSums(before: readonly Sum[], after: readonly Sum[]): Sum[] {
  const all = new Map<string, Sum>();
  const add = ({ book, field, by }: Sum, sign: 1 | -1) => {
    const known = all.get(`${book} ${field}`);
    all.set(`${book} ${field}`, { book, field, by: (known?.by ?? 0) + sign * by });
  };
  for (const each of before) add(each, -1);
  for (const each of after) add(each, 1);
  return [...all.values()].filter(({ by }) => by !== 0);
}
