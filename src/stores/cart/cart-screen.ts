import { computed } from 'nanostores';
import { type Totals, totalsOf } from '../../domain/order-totals.ts';
import { $mayHaveLines } from './cart-read.ts';
import { $canCheckOut, $rows, $totals, type CartRow } from './cart-rows.ts';
import { $productsStatus } from '../catalogue/catalogue.ts';
import { $appliedCode, type AppliedCode } from './discount-code.ts';
import { $authLoading } from '../session/session.ts';
import { $isSignedIn } from '../session/signed-in.ts';

/** All that /cart shows, as one value, so that the script that controls the page starts with the content on it. */
export interface CartScreen {
  /**
   * `unknown`: nobody is logged in, or their cart is not loaded yet. `unread`: it could not be loaded, and this device
   * knows no lines.
   */
  kind: 'unknown' | 'unread' | 'empty' | 'filled';
  rows: readonly CartRow[];
  totals: Totals;
  canCheckOut: boolean;
  status: ReturnType<typeof $productsStatus.get>;
  applied: AppliedCode | null;
}

export const unknownCart: CartScreen = {
  kind: 'unknown',
  rows: [],
  totals: totalsOf([]),
  canCheckOut: false,
  status: 'idle',
  applied: null,
};

export const $cartScreen = computed(
  [$rows, $totals, $canCheckOut, $productsStatus, $appliedCode, $authLoading, $isSignedIn, $mayHaveLines],
  (rows, totals, canCheckOut, status, applied, isLoading, isSignedIn, mayHaveLines): CartScreen => {
    if (!isSignedIn || (isLoading && rows.length === 0)) return unknownCart;
    const kind = rows.length > 0 ? 'filled' : mayHaveLines ? 'unread' : 'empty';
    return { kind, rows, totals, canCheckOut, status, applied };
  },
);
