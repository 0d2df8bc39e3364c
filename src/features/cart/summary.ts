import { cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { formatListPrice } from '../../domain/money.ts';
import type { CartScreen } from '../../stores/cart/cart-screen.ts';

/** Classes of the placeholder for an amount that is not known yet. */
export const UNKNOWN_AMOUNT = 'skeleton inline-block h-[1lh] w-28 align-top';

/** What a filled cart shows below its lines; an amount that is not known is empty. */
export function summaryOf({ rows, totals, canCheckOut, status }: CartScreen) {
  const isBlocked = rows.some((row) => row.problem !== null);
  const isPriced = rows.every((row) => row.product !== null || row.problem !== null);
  const amount = (paise: number) => (isPriced ? formatListPrice(paise) : '');
  return {
    subtotal: amount(totals.subtotalPaise),
    fee: amount(totals.feePaise),
    total: amount(totals.totalPaise),
    discountPaise: isPriced ? totals.discountPaise : null,
    /** Why the lines may be out of date; empty if they are fresh. */
    stale: status !== 'failed' ? '' : isPriced ? cartPageMessages.stale : cartPageMessages.unknownPrices,
    blocked: isBlocked ? cartPageMessages.blocked : '',
    canCheckOut,
    isBusy: !isBlocked && status !== 'failed',
  };
}
