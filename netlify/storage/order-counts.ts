import {
  deliveryAddressKey,
  namedCounts,
  type OpenCount,
  openCounts,
  orderNetworks,
} from '../../src/domain/cash-order.ts';
import type { Order } from '../../src/domain/order.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import type { AccountState, LimitedCount, Size } from './transaction.ts';
import { personHash } from './person-hash.ts';

/** By what an unpaid order counts, and with which limits: the same for cash on delivery and online orders. */

/** A limit of src/domain/order-limits.ts; without `minutes` it is for all that is open. */
type Limit = { minutes?: number } & Record<'unconfirmed' | 'confirmed', number | Size> & {
    paid?: number | Size;
  };
type Limits = Record<OpenCount | 'household', Limit | readonly Limit[]>;

/** A set in which an order counts, with one of its limits. */
type Count = Pick<LimitedCount, 'most' | 'windowMs' | 'without' | 'isNamed' | 'isOnlyRead'> & {
  by: OpenCount;
  subject: string;
};

/** Hashes of the networks by which an order of this caller counts. */
export function networkMarksOf(caller: string): Pick<Order, 'network' | 'household'> {
  const { network, household } = orderNetworks(caller);
  return {
    network: personHash(network),
    ...(household !== undefined && { household: personHash(household) }),
  };
}

/** The subjects under which an order counts by account, phone number and address. */
export function ownSubjectsOf({ userId, address, network }: Order) {
  // Anybody can name a phone number or an address, so they count only within their network.
  const named = (text: string) => personHash(network === undefined ? text : `${network} ${text}`);
  return {
    account: userId,
    phone: named(address.phone),
    address: named(deliveryAddressKey(address)),
  };
}

/** All sets that may have the order, each once for every limit; an account's state decides which of them do. */
export function countsOf(order: Order, limits: Limits): Count[] {
  const own = ownSubjectsOf(order);
  return openCounts.flatMap((by): Count[] => {
    const each = [limits[by]].flat() as Limit[];
    if (by === 'account' || by === 'phone' || by === 'address') {
      return each.map(({ unconfirmed, confirmed }) => ({
        by,
        subject: own[by],
        isNamed: namedCounts.includes(by),
        most: { unconfirmed, confirmed, paid: confirmed },
      }));
    }
    if (by === 'large' || by === 'shop') {
      // Apart, so that neither new shoppers nor the others can use up the room of both.
      return [
        ...inWindows(by, 'all', ['unconfirmed', 'confirmed'], each),
        ...inWindows(by, 'paid', ['paid'], each),
      ];
    }
    const { network, household } = order;
    if (network === undefined) return [];
    // Each state has a set of its own: who confirms the email leaves those that an attack has filled.
    return (['unconfirmed', 'confirmed', 'paid'] as const).flatMap((state) => [
      ...inWindows(by, networkSubject(network, state), [state], each),
      // To a shopper, the household is the network, identified by its hash.
      ...(by === 'network' && household !== undefined
        ? inWindows(by, networkSubject(household, state), [state], [limits.household].flat() as Limit[])
        : []),
    ]);
  });
}

/** The subject of a network's set for accounts in one state. */
export function networkSubject(network: string, state: AccountState): string {
  return `${network}:${state}`;
}

function inWindows(
  by: OpenCount,
  subject: string,
  states: readonly AccountState[],
  limits: readonly Limit[],
): Count[] {
  const left = { crowd: 'known-small', large: 'small' } as const;
  return limits
    .filter((limit) => states.some((state) => limit[state] !== undefined))
    .map((limit, at) => ({
      by,
      subject,
      isOnlyRead: at > 0,
      most: Object.fromEntries(
        states.flatMap((state) => (limit[state] === undefined ? [] : [[state, limit[state]]])),
      ),
      ...(limit.minutes !== undefined && { windowMs: limit.minutes * MINUTE_MS }),
      ...((by === 'crowd' || by === 'large') && { without: left[by] }),
    }));
}
