import { describe, expect, test } from 'vitest';
import { dueOf, gstSummaryFrom, gstSumsOf } from '../../src/domain/gst-summary.ts';
import { withDocuments } from '../../src/domain/invoice.ts';
import { type Order, withStatus } from '../../src/domain/order.ts';
import { addedSums, courierCashFrom, owedPaise, sumsOfOrder } from '../../src/domain/order-sums.ts';
import { salesByDay, salesLineOf, salesLinesFrom, type SalesLine, sum } from '../../src/domain/sales.ts';
import { withRefund } from '../../src/domain/refund.ts';
import { anOrder, wantedRefund, supplier } from '../support/orders.ts';

/** 23 November 2026, noon in India. */
const at = Date.UTC(2026, 10, 23, 6, 30);

const placed = anOrder({ placedAt: at });
const shipped: Order = {
  ...withStatus(withStatus(placed, 'Processing', at), 'Shipped', at),
  shipment: { courier: 'Delhivery', trackingNumber: '1' },
};

/** The fields of one hash. */
const bookOf = (order: Order, book: string) =>
  new Map(sumsOfOrder(order).flatMap((each) => (each.book === book ? [[each.field, each.by]] : [])));

describe('pieces of an order', () => {
  test('are reserved while its payment is awaited, unshipped until it is shipped, and sold while it is placed', () => {
    const booksOf = (order: Order) =>
      sumsOfOrder(order).flatMap(({ book, field }) => (field === 'tee:M' ? book : []));
    expect(booksOf(anOrder({ status: 'Payment Pending' }))).toEqual(['reserved']);
    expect(booksOf(placed)).toEqual(['unshipped', 'sold']);
    expect(booksOf(shipped)).toEqual(['sold']);
    expect(booksOf(withStatus(placed, 'Cancelled', at))).toEqual([]);
    expect(booksOf(anOrder({ status: 'Payment Failed' }))).toEqual([]);
  });
});

describe('open work of the owner', () => {
  test('is counted by status, and all failed refunds of an order count once', () => {
    const twice = withRefund(withRefund(placed, wantedRefund), wantedRefund);
    const failure = { at: 1, why: '', isProviders: true };
    const order = { ...twice, refunds: twice.refunds.map((refund) => ({ ...refund, failure })) };
    expect(Object.fromEntries(bookOf(order, 'states'))).toEqual({ 'Order Placed': 1, 'refund failed': 1 });
  });
});

describe('cash on delivery', () => {
  const delivered: Order = { ...withStatus(shipped, 'Delivered', at), paid: true };
  const none = new Map<string, number>();
  const cashOf = (order: Order, received: ReadonlyMap<string, number> = none) =>
    courierCashFrom(bookOf(order, 'cash'), bookOf(order, 'collected'), received);

  test('is on its way from shipping until delivery, and owed by the courier until it is written down', () => {
    const { totalPaise } = placed;
    const none = { orders: 0, paise: 0, collectedPaise: 0, receivedPaise: 0 };
    expect(cashOf(placed)).toEqual([]);
    expect(cashOf(shipped)).toEqual([{ ...none, courier: 'Delhivery', orders: 1, paise: totalPaise }]);
    expect(cashOf(delivered)).toEqual([{ ...none, courier: 'Delhivery', collectedPaise: totalPaise }]);
    const [part] = cashOf(delivered, new Map([['delhivery', 4_000]]));
    expect(part && owedPaise(part)).toBe(totalPaise - 4_000);
    expect(cashOf({ ...delivered, paymentMethod: 'stripe' })).toEqual([]);
  });

  test('of orders that older sums count is added by the difference', () => {
    const added = addedSums(sumsOfOrder(delivered, 2), sumsOfOrder(delivered));
    expect(added.map(({ book }) => book)).toEqual(['collected', 'collected']);
  });

  test('of one courier is one line, however its name was typed', () => {
    const sumsOf = (name: string) => ({ [`orders ${name}`]: name.length, [`paise ${name}`]: 100 });
    const book = (names: readonly string[]) => new Map(names.flatMap((name) => Object.entries(sumsOf(name))));
    const cash = courierCashFrom(book(['delhivery', 'Blue Dart']), book(['Delhivery  ', 'DELHIVERY']), none);
    expect(cash).toEqual([
      { courier: 'Delhivery  ', orders: 9, paise: 100, collectedPaise: 200, receivedPaise: 0 },
      { courier: 'Blue Dart', orders: 9, paise: 100, collectedPaise: 0, receivedPaise: 0 },
    ]);
  });

  test('is not listed for a courier that owes nothing, and the highest amount is first', () => {
    const ofTwo = { 'orders A': 0, 'paise A': 0, 'orders B': 1, 'paise B': 5 };
    const sums = new Map(Object.entries({ ...ofTwo, 'orders C d': 2, 'paise C d': 9 }));
    expect(courierCashFrom(sums, none, none).map(({ courier }) => courier)).toEqual(['C d', 'B']);
  });
});

describe('the sales of a month', () => {
  test('can be read from the sums as the lines that were added', () => {
    expect(salesLinesFrom(bookOf(placed, 'sales:2026-11'))).toEqual([
      {
        day: '2026-11-23',
        method: 'cod',
        orders: 1,
        pieces: 1,
        grossPaise: 9_000,
        discountPaise: 0,
        feePaise: 1_000,
        refundsPaise: 0,
        netPaise: 10_000,
      },
    ]);
  });
});

describe('the GST of a month', () => {
  test('is the invoiced amount minus credits, by state and rate', () => {
    const coat = {
      productId: 'coat',
      name: 'Coat',
      pricePaise: 5_000_00,
      picture: '',
      size: 'M',
      quantity: 1,
    };
    const [subtotalPaise, totalPaise] = [5_090_00, 5_100_00];
    const two = { ...shipped, items: [...shipped.items, coat], subtotalPaise, totalPaise };
    const invoiced = withDocuments(two, at, supplier);
    const back = withDocuments(withStatus(invoiced, 'Cancelled', at), at, supplier);
    const summary = (order: Order) =>
      gstSummaryFrom(new Map(gstSumsOf(order).map(([, field, by]) => [field, by])));
    const { rows, ...numbers } = summary(invoiced);
    expect(numbers).toEqual({ invoices: 1, creditNotes: 0 });
    expect(rows.map(({ state, stateCode, rate }) => [state, stateCode, rate])).toEqual([
      ['Karnataka', '29', 5],
      ['Karnataka', '29', 18],
    ]);
    expect(rows.reduce((sum, row) => sum + dueOf(row).totalPaise, 0)).toBe(totalPaise);
    expect(summary(back).creditNotes).toBe(1);
    expect(summary(back).rows.map((row) => dueOf(row).totalPaise)).toEqual([0, 0]);
  });
});

describe('a change', () => {
  test('adds only the difference, and nothing for unchanged values', () => {
    const difference = addedSums(sumsOfOrder(placed), sumsOfOrder(withStatus(placed, 'Processing', at)));
    expect(difference).toEqual([
      { book: 'states', field: 'Order Placed', by: -1 },
      { book: 'states', field: 'Processing', by: 1 },
    ]);
    expect(addedSums(sumsOfOrder(placed), sumsOfOrder(placed))).toEqual([]);
  });
});

describe('takings', () => {
  const payment = { provider: 'stripe', id: 'pi_1', amountPaise: 9_100, at } as const;
  const discount = { code: 'TAANA-0000-0000', percent: 10, paise: 900 };
  const paid = anOrder({ placedAt: at, paymentMethod: 'stripe', payment, discount });
  const order = withRefund(paid, { ...wantedRefund, amountPaise: 100, at });

  test('are goods minus discount and refunds, plus the fee, and add up', () => {
    const line = salesLineOf(order) as SalesLine;
    expect(line).toMatchObject({ grossPaise: 9_000, discountPaise: 900, refundsPaise: 100, netPaise: 9_000 });
    expect(sum([line, line])).toMatchObject({ orders: 2, pieces: 2, feePaise: 2_000, netPaise: 18_000 });
    expect(salesLineOf(anOrder({ status: 'Payment Failed' }))).toBeNull();
  });

  test('are listed by day, then by method, and days without orders are left out', () => {
    const names = ['2026-11-23 stripe', '2026-11-22 stripe', '2026-11-23 cod', '2026-11-23 barter'];
    const sums = new Map(names.map((name) => [`${name} orders`, 1]));
    const lines = salesLinesFrom(sums.set('2026-11-21 cod orders', 0));
    expect(lines.map(({ day, method }) => `${day} ${method}`)).toEqual([
      '2026-11-22 stripe',
      '2026-11-23 cod',
      '2026-11-23 stripe',
    ]);
    expect([...lines].reverse().sort(salesByDay)).toEqual(lines);
  });
});
