/** What shoppers and the owner were told. */
import { messageId } from '../../../../netlify/email/transport.ts';
import { emailName } from '../../../../netlify/storage/email-outbox.ts';
import { orderMessages } from '../../../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../../../src/contract/messages/payment.ts';
import { stands, type Order, type OrderStatus } from '../../../../src/domain/order.ts';
import { refundStateOf } from '../../../../src/domain/refund.ts';
import { idOfLetter } from '../ground-truth.ts';
import { type Rules, placements, orderOf, linesOf, wasPlaced } from './rule.ts';

/** `notPaid` and `failed` say it by the cart that is as it was. */
const saysNothingCharged = (message: string) =>
  message.includes('Nothing was charged') ||
  message === paymentMessages.notPaid ||
  message === paymentMessages.failed;

export const toldRules: Rules = {
  'Whoever was told that nothing was charged was not, by an answer, a notification or a letter': ({
    truth,
    witness,
  }) => {
    const byReference = new Map(
      [...truth.orders.values()].flatMap((order) => order.references.map(({ id }) => [id, order] as const)),
    );
    const byKey = new Map(witness.attempts.map((attempt) => [attempt.key, orderOf(attempt, truth)]));
    const answers = witness.told
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
    const told = [...answers, ...news];
    const broken = told.flatMap(({ order, since, what }) => {
      const before = truth.ledger.filter(({ orderId, at }) => orderId === order.id && Date.parse(at) < since);
      const held = before.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
      if (held <= 0) return [];
      const [first = 0] = before.map(({ at }) => since - Date.parse(at)).toSorted((a, b) => b - a);
      const was = order.history.map(({ status }) => status).join(', ');
      return [
        `${order.id} (${was}): ${what}, and ${held} paise were in, ${first} ms before it could be known`,
      ];
    });
    return { looked: told.length, broken };
  },

  'Whoever was refused, or gave a request up, got no order by it': ({ truth, witness }) => {
    const refusals: readonly string[] = [
      ...[
        'out-of-stock',
        'price-changed',
        'code-refused',
        'cash-limit',
        'hold-limit',
        'invalid',
        'key-reused',
      ],
    ];
    const refused = new Map(
      witness.told
        .filter(
          ({ by, route, code }) =>
            by === 'shop' && placements.includes(route) && refusals.includes(code ?? ''),
        )
        .map(({ key, code }) => [key ?? '', code]),
    );
    // One to be paid online may be unpaid then, and is taken over by the request that follows.
    const givenUp = new Set(
      witness.told
        .filter(
          ({ by, route, code, orderId }) => by === 'shop' && route === 'order.giveUp' && !code && !orderId,
        )
        .map(({ key }) => key),
    );
    const ended = witness.attempts.filter(({ key, method }) => givenUp.has(key) && method === 'cod');
    const beside = ended.flatMap((attempt) => {
      const order = orderOf(attempt, truth);
      return order && stands(order) ? [`${attempt.key}: given up, and ${order.id} is ${order.status}`] : [];
    });
    const attempts = witness.attempts.filter(({ key }) => refused.has(key));
    const broken = attempts.flatMap((attempt) => {
      const order = orderOf(attempt, truth);
      // Asked for again under another key, the same cart is the same order until it is paid.
      const isAskedAgain = witness.attempts.some(
        (other) => !refused.has(other.key) && orderOf(other, truth) === order,
      );
      const isWrong = order && !isAskedAgain && (wasPlaced(order) || order.payment);
      return isWrong
        ? [`${attempt.key}: ${refused.get(attempt.key)}, and ${order.id} is ${order.status}`]
        : [];
    });
    return { looked: attempts.length + ended.length, broken: [...broken, ...beside] };
  },

  'What was called sold out could be: all that was ever ordered leaves no more': ({
    truth,
    witness,
    city,
  }) => {
    const ordered = new Map<string, number>();
    for (const order of truth.orders.values()) {
      for (const [line, quantity] of linesOf(order)) ordered.set(line, (ordered.get(line) ?? 0) + quantity);
    }
    const fewest = (line: string) =>
      (city.opening.get(line.replace('/', ':')) ?? 0) - (ordered.get(line) ?? 0);
    const told = witness.told.filter(({ by, code }) => by === 'shop' && code === 'out-of-stock');
    const broken = told.flatMap(({ short, orderId, key, message, route }) => {
      if (short.length > 0) {
        return short
          .filter(({ line, left, asked }) => left >= asked || left < fewest(line))
          .map(
            ({ line, left, asked }) =>
              `${route} said ${left} of ${line} are left for ${asked}, there were ${fewest(line)} at least`,
          );
      }
      const attempt = witness.attempts.find((one) => one.key === key);
      const order = truth.orders.get(orderId ?? '') ?? (attempt && orderOf(attempt, truth));
      if (message !== orderMessages.piecesGone || !order)
        return [`${route} said "${message}" and named no line or order`];
      // What it had ordered itself was there for it again.
      const couldBe = linesOf(order).some(([line]) => fewest(line) < 0);
      return couldBe ? [] : [`${route} said that pieces of ${order.id} are gone, and there were enough`];
    });
    return { looked: told.length, broken };
  },

  'Whoever was told that it is already placed has that order': ({ truth, witness }) => {
    const told = witness.told.filter(({ by, code }) => by === 'shop' && code === 'already-placed');
    const broken = told.flatMap(({ shopper, orderId, key, route }) => {
      const attempt = witness.attempts.find((one) =>
        key === null ? one.shopper === shopper : one.key === key,
      );
      const placed = [...truth.orders.values()].some((order) => {
        if (!wasPlaced(order) || order.userId !== attempt?.userId) return false;
        return key === null
          ? order.id === orderId
          : linesOf(order).toSorted().join() === attempt.lines.toSorted().join();
      });
      return placed
        ? []
        : [`${route} told shopper ${shopper} of an order that never was (${orderId ?? key})`];
    });
    return { looked: told.length, broken };
  },

  "A shopper's list holds every order that they were told of before": ({ witness }) => {
    const lists = witness.told.filter(({ listed }) => listed !== null);
    const broken = lists.flatMap(({ shopper, askedAt, listed }) => {
      const before = witness.told.filter(
        ({ shopper: of, by, code, at, orderId }) =>
          of === shopper && by === 'shop' && code === null && at <= askedAt && orderId !== null,
      );
      const ids = new Set(before.flatMap(({ orderId }) => orderId ?? []));
      return [...ids]
        .filter((id) => !listed?.includes(id))
        .map((id) => `${id} is missing from what shopper ${shopper} sees`);
    });
    return { looked: lists.length, broken };
  },

  'Every change that a shopper must know stands in their notifications, once': ({ truth }) => {
    let looked = 0;
    const broken = [...truth.orders.values()].flatMap((order) => {
      const ids = (truth.notifications.get(order.userId) ?? []).map(({ id }) => id);
      const due = [
        ...order.history
          .filter(({ status }) => status === 'Order Placed' || (status === 'Cancelled' && wasPlaced(order)))
          .map(({ status }) => `${status.toLowerCase().replace(' ', '-')}`),
      ];
      looked += due.length + order.refunds.length;
      const missing = due.filter(
        (name) => !ids.some((id) => id.startsWith(order.id) && id.endsWith(`-${name}`)),
      );
      const unsaid = order.refunds
        .flatMap(newsOfRefund)
        .filter((kind) => !ids.includes(`${order.id}-${kind}`));
      const twice = ids.filter((id, at) => id.startsWith(order.id) && ids.indexOf(id) !== at);
      return [
        ...[...missing, ...unsaid].map((name) => `${order.id}: nothing was said of ${name}`),
        ...twice.map((id) => `${id} was said twice`),
      ];
    });
    return { looked, broken };
  },

  'Every answer of the shop is one of the contract, without a word of its inside': ({ witness }) => {
    const told = witness.told.filter(({ by, breach }) => by === 'shop' || breach !== null);
    return {
      looked: told.length,
      broken: told.flatMap(({ breach, route }) => (breach === null ? [] : [`${route}: ${breach}`])),
    };
  },

  'Every letter that is due was sent, at least once': ({ truth }) => {
    const sent = new Set(truth.mails.map(({ messageId }) => idOfLetter(messageId)));
    let looked = 0;
    const broken = truth.lettersLeft.map((name) => `${name} is still to be sent`);
    for (const order of truth.orders.values()) {
      const kinds = [
        // An unpaid order that another one of its shopper has ended is no news.
        ...(wasPlaced(order) ? newsOfStatus[order.status] : []),
        ...order.refunds.flatMap(newsOfRefund),
        ...newsToOwner(order),
      ];
      looked += kinds.length;
      for (const kind of kinds) {
        if (!sent.has(messageId(emailName({ about: order.id, kind }))))
          broken.push(`${order.id}:${kind} was never sent, it is ${order.status}`);
      }
    }
    return { looked, broken };
  },
};

/** What is sent at the latest when all is quiet: an email that is no longer true is not (email/order-emails). */
const newsOfStatus: Record<OrderStatus, readonly string[]> = {
  ...{ 'Payment Pending': [], 'Payment Failed': [], 'Order Placed': ['placed'] },
  ...{ Processing: ['placed', 'processing'], Shipped: ['placed', 'shipped'] },
  ...{ Delivered: ['delivered'], Cancelled: ['cancelled'] },
};

/** Kinds of letters, and ends of notifications' names, that shoppers get of how a refund ended. */
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
