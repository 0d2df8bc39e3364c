/** Orders and carts. */
import { rowFrom } from '../../../../netlify/storage/order-index.ts';
import { orderMessages } from '../../../../src/contract/messages/orders.ts';
import { isOrderConfirmed, type Order, shortOrderId } from '../../../../src/domain/order.ts';
import { reservationEnd } from '../../../../src/domain/stock-reservation.ts';
import { tabsOf } from '../../../../src/domain/order-tabs.ts';
import { MINUTE_MS } from '../../../../src/domain/time-units.ts';
import type { GroundTruth } from '../ground-truth.ts';
import type { Attempt, LoggedCall, ClientLog } from '../client-log.ts';
import { each, type Rules, placements, orderOf, linesOf, wasPlaced } from './rule.ts';

/** Clocks of processes are up to 14 minutes apart, and after the faults the job runs at set times (settle.ts). */
const LATE_MS = 30 * MINUTE_MS;

/** An answer that confirms this order. */
const isPlaced = ({ route, code, by }: LoggedCall) =>
  by === 'shop' &&
  code === null &&
  ['order.place', 'order.verifyRazorpay', 'order.verifyStripe'].includes(route);

const hasPlaced = (userId: string, { orders }: GroundTruth) =>
  [...orders.values()].some((order) => order.userId === userId && wasPlaced(order));

/**
 * Whether its pieces left the cart for good. Three kinds of orders may be ordered once more: one whose money went back;
 * one that its shopper was told is not paid and that was paid late, in its own window or by a slow bank; and one that its
 * shopper read is paid before ordering the same pieces again.
 */
function isOfItsCart(order: Order, { calls }: ClientLog): boolean {
  const { id, history, status, paymentMethod, payment } = order;
  const isSentBack = status === 'Cancelled' && paymentMethod !== 'cod';
  const placed = history.findIndex((entry) => entry.status === 'Order Placed');
  const isDenied = calls.some(({ orderId, code }) => orderId === id && code === 'not-paid');
  const isPaidLate = payment !== null && (isDenied || history[placed - 1]?.status === 'Payment Failed');
  const isAskedAbout = calls.some(
    ({ by, message }) => by === 'shop' && message === orderMessages.paidMeanwhile(shortOrderId(id)),
  );
  return wasPlaced(order) && !isSentBack && !isPaidLate && !isAskedAbout;
}

/** The calls of these attempts and their answers, to find the cause. */
function storyOf(attempts: readonly Attempt[], { calls }: ClientLog): string {
  const keys = attempts.map(({ key }) => key);
  const shopper = attempts[0]?.shopper;
  const own = calls.filter((one) => one.shopper === shopper && one.route.startsWith('order.'));
  const first = Math.min(...own.map(({ askedAt }) => askedAt));
  return own
    .filter(({ key }) => key === null || keys.includes(key))
    .map((one) => {
      const tab = one.key === null ? '' : ` (request ${keys.indexOf(one.key) + 1})`;
      const what = [one.route + tab, one.by, one.status, one.code, one.orderId?.slice(-6)];
      return `${one.askedAt - first}–${one.at - first} ms ${what.filter((part) => part !== null).join(' ')}`;
    })
    .join('; ');
}

export const orderRules: Rules = {
  'The staff’s list shows the current state of every order': ({ truth: { orders, staffList } }) =>
    each(orders.values(), (order) => {
      const row = staffList.rows.get(order.id);
      const listed = row === undefined ? null : rowFrom(row);
      if (listed?.status !== order.status || listed.paid !== order.paid) {
        return `${order.id} is ${order.status}, its line says ${listed?.status ?? 'nothing'}`;
      }
      const tabs = [...staffList.tabs].filter(([, ids]) => ids.includes(order.id)).map(([tab]) => tab);
      const isRight = tabs.toSorted().join() === tabsOf(order).toSorted().join();
      return !isRight && `${order.id} is ${order.status} and stands under ${tabs.join(' and ')}`;
    }),

  'No order is lost: every order id of an answer exists, and those reported as placed stand': ({
    truth,
    clientLog,
  }) => {
    const given = clientLog.calls.filter(
      ({ by, code, orderId }) => by === 'shop' && code === null && orderId !== null,
    );
    return each(given, (call) => {
      const order = truth.orders.get(call.orderId ?? '');
      if (!order) return `${call.orderId} of ${call.route} is not there`;
      const isFine = !isPlaced(call) || isOrderConfirmed(order) || order.status === 'Cancelled';
      return !isFine && `${order.id} was reported as placed by ${call.route} and is ${order.status}`;
    });
  },

  'No order is duplicated: one key makes one order, no piece of a cart is ordered twice, and every order was requested':
    ({ truth, clientLog }) => {
      const violations: string[] = [];
      for (const [key, calls] of Map.groupBy(
        clientLog.calls.filter(
          (one) => placements.includes(one.route) && one.code === null && one.by === 'shop',
        ),
        ({ key: of }) => of ?? '',
      )) {
        const ids = new Set(calls.map(({ orderId }) => orderId));
        if (ids.size > 1) violations.push(`Key ${key} was answered with ${[...ids].join(' and ')}`);
      }
      const asked = new Set(clientLog.attempts.flatMap((attempt) => orderOf(attempt, truth)?.id ?? []));
      for (const id of truth.orders.keys()) if (!asked.has(id)) violations.push(`${id} was not requested`);
      let checked = truth.orders.size;
      for (const [shopper, attempts] of Map.groupBy(clientLog.attempts, ({ shopper: of }) => String(of))) {
        const users = new Set(attempts.map(({ userId }) => userId));
        const orders = [...truth.orders.values()].filter(({ userId }) => users.has(userId));
        const pieces = new Map<string, number>();
        for (const order of orders.filter((order) => isOfItsCart(order, clientLog))) {
          for (const [line, quantity] of linesOf(order)) pieces.set(line, (pieces.get(line) ?? 0) + quantity);
        }
        checked += pieces.size;
        for (const [line, quantity] of pieces) {
          const put = clientLog.addedToCart.get(`${shopper} ${line}`) ?? 0;
          if (quantity > put)
            violations.push(
              `Shopper ${shopper} put ${put} of ${line} into the cart and has ordered ${quantity}: ${storyOf(attempts, clientLog)}`,
            );
        }
      }
      return { checked, violations };
    },

  'Every order matches its request: shopper, lines and amount, and it is in both lists': ({
    truth,
    clientLog,
  }) => {
    const { all, own } = truth.listed;
    const made = clientLog.attempts.flatMap((attempt) => {
      const order = orderOf(attempt, truth);
      return order ? [{ attempt, order }] : [];
    });
    const violations = made.flatMap(({ attempt, order }) => {
      const [asked, ordered] = [attempt.lines, linesOf(order)].map((lines) => lines.toSorted().join());
      return [
        ...(order.userId === attempt.userId ? [] : [`${order.id} is another shopper's`]),
        ...(order.totalPaise === attempt.amountPaise
          ? []
          : [`${order.id} costs ${order.totalPaise}, agreed were ${attempt.amountPaise}`]),
        ...(asked === ordered ? [] : [`${order.id} holds ${ordered}, asked for were ${asked}`]),
      ];
    });
    for (const { id, userId } of truth.orders.values()) {
      if (!all.includes(id)) violations.push(`${id} is missing from the shop's list`);
      if (!own.get(userId)?.includes(id)) violations.push(`${id} is missing from its shopper's list`);
    }
    for (const id of new Set([all, ...own.values()].flat())) {
      if (!truth.orders.has(id)) violations.push(`${id} is in a list, but does not exist`);
    }
    return { checked: made.length + truth.orders.size, violations };
  },

  'Nothing waits for ever: no unpaid order keeps its reservation, and none is watched': ({ truth }) =>
    each(
      truth.orders.values(),
      ({ id, status, reservedUntil }) => status === 'Payment Pending' && `${id} until ${reservedUntil}`,
    ),

  'No order keeps its pieces unpaid for longer than 60 minutes after it first had them': ({ truth }) => {
    const kept = [...truth.orders.values()].flatMap((order) =>
      order.history.flatMap(({ status, at }, place) => {
        const end = order.history[place + 1];
        return status === 'Payment Pending' && end ? [{ order, from: at, to: end.at }] : [];
      }),
    );
    return each(kept, ({ order, from, to }) => {
      const isLate = to > Math.max(reservationEnd(order), from) + LATE_MS;
      return isLate && `${order.id} for ${Math.round((to - from) / MINUTE_MS)} minutes`;
    });
  },

  'No cart line is lost: the server has every line that the browser shows': ({ truth, clientLog }) => {
    const shown = clientLog.accounts
      .filter(({ userId }) => !hasPlaced(userId, truth))
      .flatMap(({ email, userId, cart }) =>
        Object.entries(cart ?? {}).map(([line, quantity]) => ({ email, userId, line, quantity })),
      );
    return each(shown, ({ email, userId, line, quantity }) => {
      const there = truth.carts.get(userId)?.[line.replace('/', ':')] ?? 0;
      return there < quantity && `${email}: ${there} of ${line} there, ${quantity} shown`;
    });
  },
};
