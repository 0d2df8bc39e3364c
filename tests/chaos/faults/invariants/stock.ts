/** Stock and discount codes; the fuzzer checks the sums of pieces too. */
import { addedSums, sumsOfOrder } from '../../../../src/domain/order-sums.ts';
import { partsOfVariant, variant } from '../../../../netlify/storage/keys.ts';
import { isOpenCash } from '../../../../src/domain/cash-order.ts';
import { isOrderConfirmed, type Order, reservesStock } from '../../../../src/domain/order.ts';
import { reservesCode } from '../../../../src/domain/refund.ts';
import { cashOnDelivery } from '../../../../src/domain/order-limits.ts';
import { each, type Rules } from './rule.ts';
import { stockAddedByStaff } from './staff.ts';

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

export const stockRules: Rules = {
  'No stock is negative or lost: initial + added by staff = on sale + reserved + sold': ({
    truth,
    environment,
  }) => {
    const added = stockAddedByStaff(truth);
    const all = new Map(
      [...environment.initial].map(([field, pieces]) => [field, pieces + (added.get(field) ?? 0)]),
    );
    return { checked: all.size, violations: stockProblems([...truth.orders.values()], truth.stock, all) };
  },

  'The running sums equal the sums of all orders, in every field of every book': ({ truth }) => {
    const sums = addedSums(
      [],
      [...truth.orders.values()].flatMap((order) => sumsOfOrder(order)),
    );
    const right = new Map<string, number>(sums.map(({ book, field, by }) => [`${book} ${field}`, by]));
    const found = new Map<string, number>(
      [...truth.sums].flatMap(([book, counted]) =>
        [...counted].map(([field, by]) => [`${book} ${field}`, by] as const),
      ),
    );
    return each(new Set([...right.keys(), ...found.keys()]), (field) => {
      const [wanted, counted] = [right.get(field) ?? 0, found.get(field) ?? 0];
      return wanted !== counted && `${field}: ${counted}, but the orders add up to ${wanted}`;
    });
  },

  'Sold pieces equal the pieces of valid orders': ({ truth, environment }) => {
    const ids = new Set([...environment.initial.keys()].map((field) => partsOfVariant(field).productId));
    return { checked: ids.size, violations: soldProblems([...truth.orders.values()], truth.sold, ids) };
  },

  'Open orders on delivery are counted once each, and no account exceeds its limit': ({ truth }) => {
    const open = [...truth.orders.values()].filter(isOpenCash);
    const ids = new Set(open.map(({ id }) => id));
    const most = cashOnDelivery.open.account.unconfirmed;
    const stale = [...truth.cash].flatMap(([by, members]) =>
      members
        .filter((member) => !ids.has(member.split(':')[0] ?? ''))
        .map((member) => `${by} counts ${member}, which is not open`),
    );
    const own = [...Map.groupBy(open, ({ userId }) => userId)].flatMap(([userId, orders]) => {
      const counted = truth.cash.get(`account:${userId}`) ?? [];
      const missing = orders.filter(({ id }) => !counted.includes(id));
      return [
        ...missing.map(({ id }) => `${id} is open on delivery, but its account does not count it`),
        ...(orders.length > most ? [`${userId} has ${orders.length} open orders on delivery`] : []),
      ];
    });
    return { checked: open.length, violations: [...stale, ...own] };
  },

  'Reservations for online payments are counted while they last, and no valid order counts as unpaid': ({
    truth,
  }) => {
    const counted = [...truth.kept, ...truth.lapsed].flatMap(([, members]) => members);
    const stale = [...truth.kept].flatMap(([by, members]) =>
      members
        .filter((member) => truth.orders.get(member.split(':')[0] ?? '')?.status !== 'Payment Pending')
        .map((member) => `${by} counts ${member}, which is not reserved`),
    );
    const paid = [...truth.lapsed].flatMap(([by, members]) =>
      members
        .filter((id) => {
          const order = truth.orders.get(id);
          return !order || isOrderConfirmed(order);
        })
        .map((id) => `${by} counts ${id} as not paid, but it is valid or does not exist`),
    );
    const missing = [...truth.orders.values()]
      .filter(({ id, userId, status }) => {
        const own = truth.kept.get(`account:${userId}`) ?? [];
        return status === 'Payment Pending' && !own.some((member) => member.startsWith(`${id}:`));
      })
      .map(({ id }) => `${id} is reserved, but its account does not count it`);
    return { checked: truth.orders.size + counted.length, violations: [...stale, ...paid, ...missing] };
  },

  'A code belongs to at most one order, and to no cancelled or failed one': ({ truth, environment }) => {
    const used = [...truth.orders.values()].filter(reservesCode);
    return each(environment.codes, (code) => {
      const holders = used.filter(({ discount }) => discount?.code === code).map(({ id }) => id);
      const noted = truth.codeOrders.get(code);
      const isRight = holders.length <= 1 && noted === holders[0];
      return !isRight && `${code}: held by ${holders.join(', ') || 'none'}, noted for ${noted}`;
    });
  },

  'An account uses at most one code, and so does a phone number': ({ truth }) => {
    const holders = [...truth.orders.values()].filter(reservesCode);
    const repeated = (who: (order: Order) => string) =>
      [...Map.groupBy(holders, who)]
        .filter(([, orders]) => orders.length > 1)
        .map(([name, orders]) => `${name} uses codes in ${orders.map(({ id }) => id).join(', ')}`);
    return {
      checked: holders.length,
      violations: [...repeated(({ userId }) => userId), ...repeated(({ address }) => address.phone)],
    };
  },
};
