/** What must hold whatever was broken: each rule looks at all of the truth and names everything that breaks it. */
import { letterId } from '../../../netlify/mail/letter-id.ts';
import { partsOfVariant } from '../../../netlify/storage/keys.ts';
import { letterName } from '../../../netlify/storage/letters.ts';
import { orderMessages } from '../../../src/contract/messages/order.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { holdsCode, holdsPieces, type Order, stands } from '../../../src/domain/order.ts';
import { sumsOf } from '../../../src/domain/tax-document.ts';
import { keyProblems } from './owned-keys.ts';
import type { Truth } from './truth.ts';
import type { City } from './street.ts';
import type { Told, Witness } from './witness.ts';

export interface Finding {
  rule: string;
  /** How many things were looked at. */
  looked: number;
  broken: string[];
}

interface Seen {
  truth: Truth;
  witness: Witness;
  city: Pick<City, 'opening' | 'range' | 'codes' | 'falsified'>;
}

type Rule = (seen: Seen) => Omit<Finding, 'rule'>;

const PLACES = ['order.place', 'order.razorpay', 'order.stripe'];

/** An answer that says that this order stands. */
const isPlaced = ({ route, code, by }: Told) =>
  by === 'shop' &&
  code === null &&
  ['order.place', 'order.verifyRazorpay', 'order.verifyStripe'].includes(route);

function grouped<Item>(items: Iterable<Item>, by: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(by(item), [...(groups.get(by(item)) ?? []), item]);
  return groups;
}

/** What was asked and answered about these requests, for whoever looks for the cause. */
function storyOf(attempts: readonly Witness['attempts'][number][], { told }: Witness): string {
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

  'No order is doubled: one key or cart makes one order, and every order was asked for': ({
    truth,
    witness,
  }) => {
    const broken: string[] = [];
    const orderOf = (attempt: Witness['attempts'][number]) =>
      truth.attempts.get(`${attempt.userId}:${attempt.key}`);
    for (const [key, told] of grouped(
      witness.told.filter((one) => PLACES.includes(one.route) && one.code === null && one.by === 'shop'),
      ({ key: of }) => of ?? '',
    )) {
      const ids = new Set(told.map(({ orderId }) => orderId));
      if (ids.size > 1) broken.push(`Key ${key} was answered with ${[...ids].join(' and ')}`);
    }
    const asked = new Set(witness.attempts.flatMap((attempt) => orderOf(attempt) ?? []));
    for (const id of truth.orders.keys()) if (!asked.has(id)) broken.push(`${id} was asked for by nobody`);
    for (const [cart, attempts] of grouped(witness.attempts, ({ cart: of }) => of)) {
      const ids = new Set(attempts.flatMap((attempt) => orderOf(attempt) ?? []));
      const standing = [...ids].filter((id) => {
        const order = truth.orders.get(id);
        return order?.history.some(({ status }) => status === 'Order Placed');
      });
      if (standing.length > 1)
        broken.push(`Cart ${cart} became ${standing.join(' and ')}: ${storyOf(attempts, witness)}`);
    }
    return { looked: truth.orders.size, broken };
  },

  'No stock is negative': ({ truth }) => ({
    looked: truth.stock.size,
    broken: [...truth.stock].filter(([, left]) => left < 0).map(([field, left]) => `${field}: ${left}`),
  }),

  'No stock has leaked: opening = on sale + kept for unpaid orders + sold, for every product and size': ({
    truth,
    city,
  }) => {
    const away = new Map<string, number>();
    for (const order of truth.orders.values()) {
      if (!holdsPieces(order)) continue;
      for (const { productId, size, quantity } of order.items) {
        const field = `${productId}:${size}`;
        away.set(field, (away.get(field) ?? 0) + quantity);
      }
    }
    const broken = [...city.opening].flatMap(([field, opening]) => {
      const left = truth.stock.get(field) ?? opening;
      const gone = away.get(field) ?? 0;
      return left + gone === opening
        ? []
        : [`${field}: ${opening} at first, ${left} on sale, ${gone} in orders`];
    });
    return { looked: city.opening.size, broken };
  },

  'What counts as sold is what standing orders hold': ({ truth, city }) => {
    const sold = new Map<string, number>();
    for (const order of [...truth.orders.values()].filter(stands)) {
      for (const { productId, quantity } of order.items) {
        sold.set(productId, (sold.get(productId) ?? 0) + quantity);
      }
    }
    const ids = new Set([...city.opening.keys()].map((field) => partsOfVariant(field).productId));
    const broken = [...ids].flatMap((id) => {
      const [counted, held] = [truth.sold.get(id) ?? 0, sold.get(id) ?? 0];
      return counted === held ? [] : [`${id}: ${counted} counted, ${held} in orders`];
    });
    return { looked: ids.size, broken };
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
      const payment = order?.payment?.provider === provider ? order?.payment : null;
      const back = (order?.refunds ?? [])
        .filter(({ paymentId }) => paymentId === payment?.id)
        .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
      const owed = (payment?.amountPaise ?? 0) - back;
      return held === owed
        ? []
        : [`${name} (${order?.status}): ${held} paise are there, ${owed} belong there`];
    });
    return { looked: names.size, broken };
  },

  'Money in = paid orders − refunds, in sum': ({ truth }) => {
    const held = truth.ledger.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    const owed = [...truth.orders.values()].reduce((sum, { payment, refunds }) => {
      const back = refunds.filter(({ paymentId }) => paymentId === payment?.id);
      return sum + (payment?.amountPaise ?? 0) - back.reduce((all, { amountPaise }) => all + amountPaise, 0);
    }, 0);
    return {
      looked: truth.ledger.length,
      broken: held === owed ? [] : [`${held} paise are there, ${owed} belong there`],
    };
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

  'Every refund that is wanted was made, once': ({ truth }) => {
    const wanted = [...truth.orders.values()].flatMap(({ id, refunds }) =>
      refunds.map((refund) => ({ id, ...refund })),
    );
    const broken = wanted.flatMap((refund) => {
      const made = truth.refunds.filter(
        ({ key, provider }) => key === refund.key && provider === refund.provider,
      );
      const isRight =
        made.length === 1 && made[0]?.amountPaise === refund.amountPaise && refund.doneAt !== null;
      return isRight
        ? []
        : [`${refund.id} ${refund.key}: made ${made.length} times, noted ${refund.doneAt !== null}`];
    });
    const keys = new Set(wanted.map(({ key }) => key));
    for (const { id, key } of truth.refunds) if (!keys.has(key)) broken.push(`${id} was wanted by nobody`);
    return { looked: wanted.length, broken };
  },

  'Whoever was told that nothing was charged was not, and whoever was told that it failed paid nothing for nothing':
    ({ truth, witness }) => {
      const nothing: readonly string[] = [
        ...[paymentMessages.providerSilent, paymentMessages.notPaid, paymentMessages.failed],
        ...[orderMessages.piecesGone, orderMessages.priceChanged],
      ];
      const told = witness.told.filter(({ message, by }) => by === 'shop' && nothing.includes(message));
      const byReference = new Map(
        [...truth.orders.values()].flatMap((order) => order.references.map(({ id }) => [id, order] as const)),
      );
      const broken = told.flatMap(({ orderId, reference, askedAt, message, route }) => {
        const order = truth.orders.get(orderId ?? '') ?? byReference.get(reference ?? '');
        if (!order) return [];
        const before = truth.ledger.filter(
          ({ orderId: of, at }) => of === order.id && Date.parse(at) < askedAt,
        );
        const held = before.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
        return held > 0 ? [`${order.id}: "${message}" by ${route}, and ${held} paise were in`] : [];
      });
      return { looked: told.length, broken };
    },

  'Whoever was refused got no order by that request': ({ truth, witness }) => {
    const refusals: readonly string[] = [
      'out-of-stock',
      'price-changed',
      'code-refused',
      'invalid',
      'key-reused',
    ];
    const calls = grouped(
      witness.told.filter(({ route, key }) => PLACES.includes(route) && key !== null),
      ({ key }) => key ?? '',
    );
    const broken: string[] = [];
    let looked = 0;
    for (const [key, told] of calls) {
      const refused = told.find(({ by, code }) => by === 'shop' && refusals.includes(code ?? ''));
      if (!refused) continue;
      looked += 1;
      const attempt = witness.attempts.find((one) => one.key === key);
      const id = truth.attempts.get(`${attempt?.userId}:${key}`);
      const order = id === undefined ? undefined : truth.orders.get(id);
      if (order && (stands(order) || order.payment))
        broken.push(`${key}: ${refused.code}, and ${order.id} is ${order.status}`);
    }
    return { looked, broken };
  },

  'Every change that a shopper must know stands in their notifications, once': ({ truth }) => {
    let looked = 0;
    const broken = [...truth.orders.values()].flatMap((order) => {
      const ids = (truth.notifications.get(order.userId) ?? []).map(({ id }) => id);
      const due = [
        ...order.history
          .filter(({ status }) => status === 'Order Placed' || status === 'Cancelled')
          .map(({ status }) => `${status.toLowerCase().replace(' ', '-')}`),
      ];
      looked += due.length + order.refunds.length;
      const missing = due.filter(
        (name) => !ids.some((id) => id.startsWith(order.id) && id.endsWith(`-${name}`)),
      );
      const unsaid = order.refunds
        .filter(({ key }) => !ids.includes(`${order.id}-refund-${key}`))
        .map(({ key }) => key);
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

  'Invoices and credit notes are numbered without gap or double, and add up': ({ truth }) => {
    const broken: string[] = [];
    const orders = [...truth.orders.values()];
    const documents = [
      orders.flatMap(({ id, invoice }) => (invoice ? [{ id, number: invoice.number }] : [])),
      orders.flatMap(({ id, creditNotes }) => (creditNotes ?? []).map(({ number }) => ({ id, number }))),
    ];
    for (const series of documents) {
      const numbers = series.map(({ number }) => Number(number)).sort((a, b) => a - b);
      if (numbers.some((number, at) => number !== at + 1))
        broken.push(`The numbers are ${numbers.join(' ')}`);
    }
    const kept = [...truth.series.values()].flat().length;
    const written = documents.flat().length;
    if (kept !== written) broken.push(`${kept} numbers were given, ${written} documents have one`);
    for (const order of orders) broken.push(...invoiceProblems(order));
    return { looked: written, broken };
  },

  'A code is held by one order at most, by none that came to nothing': ({ truth, city }) => {
    const broken = city.codes.flatMap((code) => {
      const holders = [...truth.orders.values()].filter(
        (order) => holdsCode(order) && order.discount?.code === code,
      );
      const noted = truth.codeOrders.get(code);
      const isRight = holders.length <= 1 && noted === holders[0]?.id;
      return isRight
        ? []
        : [`${code}: held by ${holders.map(({ id }) => id).join(', ') || 'none'}, noted for ${noted}`];
    });
    return { looked: city.codes.length, broken };
  },

  'Nothing that was put into a cart is lost: what the browser shows is at the server, and no less': ({
    truth,
    witness,
  }) => {
    const shown = witness.accounts
      .filter(({ hasOrdered }) => !hasOrdered)
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
    const sent = new Set(truth.mails.map(({ messageId }) => messageId.replace(/^<|@.*$/g, '')));
    let looked = 0;
    const broken = truth.lettersLeft.map((name) => `${name} is still to be sent`);
    for (const order of truth.orders.values()) {
      const kinds = [
        ...(order.history.some(({ status }) => status === 'Order Placed') && order.status !== 'Cancelled'
          ? ['placed']
          : []),
        ...(order.status === 'Cancelled' ? ['cancelled'] : []),
        ...order.refunds.map(({ key }) => `refund-${key}`),
      ];
      looked += kinds.length;
      for (const kind of kinds) {
        if (!sent.has(letterId(letterName({ about: order.id, kind }))))
          broken.push(`${order.id}:${kind} was never sent`);
      }
    }
    return { looked, broken };
  },

  'No key is left behind without an owner': ({ truth }) => ({
    looked: truth.keys.length,
    broken: keyProblems(truth),
  }),
};

function invoiceProblems(order: Order): string[] {
  const { id, invoice, creditNotes, payment, totalPaise } = order;
  if (payment && !invoice) return [`${id} is paid and has no invoice`];
  if (!invoice) return [];
  const invoiced = sumsOf(invoice.lines).totalPaise;
  const credited = sumsOf((creditNotes ?? []).flatMap(({ lines }) => lines)).totalPaise;
  const back = order.refunds
    .filter(({ paymentId }) => paymentId === payment?.id)
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const owed = order.status === 'Cancelled' ? invoiced : back;
  return invoiced === totalPaise && credited === owed
    ? []
    : [`${id}: invoiced ${invoiced} of ${totalPaise}, credited ${credited} of ${owed}`];
}

/**
 * Cart lines and hearts that the server has otherwise than the screen: two of these calls count up or turn over, so that one
 * which a dead function has sent late comes on top of the one that was sent again. The next page shows what the server has.
 */
export function apart({ truth, witness }: Pick<Seen, 'truth' | 'witness'>): {
  lines: number;
  hearts: number;
} {
  let lines = 0;
  let hearts = 0;
  for (const { userId, cart, wishlist, hasOrdered } of witness.accounts) {
    const there = truth.carts.get(userId) ?? {};
    const shown = Object.entries(cart ?? {});
    if (!hasOrdered)
      lines += shown.filter(([line, quantity]) => there[line.replace('/', ':')] !== quantity).length;
    if (wishlist === null) continue;
    const wished = truth.wishlists.get(userId) ?? [];
    hearts += [...wished, ...wishlist].filter((id) => wished.includes(id) !== wishlist.includes(id)).length;
  }
  return { lines, hearts };
}

export function findings(seen: Seen): Finding[] {
  return Object.entries(rules).map(([rule, look]) => ({ rule, ...look(seen) }));
}
