import { codeUseMessages, discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { formatDay } from '../../src/domain/days.ts';
import { codeFrom, type Discount } from '../../src/domain/discount.ts';
import { isUnpaid, type Order } from '../../src/domain/order.ts';
import {
  type Code,
  type CodeForShopper,
  type CodeInUse,
  readCode,
  readHolder,
} from '../storage/discount-codes.ts';
import type { CodeUse } from '../storage/discount-code-uses.ts';
import type { Shopper } from '../storage/session-and-limits.ts';
import { readOrder } from '../storage/orders.ts';
import type { ShopperCall } from './shopper-call.ts';
import { Refused } from './refusal.ts';

/**
 * Codes are bearer codes, bound to no email and no account: a shopper often logs in with a different email than the one
 * that gets the newsletter, and a shared code still works only once. Two rules limit codes to one per person: each
 * mailbox gets one code ever (services/newsletter), and each account and each phone number uses one
 * (storage/discount-code-uses).
 */

/** A code that an order may use. */
export type UsableCode = Pick<Discount, 'code' | 'percent'>;

/** Whether the shopper can use a code now. @throws Refused 'code-refused' */
export async function check(
  { code: typed }: Body<'discount.check'>,
  call: ShopperCall,
): Promise<Reply<'discount.check'>> {
  const found = await find(call, typed);
  if (found instanceof Refused) throw found;
  const { code, percent, orderId, accountOrderId } = found;
  // A shopper has at most one unpaid order: the next order takes over its code.
  const isTheirs = (holder: Order | null) =>
    holder !== null && holder.userId === call.session.userId && isUnpaid(holder);
  if (orderId !== null) {
    const holder = await orderOf(orderId);
    if (!isTheirs(holder)) throw takenBy(holder);
  } else if (accountOrderId !== null && !isTheirs(await orderOf(accountOrderId))) {
    throw refused(codeUseMessages.account);
  }
  return { success: true, code, percent };
}

/**
 * Returns a known code that has not expired, else the refusal. Whether another order uses the code is checked when the
 * order is stored, in the same step. @throws SessionEnded, TooMany
 */
export async function usableCode(shopper: Shopper, typed: string): Promise<UsableCode | Refused> {
  const found = await find(shopper, typed);
  return found instanceof Refused ? found : { code: found.code, percent: found.percent };
}

/** Why a code cannot be used: an order has it, or its account or phone number has used one. */
export async function taken(code: string, use: CodeUse): Promise<Refused> {
  if (use !== 'code') return refused(codeUseMessages[use]);
  const orderId = await readHolder(code);
  return takenBy(orderId === null ? null : await orderOf(orderId));
}

function takenBy(holder: Order | null): Refused {
  return refused(holder && isUnpaid(holder) ? discountMessages.kept : discountMessages.used);
}

async function orderOf(orderId: string): Promise<Order | null> {
  return (await readOrder(orderId))?.order ?? null;
}

async function find(shopper: Shopper, typed: string): Promise<CodeForShopper | Refused> {
  const code = codeFrom(typed);
  // An impossible code is looked up too, so that guesses are counted.
  const found = await readCode(shopper, code ?? '');
  if (!found) return refused(discountMessages.unknown);
  return isOver(found) ? refused(discountMessages.expired(formatDay(found.expiresAt))) : found;
}

function isOver({ expiresAt }: Code): boolean {
  return expiresAt <= Date.now();
}

function refused(message: string): Refused {
  return new Refused('code-refused', message, { code: message });
}

/** Whether a code is still good for an order. */
export function isUsable(code: CodeInUse): boolean {
  return code.orderId === null && !isOver(code);
}
