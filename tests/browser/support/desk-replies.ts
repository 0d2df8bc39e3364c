import type { Page } from 'playwright/test';
import { type DeskBody, deskPath, type DeskReply, type DeskRouteName } from '../../../src/contract/desk.ts';
import type { DeskOrder, DeskOrderRow } from '../../../src/contract/desk-orders.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import { HOUR_MS } from '../../../src/domain/time-units.ts';
import { ashaAddress } from '../../support/asha.ts';

/** Constant desk data, for screenshots. */

const NOON = Date.UTC(2026, 10, 20, 6, 30);
const ok = { success: true } as const;
const none = {
  orders: 0,
  pieces: 0,
  grossPaise: 0,
  discountPaise: 0,
  feePaise: 0,
  refundsPaise: 0,
  netPaise: 0,
};

const names = ['Asha Rao', 'Ravi Kumar', 'Meera Iyer', 'Kabir Khan', 'Zoya Singh', 'Nikhil Das'];
const rowAt = (at: number): DeskOrderRow => {
  return {
    id: `00000000000000ABCD${10 + at}`,
    placedAt: NOON - at * HOUR_MS,
    status: 'Order Placed',
    name: names[at % names.length] ?? '',
    city: 'Bengaluru',
    pieces: 1 + (at % 3),
    method: at % 2 === 0 ? 'cod' : 'razorpay',
    needsOwner: at === 3,
    money: { totalPaise: 149_900 + at * 50_000, paid: at % 2 === 1 },
  };
};
const rows = names.map((_, at) => rowAt(at));

const [product] = catalogue.filter(({ sizes }) => sizes.length > 2);
const [{ id = '', name = '', sizes = [] } = {}] = [product];
const picture = product?.pictures[0]?.src ?? '';

const order: DeskOrder = {
  id: rows[0]?.id ?? '',
  version: '1',
  placedAt: NOON,
  status: 'Order Placed',
  method: 'cod',
  address: ashaAddress,
  items: [{ productId: id, name, picture, size: 'M', quantity: 2 }],
  shipment: null,
  returnAskedAt: null,
  history: [{ status: 'Order Placed', at: NOON }],
  documents: [],
  money: {
    prices: [149_900],
    subtotalPaise: 299_800,
    feePaise: 1_000,
    totalPaise: 300_800,
    discount: null,
    paid: false,
    payment: null,
    references: [],
    refunds: [],
    disputes: [],
    refundablePaise: 0,
    refundedPieces: [],
    network: null,
  },
  undoLeftMs: null,
  can: ['pack', 'ship', 'cancel'],
};

const replies: { [Name in DeskRouteName]?: DeskReply<Name> } = {
  'session.read': { ...ok, stage: 'in', email: 'owner@taana.example', role: 'owner' },
  'today.read': {
    ...ok,
    today: {
      pack: 12,
      ship: 4,
      returns: 2,
      low: 7,
      soldOut: 2,
      backFor: 5,
      lateEmails: 0,
      late: [],
      unsent: [],
      money: {
        unpaid: 3,
        refundsFailed: 1,
        disputed: 0,
        today: { ...none, orders: 6, pieces: 11, grossPaise: 1_649_000, netPaise: 1_655_000 },
        days: Array.from({ length: 30 }, (_, at) => {
          const day = new Date(NOON - (29 - at) * 24 * HOUR_MS).toISOString().slice(0, 10);
          return { day, orders: 1 + (at % 6), netPaise: 149_900 * (1 + ((at * 7) % 11)) };
        }),
      },
    },
  },
  'orders.list': {
    ...ok,
    orders: rows,
    next: null,
    index: { done: 6, of: 6 },
    counts: {
      all: 60,
      pack: 6,
      ship: 4,
      shipped: 20,
      delivered: 25,
      returns: 2,
      unpaid: 3,
      cancelled: 1,
      trouble: 1,
    },
  },
  'orders.read': {
    ...ok,
    order,
    notes: [{ at: NOON, who: 'ravi@taana.example', text: 'Rang twice' }],
    log: [],
  },
  'stock.list': {
    ...ok,
    next: null,
    products: [
      {
        id,
        name,
        picture,
        sizes: sizes.map((size, at) => {
          return {
            productId: id,
            size,
            pieces: 12 - at * 3,
            reserved: at,
            unshipped: 2,
            sold: 40 - at,
            waiting: at,
          };
        }),
      },
    ],
  },
};

/** Mocks every call of the desk. */
export async function answerDesk(page: Page): Promise<void> {
  await page.route('**/api/desk/**', (route) =>
    route.fulfill({ json: replyOfDesk(new URL(route.request().url()).pathname) }),
  );
}

type Refused = { success: false; code: string; message: string };

/** Mocks one call. `null` is a network failure. */
export const answer = <Name extends DeskRouteName>(
  page: Page,
  name: Name,
  reply: (body: DeskBody<Name>) => DeskReply<Name> | Refused | null | Promise<DeskReply<Name>>,
) =>
  page.route(`**${deskPath(name)}`, async (route) => {
    const json = await reply(route.request().postDataJSON() as DeskBody<Name>);
    return json === null ? route.abort() : route.fulfill({ json });
  });

/** The reply that `answerDesk` gives. */
export const usual = <Name extends DeskRouteName>(name: Name) =>
  replyOfDesk(deskPath(name)) as DeskReply<Name>;

/** @param orders the length of the order list @returns undefined for a path without a mock */
export function replyOfDesk(path: string, orders = rows.length): unknown {
  const found = Object.entries(replies).find(([route]) => deskPath(route as DeskRouteName) === path);
  if (found?.[0] !== 'orders.list') return found?.[1];
  return { ...found[1], orders: Array.from({ length: orders }, (_, at) => rowAt(at)) };
}

export const anOrderAtDesk = order.id;
