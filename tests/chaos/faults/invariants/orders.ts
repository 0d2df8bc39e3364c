/** Orders and carts. */
import { rowFrom } from '../../../../netlify/storage/order-index.ts';
import { orderMessages } from '../../../../src/contract/messages/orders.ts';
import { shortOrderId, stands, type Order } from '../../../../src/domain/order.ts';
import { tabsOf } from '../../../../src/domain/order-tabs.ts';
import type { Truth } from '../ground-truth.ts';
import type { Told, Witness } from '../client-log.ts';
import { type Rules, placements, type Attempt, orderOf, linesOf, wasPlaced } from './rule.ts';

/** An answer that says that this order stands. */
const isPlaced = ({ route, code, by }: Told) =>
  by === 'shop' &&
  code === null &&
  ['order.place', 'order.verifyRazorpay', 'order.verifyStripe'].includes(route);

const hasPlaced = (userId: string, { orders }: Truth) =>
  [...orders.values()].some((order) => order.userId === userId && wasPlaced(order));

/**
 * Whether its pieces came out of the cart for good. Three kinds of orders may be ordered once more: one whose money went
 * back, one that its shopper was told is not paid and that was paid late, in its own window or by a slow bank, and one
 * that its shopper read is paid before they wanted the same pieces again.
 */
function isOfItsCart(order: Order, { told }: Witness): boolean {
  const { id, history, status, paymentMethod, payment } = order;
  const isSentBack = status === 'Cancelled' && paymentMethod !== 'cod';
  const placed = history.findIndex((entry) => entry.status === 'Order Placed');
  const isDenied = told.some(({ orderId, code }) => orderId === id && code === 'not-paid');
  const isPaidLate = payment !== null && (isDenied || history[placed - 1]?.status === 'Payment Failed');
  const isAskedAbout = told.some(
    ({ by, message }) => by === 'shop' && message === orderMessages.paidMeanwhile(shortOrderId(id)),
  );
  return wasPlaced(order) && !isSentBack && !isPaidLate && !isAskedAbout;
}

/** What was asked and answered about these requests, for whoever looks for the cause. */
function storyOf(attempts: readonly Attempt[], { told }: Witness): string {
  const keys = attempts.map(({ key }) => key);
  const shopper = attempts[0]?.shopper;
  const own = told.filter((one) => one.shopper === shopper && one.route.startsWith('order.'));
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
  'The staff’s list says of every order what the order says': ({ truth: { orders, staffList } }) => {
    const broken: string[] = [];
    for (const order of orders.values()) {
      const row = staffList.rows.get(order.id);
      const told = row === undefined ? null : rowFrom(row);
      const tabs = [...staffList.tabs].filter(([, ids]) => ids.includes(order.id)).map(([tab]) => tab);
      if (told?.status !== order.status || told.paid !== order.paid) {
        broken.push(`${order.id} is ${order.status}, its line says ${told?.status ?? 'nothing'}`);
      }
      if (tabs.toSorted().join() !== tabsOf(order).toSorted().join()) {
        broken.push(`${order.id} is ${order.status} and stands under ${tabs.join(' and ')}`);
      }
    }
    return { looked: orders.size, broken };
  },

  'No order is lost: every order id that a shopper was told is there, and those that were told as placed stand':
    ({ truth, witness }) => {
      const given = witness.told.filter(
        ({ by, code, orderId }) => by === 'shop' && code === null && orderId !== null,
      );
      const broken = given.flatMap((told) => {
        const order = truth.orders.get(told.orderId ?? '');
        if (!order) return [`${told.orderId} of ${told.route} is not there`];
        const isFine = !isPlaced(told) || stands(order) || order.status === 'Cancelled';
        return isFine ? [] : [`${order.id} was told as placed by ${told.route} and is ${order.status}`];
      });
      return { looked: given.length, broken };
    },

  'No order is doubled: one key makes one order, no piece of a cart is ordered twice, and every order was asked for':
    ({ truth, witness }) => {
      const broken: string[] = [];
      for (const [key, told] of Map.groupBy(
        witness.told.filter(
          (one) => placements.includes(one.route) && one.code === null && one.by === 'shop',
        ),
        ({ key: of }) => of ?? '',
      )) {
        const ids = new Set(told.map(({ orderId }) => orderId));
        if (ids.size > 1) broken.push(`Key ${key} was answered with ${[...ids].join(' and ')}`);
      }
      const asked = new Set(witness.attempts.flatMap((attempt) => orderOf(attempt, truth)?.id ?? []));
      for (const id of truth.orders.keys()) if (!asked.has(id)) broken.push(`${id} was asked for by nobody`);
      let looked = truth.orders.size;
      for (const [shopper, attempts] of Map.groupBy(witness.attempts, ({ shopper: of }) => String(of))) {
        const users = new Set(attempts.map(({ userId }) => userId));
        const orders = [...truth.orders.values()].filter(({ userId }) => users.has(userId));
        const pieces = new Map<string, number>();
        for (const order of orders.filter((order) => isOfItsCart(order, witness))) {
          for (const [line, quantity] of linesOf(order)) pieces.set(line, (pieces.get(line) ?? 0) + quantity);
        }
        looked += pieces.size;
        for (const [line, quantity] of pieces) {
          const put = witness.puts.get(`${shopper} ${line}`) ?? 0;
          if (quantity > put)
            broken.push(
              `Shopper ${shopper} put ${put} of ${line} into the cart and has ordered ${quantity}: ${storyOf(attempts, witness)}`,
            );
        }
      }
      return { looked, broken };
    },

  'Every order is what was asked for: shopper, lines and amount, and it stands in both lists': ({
    truth,
    witness,
  }) => {
    const { all, own } = truth.listed;
    const made = witness.attempts.flatMap((attempt) => {
      const order = orderOf(attempt, truth);
      return order ? [{ attempt, order }] : [];
    });
    const broken = made.flatMap(({ attempt, order }) => {
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
      if (!all.includes(id)) broken.push(`${id} is missing from the shop's list`);
      if (!own.get(userId)?.includes(id)) broken.push(`${id} is missing from its shopper's list`);
    }
    for (const id of new Set([all, ...own.values()].flat())) {
      if (!truth.orders.has(id)) broken.push(`${id} stands in a list, and is not there`);
    }
    return { looked: made.length + truth.orders.size, broken };
  },

  'Nothing waits for ever: no order is unpaid and kept, none is watched': ({ truth }) => {
    const kept = [...truth.orders.values()].filter(({ status }) => status === 'Payment Pending');
    return {
      looked: truth.orders.size,
      broken: kept.map(({ id, reservedUntil }) => `${id} until ${reservedUntil}`),
    };
  },

  'Nothing that was put into a cart is lost: what the browser shows is at the server, and no less': ({
    truth,
    witness,
  }) => {
    const shown = witness.accounts
      .filter(({ userId }) => !hasPlaced(userId, truth))
      .flatMap(({ email, userId, cart }) =>
        Object.entries(cart ?? {}).map(([line, quantity]) => ({ email, userId, line, quantity })),
      );
    const broken = shown.flatMap(({ email, userId, line, quantity }) => {
      const there = truth.carts.get(userId)?.[line.replace('/', ':')] ?? 0;
      return there >= quantity ? [] : [`${email}: ${there} of ${line} there, ${quantity} shown`];
    });
    return { looked: shown.length, broken };
  },
};
