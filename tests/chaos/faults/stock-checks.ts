/** Checks of the sums of pieces, for fault runs and the fuzzer. */
import { variant } from '../../../netlify/storage/keys.ts';
import { isOrderConfirmed, type Order, reservesStock } from '../../../src/domain/order.ts';

/** Adds up the pieces of all items of these orders, by a name of each item. */
function piecesBy(orders: readonly Order[], name: (item: Order['items'][number]) => string) {
  const pieces = new Map<string, number>();
  for (const item of orders.flatMap(({ items }) => items)) {
    pieces.set(name(item), (pieces.get(name(item)) ?? 0) + item.quantity);
  }
  return pieces;
}

/**
 * Initial stock = on sale + reserved for unpaid orders + sold, for every product and size, and none is negative.
 * @param stock and `initial`: by the field of `stock`
 */
export function stockProblems(
  orders: readonly Order[],
  stock: ReadonlyMap<string, number>,
  initial: ReadonlyMap<string, number>,
): string[] {
  const away = piecesBy(orders.filter(reservesStock), ({ productId, size }) => variant(productId, size));
  const negative = [...stock].filter(([, left]) => left < 0).map(([field, left]) => `${field}: ${left}`);
  const leaked = [...initial].flatMap(([field, atFirst]) => {
    const left = stock.get(field) ?? atFirst;
    const gone = away.get(field) ?? 0;
    return left + gone === atFirst
      ? []
      : [`${field}: ${atFirst} at first, ${left} on sale, ${gone} in orders`];
  });
  return [...negative, ...leaked];
}

/** Sold pieces equal the pieces of valid orders. */
export function soldProblems(
  orders: readonly Order[],
  sold: ReadonlyMap<string, number>,
  productIds: Iterable<string>,
): string[] {
  const held = piecesBy(orders.filter(isOrderConfirmed), ({ productId }) => productId);
  return [...productIds].flatMap((id) => {
    const [counted, inOrders] = [sold.get(id) ?? 0, held.get(id) ?? 0];
    return counted === inOrders ? [] : [`${id}: ${counted} counted as sold, ${inOrders} in orders`];
  });
}
