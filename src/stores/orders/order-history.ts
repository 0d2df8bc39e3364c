import { computed } from 'nanostores';
import { profileMessages } from '../../contract/messages/account.ts';
import type { WireOrder } from '../../contract/calls/order.ts';
import { paiseFromRupees } from '../../domain/money.ts';
import { moneyOf, shortOrderId } from '../../domain/order.ts';
import { authorised } from '../session/authorised.ts';
import { knownUserId } from '../account/profile.ts';
import { accountResource } from '../account/account-resource.ts';

/** A row of the Orders tab. */
export type PastOrder = ReturnType<typeof $pastOrders.get>[number];

const own = accountResource<readonly WireOrder[]>(
  [],
  async () => {
    const userId = await knownUserId();
    // `userId` is part of the contract, but the server uses only the token, so a profile that did not load hides no
    // orders.
    const answer = await authorised('order.userorders', userId === undefined ? {} : { userId });
    return answer.success ? { success: true, value: answer.orders } : answer;
  },
  profileMessages.ordersFailed,
);

export const $pastOrders = computed(own.$value, (orders) =>
  orders.map((order) => ({
    id: order._id,
    short: shortOrderId(order._id),
    // In ms.
    placedAt: order.date,
    status: order.status,
    totalPaise: paiseFromRupees(order.amount) ?? 0,
    pieces: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    isPaid: moneyOf(order),
    hasInvoice: order.invoice !== null,
  })),
);
export const $pastOrdersStatus = own.$status;
export const $pastOrdersProblem = own.$problem;

export const loadPastOrders = own.load;
