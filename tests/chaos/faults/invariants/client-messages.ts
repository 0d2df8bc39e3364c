/** What the answers told shoppers and the owner. */
import { messageId } from '../../../../netlify/email/transport.ts';
import { emailName } from '../../../../netlify/storage/email-outbox.ts';
import { orderMessages } from '../../../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../../../src/contract/messages/payment.ts';
import { isOrderConfirmed, type Order, type OrderStatus } from '../../../../src/domain/order.ts';
import { refundStateOf } from '../../../../src/domain/refund.ts';
import { idOfEmail } from '../ground-truth.ts';
import { each, type Rules, placements, orderOf, linesOf, wasPlaced } from './rule.ts';

/** The texts of `notPaid` and `failed` imply it: they say that the cart is unchanged. */
const saysNothingCharged = (message: string) =>
  message.includes('Nothing was charged') ||
  message === paymentMessages.notPaid ||
  message === paymentMessages.failed;

export const clientMessageRules: Rules = {
  'Nothing was charged if an answer, a notification or an email said so': ({ truth, clientLog }) => {
    const byReference = new Map(
      [...truth.orders.values()].flatMap((order) => order.references.map(({ id }) => [id, order] as const)),
    );
    const byKey = new Map(clientLog.attempts.map((attempt) => [attempt.key, orderOf(attempt, truth)]));
    const answers = clientLog.calls
      .filter(({ message, by }) => by === 'shop' && saysNothingCharged(message))
      .flatMap(({ orderId, reference, key, askedAt, message, route }) => {
        const order =
          truth.orders.get(orderId ?? '') ?? byReference.get(reference ?? '') ?? byKey.get(key ?? '');
        return order ? [{ order, since: askedAt, what: `"${message}" by ${route}` }] : [];
      });
    const news = truth.deniedCharges.flatMap(({ orderId, by, since }) => {
      const order = truth.orders.get(orderId);
      return order ? [{ order, since, what: `"Nothing was charged" by a ${by}` }] : [];
    });
    return each([...answers, ...news], ({ order, since, what }) => {
      const before = truth.ledger.filter(({ orderId, at }) => orderId === order.id && Date.parse(at) < since);
      const held = before.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
      if (held <= 0) return false;
      const [first = 0] = before.map(({ at }) => since - Date.parse(at)).toSorted((a, b) => b - a);
      const was = order.history.map(({ status }) => status).join(', ');
      return `${order.id} (${was}): ${what}, and ${held} paise were in, ${first} ms before it could be known`;
    });
  },

  'A refused or given-up request places no order': ({ truth, clientLog }) => {
    const refusals: readonly string[] = [
      'out-of-stock',
      'price-changed',
      'code-refused',
      'cash-limit',
      'hold-limit',
      'invalid',
      'key-reused',
    ];
    const refused = new Map(
      clientLog.calls
        .filter(
          ({ by, route, code }) =>
            by === 'shop' && placements.includes(route) && refusals.includes(code ?? ''),
        )
        .map(({ key, code }) => [key ?? '', code]),
    );
    // An order to be paid online may be unpaid at that time; the next request takes it over.
    const givenUp = new Set(
      clientLog.calls
        .filter(
          ({ by, route, code, orderId }) => by === 'shop' && route === 'order.giveUp' && !code && !orderId,
        )
        .map(({ key }) => key),
    );
    const ended = clientLog.attempts.filter(({ key, method }) => givenUp.has(key) && method === 'cod');
    const beside = ended.flatMap((attempt) => {
      const order = orderOf(attempt, truth);
      return order && isOrderConfirmed(order)
        ? [`${attempt.key}: given up, and ${order.id} is ${order.status}`]
        : [];
    });
    const attempts = clientLog.attempts.filter(({ key }) => refused.has(key));
    const violations = attempts.flatMap((attempt) => {
      const order = orderOf(attempt, truth);
      // Requested again under another key, the same cart is the same order until it is paid.
      const isAskedAgain = clientLog.attempts.some(
        (other) => !refused.has(other.key) && orderOf(other, truth) === order,
      );
      const isWrong = order && !isAskedAgain && (wasPlaced(order) || order.payment);
      return isWrong
        ? [`${attempt.key}: ${refused.get(attempt.key)}, and ${order.id} is ${order.status}`]
        : [];
    });
    return { checked: attempts.length + ended.length, violations: [...violations, ...beside] };
  },

  'Lines reported as sold out were: all orders leave no more pieces': ({ truth, clientLog, environment }) => {
    const ordered = new Map<string, number>();
    for (const order of truth.orders.values()) {
      for (const [line, quantity] of linesOf(order)) ordered.set(line, (ordered.get(line) ?? 0) + quantity);
    }
    const fewest = (line: string) =>
      (environment.initial.get(line.replace('/', ':')) ?? 0) - (ordered.get(line) ?? 0);
    const calls = clientLog.calls.filter(({ by, code }) => by === 'shop' && code === 'out-of-stock');
    return each(calls, ({ short, orderId, key, message, route }) => {
      if (short.length > 0) {
        return short
          .filter(({ line, left, asked }) => left >= asked || left < fewest(line))
          .map(
            ({ line, left, asked }) =>
              `${route} said ${left} of ${line} are left for ${asked}, there were ${fewest(line)} at least`,
          );
      }
      const attempt = clientLog.attempts.find((one) => one.key === key);
      const order = truth.orders.get(orderId ?? '') ?? (attempt && orderOf(attempt, truth));
      if (message !== orderMessages.piecesGone || !order)
        return `${route} said "${message}" and named no line or order`;
      // Its own reserved pieces were available to it again.
      const couldBe = linesOf(order).some(([line]) => fewest(line) < 0);
      return !couldBe && `${route} said that pieces of ${order.id} are gone, but there were enough`;
    });
  },

  'An order that was reported as already placed exists': ({ truth, clientLog }) => {
    const calls = clientLog.calls.filter(({ by, code }) => by === 'shop' && code === 'already-placed');
    return each(calls, ({ shopper, orderId, key, route }) => {
      const attempt = clientLog.attempts.find((one) =>
        key === null ? one.shopper === shopper : one.key === key,
      );
      const placed = [...truth.orders.values()].some((order) => {
        if (!wasPlaced(order) || order.userId !== attempt?.userId) return false;
        return key === null
          ? order.id === orderId
          : linesOf(order).toSorted().join() === attempt.lines.toSorted().join();
      });
      return (
        !placed && `${route} told shopper ${shopper} of an order that does not exist (${orderId ?? key})`
      );
    });
  },

  "A shopper's list has every order of earlier answers": ({ clientLog }) => {
    const lists = clientLog.calls.filter(({ listed }) => listed !== null);
    return each(lists, ({ shopper, askedAt, listed }) => {
      const before = clientLog.calls.filter(
        ({ shopper: of, by, code, at, orderId }) =>
          of === shopper && by === 'shop' && code === null && at <= askedAt && orderId !== null,
      );
      const ids = new Set(before.flatMap(({ orderId }) => orderId ?? []));
      return [...ids]
        .filter((id) => !listed?.includes(id))
        .map((id) => `${id} is missing from what shopper ${shopper} sees`);
    });
  },

  'Every change for the shopper is in their notifications, once': ({ truth }) => {
    let checked = 0;
    const violations = [...truth.orders.values()].flatMap((order) => {
      const ids = (truth.notifications.get(order.userId) ?? []).map(({ id }) => id);
      const due = order.history
        .filter(({ status }) => status === 'Order Placed' || (status === 'Cancelled' && wasPlaced(order)))
        .map(({ status }) => status.toLowerCase().replace(' ', '-'));
      checked += due.length + order.refunds.length;
      const missing = due.filter(
        (name) => !ids.some((id) => id.startsWith(order.id) && id.endsWith(`-${name}`)),
      );
      const unsaid = order.refunds
        .flatMap(newsOfRefund)
        .filter((kind) => !ids.includes(`${order.id}-${kind}`));
      const twice = ids.filter((id, at) => id.startsWith(order.id) && ids.indexOf(id) !== at);
      return [
        ...[...missing, ...unsaid].map((name) => `${order.id}: no notification ${name}`),
        ...twice.map((id) => `${id} was said twice`),
      ];
    });
    return { checked, violations };
  },

  'Every answer of the shop follows the contract and reveals no internals': ({ clientLog }) => {
    const calls = clientLog.calls.filter(({ by, breach }) => by === 'shop' || breach !== null);
    return each(calls, ({ breach, route }) => breach !== null && `${route}: ${breach}`);
  },

  'Every due email was sent at least once': ({ truth }) => {
    const sent = new Set(truth.mails.map(({ messageId }) => idOfEmail(messageId)));
    let checked = 0;
    const violations = truth.unsentEmails.map((name) => `${name} was not sent`);
    for (const order of truth.orders.values()) {
      const kinds = [
        // An unpaid order that another order of its shopper ended causes no message.
        ...(wasPlaced(order) ? newsOfStatus[order.status] : []),
        ...order.refunds.flatMap(newsOfRefund),
        ...newsToOwner(order),
      ];
      checked += kinds.length;
      for (const kind of kinds) {
        if (!sent.has(messageId(emailName({ about: order.id, kind }))))
          violations.push(`${order.id}:${kind} was never sent, it is ${order.status}`);
      }
    }
    return { checked, violations };
  },
};

/** The latest email that an order's state implies; outdated emails are not sent (email/order-emails). */
const newsOfStatus: Record<OrderStatus, readonly string[]> = {
  'Payment Pending': [],
  'Payment Failed': [],
  'Order Placed': ['placed'],
  Processing: ['placed', 'processing'],
  Shipped: ['placed', 'shipped'],
  Delivered: ['delivered'],
  Cancelled: ['cancelled'],
};

/** Kinds of emails, and suffixes of notification names, about the end of a refund. */
function newsOfRefund(refund: Order['refunds'][number]): string[] {
  const state = refundStateOf(refund);
  if (state === 'replaced') return [];
  return [`${state === 'done' ? 'refunded' : state === 'failed' ? 'refund-failed' : 'refund'}-${refund.key}`];
}

function newsToOwner({ refunds, disputes = [] }: Order): string[] {
  return [
    ...refunds.filter((refund) => refundStateOf(refund) === 'failed').map(({ key }) => `owner-refund-${key}`),
    ...disputes.map(({ id, state }) => `owner-dispute-${state}-${id}`),
  ];
}
