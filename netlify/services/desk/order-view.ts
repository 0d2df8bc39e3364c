import {
  type DeskMoney,
  type DeskOrder,
  type DeskOrderPage,
  type DeskRefund,
  orderDeskRoutes,
  type OrderVerb,
} from '../../../src/contract/desk-orders.ts';
import { blockingDisputes } from '../../../src/domain/dispute.ts';
import { refundedPieces } from '../../../src/domain/line-refund.ts';
import {
  canBecome,
  canBeReturned,
  isReturnAsked,
  type Order,
  type Refund,
} from '../../../src/domain/order.ts';
import { networkMark } from '../../../src/domain/order-search-terms.ts';
import { failedRefunds, refundablePaise, refundStateOf } from '../../../src/domain/refund.ts';
import type { LogEntry, Role, Staff } from '../../../src/domain/staff.ts';
import { serialOf } from '../../../src/domain/tax-document.ts';
import { readOrderNotes } from '../../storage/staff-notes.ts';
import type { Stored } from '../../storage/orders.ts';
import { versionOf } from '../order-changes.ts';
import { undoLeftMs } from '../order-undo.ts';
import { logOf } from './log.ts';
import { subjectOf } from './order-log.ts';

/** What the desk shows of an order; a packer sees no money. */

/** The order with notes and log. */
export async function pageOf(staff: Staff, found: Stored): Promise<DeskOrderPage> {
  const { id } = found.order;
  const [notes, log] = await Promise.all([readOrderNotes(id), logOf(subjectOf(id))]);
  const seen = staff.role === 'owner' ? log : log.map(withoutMoney);
  return { order: orderFor(staff, found), notes, log: seen };
}

/** Reasons are left out too: owners alone give them, about refunds and payments. */
function withoutMoney({ reason: _, ...entry }: LogEntry): LogEntry {
  const work = (value: unknown) => {
    const { status, shipment, invoice, returned } = (value ?? {}) as Record<string, unknown>;
    return { status, shipment, invoice, returned };
  };
  return { ...entry, before: work(entry.before), after: work(entry.after) };
}

export function orderFor(staff: Staff, found: Stored): DeskOrder {
  const { order } = found;
  const { id, placedAt, status, paymentMethod, address, items, shipment, history } = order;
  const undoLeft = undoLeftMs(order, Date.now());
  return {
    id,
    version: versionOf(found),
    placedAt,
    status,
    method: paymentMethod,
    address,
    shipment,
    history,
    items: items.map(({ productId, name, picture, size, quantity }) => {
      return { productId, name, picture, size, quantity };
    }),
    returnAskedAt: isReturnAsked(order) ? (order.returnAskedAt ?? null) : null,
    documents: documentsOf(order),
    money: staff.role === 'owner' ? moneyOf(order) : null,
    undoLeftMs: undoLeft,
    can: verbsOf(staff, order, undoLeft !== null),
  };
}

function documentsOf({ invoice, creditNotes = [] }: Order): DeskOrder['documents'] {
  if (!invoice) return [];
  return [
    { number: serialOf('IN', invoice), issuedAt: invoice.issuedAt },
    ...creditNotes.map((note) => ({ number: serialOf('CN', note), issuedAt: note.issuedAt })),
  ];
}

function moneyOf(order: Order): DeskMoney {
  const { items, subtotalPaise, feePaise, totalPaise, discount, paid, payment, references } = order;
  return {
    prices: items.map(({ pricePaise }) => pricePaise),
    subtotalPaise,
    feePaise,
    totalPaise,
    discount,
    paid,
    payment,
    references,
    refunds: order.refunds.map(refundOf),
    disputes: order.disputes ?? [],
    refundablePaise: refundablePaise(order),
    refundedPieces: refundedPieces(order),
    network: order.network === undefined ? null : networkMark(order.network),
  };
}

function refundOf(refund: Refund): DeskRefund {
  const { key, provider, providerId, amountPaise, reason, wantedAt, doneAt, failure, byHand } = refund;
  const why = byHand?.note ?? failure?.why ?? null;
  const state = refundStateOf(refund);
  return { key, provider, providerId, amountPaise, reason, wantedAt, doneAt, state, why };
}

/** The verbs that make sense now and whose calls this role may make; the services decide again. */
function verbsOf({ role }: Staff, order: Order, canUndo: boolean): OrderVerb[] {
  const isHeld = blockingDisputes(order).length > 0;
  const hasFailed = failedRefunds(order).length > 0;
  const makesSense: Record<OrderVerb, boolean> = {
    pack: canBecome(order.status, 'Processing') && !isHeld,
    ship: canBecome(order.status, 'Shipped') && !isHeld,
    deliver: canBecome(order.status, 'Delivered'),
    undo: canUndo,
    askReturn: canBeReturned(order),
    endReturn: isReturnAsked(order),
    release: isHeld,
    refundAgain: hasFailed,
    refundByHand: hasFailed,
    refund: order.payment !== null && refundablePaise(order) > 0 && !hasFailed && !isHeld,
    cancel: canBecome(order.status, 'Cancelled') && !isHeld,
  };
  return (Object.keys(makesSense) as OrderVerb[]).filter((verb) => {
    const roles: readonly Role[] = orderDeskRoutes[`orders.${verb}`].roles;
    return makesSense[verb] && roles.includes(role);
  });
}
