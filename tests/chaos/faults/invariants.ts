/** What must hold whatever was broken: each rule looks at all of the truth and names everything that breaks it. */
import { messageId } from '../../../netlify/email/message-id.ts';
import { partsOfVariant } from '../../../netlify/storage/keys.ts';
import { emailName } from '../../../netlify/storage/email-outbox.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { isOpenCash } from '../../../src/domain/cash-order.ts';
import { reservesCode, type Order, stands } from '../../../src/domain/order.ts';
import { addedSums, sumsOfOrder } from '../../../src/domain/order-sums.ts';
import {
  canRepeat,
  isFullyRefunded,
  refundablePaise,
  type RefundState,
  refundStateOf,
  sentBackPaise,
} from '../../../src/domain/refund.ts';
import { needsOwner } from '../../../src/domain/payment-settlement.ts';
import { cashOnDelivery } from '../../../src/domain/config.ts';
import { financialYearOf, sumsOf } from '../../../src/domain/tax-document.ts';
import { keyProblems } from './owned-keys.ts';
import { soldProblems, stockProblems } from './pieces.ts';
import { idOfLetter, type Truth } from './ground-truth.ts';
import type { City } from './environment.ts';
import type { Told, Witness } from './client-log.ts';

export interface Finding {
  rule: string;
  /** How many things were looked at. */
  looked: number;
  broken: string[];
}

interface Seen {
  truth: Truth;
  witness: Witness;
  city: Pick<City, 'opening' | 'codes' | 'falsified'>;
  fates: ReturnType<City['hosts']['fates']>;
}

type Rule = (seen: Seen) => Omit<Finding, 'rule'>;

const PLACES = ['order.place', 'order.razorpay', 'order.stripe'];

/** An answer that says that this order stands. */
const isPlaced = ({ route, code, by }: Told) =>
  by === 'shop' &&
  code === null &&
  ['order.place', 'order.verifyRazorpay', 'order.verifyStripe'].includes(route);

type Attempt = Witness['attempts'][number];

/** The order that stands under a request's key. */
const orderOf = ({ userId, key }: Pick<Attempt, 'userId' | 'key'>, { attempts, orders }: Truth) =>
  orders.get(attempts.get(`${userId}:${key}`) ?? '');

const linesOf = ({ items }: Order): [string, number][] =>
  items.map(({ productId, size, quantity }) => [`${productId}/${size}`, quantity]);

const wasPlaced = ({ history }: Order) => history.some(({ status }) => status === 'Order Placed');

const hasPlaced = (userId: string, { orders }: Truth) =>
  [...orders.values()].some((order) => order.userId === userId && wasPlaced(order));

/**
 * Whether its pieces came out of the cart for good. Two kinds of orders leave the cart full, so that it may be ordered once
 * more: one whose money went back, and one that its shopper was told is not paid and that was paid late, in its own window or
 * by a slow bank.
 */
function isOfItsCart(order: Order, { told }: Witness): boolean {
  const { id, history, status, paymentMethod, payment } = order;
  const isSentBack = status === 'Cancelled' && paymentMethod !== 'cod';
  const placed = history.findIndex((entry) => entry.status === 'Order Placed');
  const isDenied = told.some(({ orderId, code }) => orderId === id && code === 'not-paid');
  const isPaidLate = payment !== null && (isDenied || history[placed - 1]?.status === 'Payment Failed');
  return wasPlaced(order) && !isSentBack && !isPaidLate;
}

/** `notPaid` and `failed` say it by the cart that is as it was. */
const saysNothingCharged = (message: string) =>
  message.includes('Nothing was charged') ||
  message === paymentMessages.notPaid ||
  message === paymentMessages.failed;

function grouped<Item>(items: Iterable<Item>, by: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(by(item), [...(groups.get(by(item)) ?? []), item]);
  return groups;
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

const rules: Record<string, Rule> = {
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
      for (const [key, told] of grouped(
        witness.told.filter((one) => PLACES.includes(one.route) && one.code === null && one.by === 'shop'),
        ({ key: of }) => of ?? '',
      )) {
        const ids = new Set(told.map(({ orderId }) => orderId));
        if (ids.size > 1) broken.push(`Key ${key} was answered with ${[...ids].join(' and ')}`);
      }
      const asked = new Set(witness.attempts.flatMap((attempt) => orderOf(attempt, truth)?.id ?? []));
      for (const id of truth.orders.keys()) if (!asked.has(id)) broken.push(`${id} was asked for by nobody`);
      let looked = truth.orders.size;
      for (const [shopper, attempts] of grouped(witness.attempts, ({ shopper: of }) => String(of))) {
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

  'No stock is negative, and none has leaked: opening = on sale + kept for unpaid orders + sold, for every size':
    ({ truth, city }) => ({
      looked: city.opening.size,
      broken: stockProblems([...truth.orders.values()], truth.stock, city.opening),
    }),

  'The running sums are what the orders come to, in every field of every book': ({ truth }) => {
    const right = new Map<string, number>(
      addedSums([], [...truth.orders.values()].flatMap(sumsOfOrder)).map((sum) => [
        `${sum.book} ${sum.field}`,
        sum.by,
      ]),
    );
    const found = new Map<string, number>(
      [...truth.sums].flatMap(([book, sums]) =>
        [...sums].map(([field, by]) => [`${book} ${field}`, by] as const),
      ),
    );
    const fields = [...new Set([...right.keys(), ...found.keys()])];
    const broken = fields
      .filter((field) => (right.get(field) ?? 0) !== (found.get(field) ?? 0))
      .map((field) => `${field}: ${found.get(field) ?? 0}, and the orders come to ${right.get(field) ?? 0}`);
    return { looked: fields.length, broken };
  },

  'What counts as sold is what standing orders hold': ({ truth, city }) => {
    const ids = new Set([...city.opening.keys()].map((field) => partsOfVariant(field).productId));
    return { looked: ids.size, broken: soldProblems([...truth.orders.values()], truth.sold, ids) };
  },

  'Open orders on delivery are counted, each once, and no account has more than it may': ({ truth }) => {
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
        ...missing.map(({ id }) => `${id} is open on delivery, and its account does not count it`),
        ...(orders.length > most ? [`${userId} has ${orders.length} open orders on delivery`] : []),
      ];
    });
    return { looked: open.length, broken: [...stale, ...own] };
  },

  'Pieces kept for online payments are counted as long as they are kept, and no order that stands as unpaid':
    ({ truth }) => {
      const counted = [...truth.kept, ...truth.lapsed].flatMap(([, members]) => members);
      const stale = [...truth.kept].flatMap(([by, members]) =>
        members
          .filter((member) => truth.orders.get(member.split(':')[0] ?? '')?.status !== 'Payment Pending')
          .map((member) => `${by} counts ${member}, which is not kept`),
      );
      const paid = [...truth.lapsed].flatMap(([by, members]) =>
        members
          .filter((id) => {
            const order = truth.orders.get(id);
            return !order || stands(order);
          })
          .map((id) => `${by} counts ${id} as not paid, and it stands or is not there`),
      );
      const missing = [...truth.orders.values()]
        .filter(({ id, userId, status }) => {
          const own = truth.kept.get(`account:${userId}`) ?? [];
          return status === 'Payment Pending' && !own.some((member) => member.startsWith(`${id}:`));
        })
        .map(({ id }) => `${id} is kept, and its account does not count it`);
      return { looked: truth.orders.size + counted.length, broken: [...stale, ...paid, ...missing] };
    },

  'Nothing waits for ever: no order is unpaid and kept, none is watched': ({ truth }) => {
    const kept = [...truth.orders.values()].filter(({ status }) => status === 'Payment Pending');
    return {
      looked: truth.orders.size,
      broken: kept.map(({ id, reservedUntil }) => `${id} until ${reservedUntil}`),
    };
  },

  'Money in = paid orders − refunds, for each order, at each provider': ({ truth }) => {
    const entries = grouped(truth.ledger, ({ provider, orderId }) => `${provider} ${orderId}`);
    const names = new Set([
      ...entries.keys(),
      ...[...truth.orders.values()].flatMap(({ id, payment }) =>
        payment ? [`${payment.provider} ${id}`] : [],
      ),
    ]);
    const broken = [...names].flatMap((name) => {
      const [provider, id = ''] = name.split(' ');
      const held = (entries.get(name) ?? []).reduce((sum, { amountPaise }) => sum + amountPaise, 0);
      const order = truth.orders.get(id);
      const owed = order ? keptPaise(order, provider) : 0;
      return held === owed
        ? []
        : [`${name} (${order?.status}): ${held} paise are there, ${owed} belong there`];
    });
    return { looked: names.size, broken };
  },

  'An order that stands and is paid online has its money, one that does not has none': ({ truth }) => {
    const broken = [...truth.orders.values()].flatMap(
      ({ id, status, paid, payment, totalPaise, paymentMethod }) => {
        if (payment && payment.amountPaise !== totalPaise)
          return [`${id} is paid ${payment.amountPaise} of ${totalPaise}`];
        const isOnline = paymentMethod !== 'cod';
        if (isOnline && stands({ status }) && !(paid && payment)) return [`${id} stands unpaid`];
        if (!stands({ status }) && status !== 'Cancelled' && payment)
          return [`${id} is ${status} and has a payment`];
        return [];
      },
    );
    return { looked: truth.orders.size, broken };
  },

  "Every refund that is wanted was made, once, and its end is the provider's word": ({ truth }) => {
    const wanted = [...truth.orders.values()].flatMap(({ id, refunds }) =>
      refunds.map((refund) => ({ id, ...refund })),
    );
    const broken = wanted.flatMap((refund) => {
      const { id, key, provider } = refund;
      const made = truth.refunds.filter((one) => one.key === key && one.provider === provider);
      const state = refundStateOf(refund);
      return isRight(state, made, refund.amountPaise)
        ? []
        : [`${id} ${key} is ${state}, and at ${provider} ${made.map(({ status }) => status).join(' and ')}`];
    });
    const keys = new Set(wanted.map(({ key }) => key));
    const payments = new Set(
      [...truth.orders.values()].flatMap(({ payment, refunds }) => [
        ...(payment ? [payment.id] : []),
        ...refunds.map(({ paymentId }) => paymentId),
      ]),
    );
    for (const { id, key, paymentId, status } of truth.refunds) {
      // What went back on a dashboard, whole and before the shop had heard of the money, is nothing to it.
      const isOurs = key !== id || (payments.has(paymentId) && status !== 'failed');
      if (isOurs && !keys.has(key)) broken.push(`${id} was wanted by nobody`);
    }
    return { looked: wanted.length, broken };
  },

  'A contested payment marks its order, as the bank decides': ({ truth }) => {
    const broken = truth.disputes.flatMap(({ id, paymentId, status }) => {
      const order = [...truth.orders.values()].find(({ payment }) => payment?.id === paymentId);
      const state = order?.disputes?.find((dispute) => dispute.id === id)?.state;
      const isSame = state === (status === 'won' || status === 'lost' ? status : 'open');
      return !order || isSame
        ? []
        : [`${order.id}: ${id} is ${status}, the order says ${state ?? 'nothing'}`];
    });
    const others = [...truth.orders.values()].flatMap(({ id, disputes = [] }) =>
      disputes
        .filter((dispute) => !truth.disputes.some((one) => one.id === dispute.id))
        .map((dispute) => `${id} says ${dispute.id}, and nobody contests it`),
    );
    return { looked: truth.orders.size, broken: [...broken, ...others] };
  },

  'An order whose money went back before it left the shop is cancelled': ({ truth }) => {
    const paid = [...truth.orders.values()].filter(({ payment }) => payment !== null);
    const here = paid.filter(({ status }) => status === 'Order Placed' || status === 'Processing');
    return {
      looked: paid.length,
      broken: here.filter(isFullyRefunded).map(({ id, status }) => `${id} is ${status}`),
    };
  },

  'What only the owner can end is shown to the owner, and nothing else': ({ truth }) => {
    const broken = [...truth.orders.values()].flatMap((order) => {
      const isShown = truth.needsOwner.includes(order.id);
      return isShown === needsOwner(order) ? [] : [`${order.id} is ${isShown ? 'shown' : 'not shown'}`];
    });
    return { looked: truth.orders.size, broken };
  },

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
          ({ by, route, code }) => by === 'shop' && PLACES.includes(route) && refusals.includes(code ?? ''),
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

  'No forged or old webhook was believed': ({ city: { falsified } }) => ({
    looked: falsified.sent,
    broken: falsified.believed,
  }),

  'Invoices and credit notes are numbered without gap or double in each financial year, and add up': ({
    truth,
  }) => {
    const orders = [...truth.orders.values()];
    const documents = orders.flatMap(({ id, invoice, creditNotes = [] }) => [
      ...(invoice ? [{ ...invoice, member: id, series: 'IN' as const }] : []),
      ...creditNotes.map((note, place) => ({ ...note, member: `${id}:${place}`, series: 'CN' as const })),
    ]);
    const written = grouped(documents, ({ series, issuedAt }) => `${series}:${financialYearOf(issuedAt)}`);
    const broken = [...new Set([...written.keys(), ...truth.series.keys()])].flatMap((name) => {
      const inOrders = (written.get(name) ?? []).map(({ number, member }) => `${number} ${member}`);
      const given = truth.series.get(name) ?? [];
      const numbers = given.map((entry) => Number(entry.split(' ')[0])).sort((a, b) => a - b);
      const isRow = numbers.every((number, at) => number === at + 1);
      return isRow && given.toSorted().join() === inOrders.toSorted().join()
        ? []
        : [`${name}: given were ${given.join(', ')}, written are ${inOrders.join(', ')}`];
    });
    return { looked: documents.length, broken: [...broken, ...orders.flatMap(invoiceProblems)] };
  },

  'A code is held by one order at most, by none that came to nothing': ({ truth, city }) => {
    const broken = city.codes.flatMap((code) => {
      const holders = [...truth.orders.values()].filter(
        (order) => reservesCode(order) && order.discount?.code === code,
      );
      const noted = truth.codeOrders.get(code);
      const isRight = holders.length <= 1 && noted === holders[0]?.id;
      return isRight
        ? []
        : [`${code}: held by ${holders.map(({ id }) => id).join(', ') || 'none'}, noted for ${noted}`];
    });
    return { looked: city.codes.length, broken };
  },

  'A code is used once by an account, and once by a phone number': ({ truth }) => {
    const holders = [...truth.orders.values()].filter(reservesCode);
    const repeated = (who: (order: Order) => string) =>
      [...Map.groupBy(holders, who)]
        .filter(([, orders]) => orders.length > 1)
        .map(([name, orders]) => `${name} uses codes in ${orders.map(({ id }) => id).join(', ')}`);
    return {
      looked: holders.length,
      broken: [...repeated(({ userId }) => userId), ...repeated(({ address }) => address.phone)],
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

  'Every letter that is due was sent, at least once': ({ truth }) => {
    const sent = new Set(truth.mails.map(({ messageId }) => idOfLetter(messageId)));
    let looked = 0;
    const broken = truth.lettersLeft.map((name) => `${name} is still to be sent`);
    for (const order of truth.orders.values()) {
      const kinds = [
        ...(order.history.some(({ status }) => status === 'Order Placed') && order.status !== 'Cancelled'
          ? ['placed']
          : []),
        // An unpaid order that another one of its shopper has ended is no news.
        ...(order.status === 'Cancelled' && wasPlaced(order) ? ['cancelled'] : []),
        ...order.refunds.flatMap(newsOfRefund),
        ...newsToOwner(order),
      ];
      looked += kinds.length;
      for (const kind of kinds) {
        if (!sent.has(messageId(emailName({ about: order.id, kind }))))
          broken.push(`${order.id}:${kind} was never sent`);
      }
    }
    return { looked, broken };
  },

  'No key is left behind without an owner': ({ truth }) => ({
    looked: truth.keys.length,
    broken: keyProblems(truth),
  }),

  'No process of functions ended by itself': ({ fates: { begun, ended } }) => ({
    looked: begun,
    broken: [...ended],
  }),

  'Afterwards the shop sells: somebody new pays in each of the three ways, at the first try': ({
    witness,
  }) => ({
    looked: witness.afterwards.length,
    broken: witness.afterwards.flatMap(({ method, problem }) =>
      problem === null ? [] : [`${method}: ${problem}`],
    ),
  }),
};

/** What a provider must still hold for an order, of all its payments. */
function keptPaise(order: Order, provider?: string): number {
  const { payment, refunds } = order;
  const isOf = (one: string | undefined) => provider === undefined || one === provider;
  // Money that should have gone back and could not is with the shop.
  const stuck = refunds
    .filter((refund) => refund.paymentId !== payment?.id && isOf(refund.provider) && canRepeat(refund))
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return (isOf(payment?.provider) ? refundablePaise(order) : 0) + stuck;
}

function isRight(state: RefundState, made: Truth['refunds'], amountPaise: number): boolean {
  const [one, ...others] = made;
  if (others.length > 0) return false;
  if (state === 'replaced') return one === undefined || one.status === 'failed';
  const isSame = one?.amountPaise === amountPaise;
  if (state === 'done') return isSame && ['processed', 'succeeded'].includes(one.status);
  return state === 'failed' && (one === undefined || one.status === 'failed');
}

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

function invoiceProblems(order: Order): string[] {
  const { id, invoice, creditNotes, payment, totalPaise } = order;
  if (payment && !invoice) return [`${id} is paid and has no invoice`];
  if (!invoice) return [];
  const invoiced = sumsOf(invoice.lines).totalPaise;
  const credited = sumsOf((creditNotes ?? []).flatMap(({ lines }) => lines)).totalPaise;
  const back = sentBackPaise(order);
  const owed = order.status === 'Cancelled' ? invoiced : back;
  return invoiced === totalPaise && credited === owed
    ? []
    : [`${id}: invoiced ${invoiced} of ${totalPaise}, credited ${credited} of ${owed}`];
}

export function findings(seen: Seen): Finding[] {
  return Object.entries(rules).map(([rule, look]) => ({ rule, ...look(seen) }));
}
