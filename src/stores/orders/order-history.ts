import { computed } from 'nanostores';
import { profileMessages } from '../../contract/messages/account.ts';
import type { WireOrder } from '../../contract/calls/order.ts';
import { paiseFromRupees } from '../../domain/money.ts';
import { type OrderStatus, shortOrderId, moneyOf } from '../../domain/order.ts';
import { authorised } from '../session/authorised.ts';
import { knownUserId } from '../account/profile.ts';
import { accountResource } from '../account/account-resource.ts';

/** A row of the Orders tab. `placedAt` in ms. */
export interface PastOrder {
  id: string;
  short: string;
  placedAt: number;
  status: OrderStatus;
  totalPaise: number;
  pieces: number;
  /** Whether the money has arrived; null if the status already says it. */
  isPaid: boolean | null;
  /** There is an invoice to print. */
  hasInvoice: boolean;
}

const noOrders: readonly WireOrder[] = [];

const own = accountResource(
  noOrders,
  async () => {
    const userId = await knownUserId();
    // `userId` is part of the contract, but the server uses only the token, so a profile that did not load hides no
    // orders.
    const answer = await authorised('order.userorders', userId === undefined ? {} : { userId });
    return answer.success ? { success: true, value: answer.orders } : answer;
  },
  profileMessages.ordersFailed,
);

export const $pastOrders = computed(own.$value, (orders): readonly PastOrder[] =>
  orders.map((order) => ({
    id: order._id,
    short: shortOrderId(order._id),
    placedAt: order.date,
    status: order.status,
    totalPaise: paiseFromRupees(order.amount) ?? 0,
    pieces: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    isPaid: moneyOf(order),
    hasInvoice: order.invoice !== null,
  })),
);
export const $pastOrdersStatus = own.$status;
/** Why the last load failed. */
export const $pastOrdersProblem = own.$problem;

export const loadPastOrders = own.load;
