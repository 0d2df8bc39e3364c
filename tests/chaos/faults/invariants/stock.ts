/** Stock and discount codes. */
import { addedSums, sumsOfOrder } from '../../../../src/domain/order-sums.ts';
import { partsOfVariant } from '../../../../netlify/storage/keys.ts';
import { isOpenCash } from '../../../../src/domain/cash-order.ts';
import { isOrderConfirmed, type Order } from '../../../../src/domain/order.ts';
import { reservesCode } from '../../../../src/domain/refund.ts';
import { cashOnDelivery } from '../../../../src/domain/order-limits.ts';
import { soldProblems, stockProblems } from '../stock-checks.ts';
import type { Rules } from './rule.ts';
import { stockAddedByStaff } from './staff.ts';

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
    const right = new Map<string, number>(
      addedSums(
        [],
        [...truth.orders.values()].flatMap((order) => sumsOfOrder(order)),
      ).map((sum) => [`${sum.book} ${sum.field}`, sum.by]),
    );
    const found = new Map<string, number>(
      [...truth.sums].flatMap(([book, sums]) =>
        [...sums].map(([field, by]) => [`${book} ${field}`, by] as const),
      ),
    );
    const fields = [...new Set([...right.keys(), ...found.keys()])];
    const violations = fields
      .filter((field) => (right.get(field) ?? 0) !== (found.get(field) ?? 0))
      .map(
        (field) => `${field}: ${found.get(field) ?? 0}, but the orders add up to ${right.get(field) ?? 0}`,
      );
    return { checked: fields.length, violations };
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
    const violations = environment.codes.flatMap((code) => {
      const holders = [...truth.orders.values()].filter(
        (order) => reservesCode(order) && order.discount?.code === code,
      );
      const noted = truth.codeOrders.get(code);
      const isRight = holders.length <= 1 && noted === holders[0]?.id;
      return isRight
        ? []
        : [`${code}: held by ${holders.map(({ id }) => id).join(', ') || 'none'}, noted for ${noted}`];
    });
    return { checked: environment.codes.length, violations };
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
