import { computed } from 'nanostores';
import { cartMessages, cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { type CartEntry, entriesOf } from '../../domain/cart.ts';
import { type LineItem, totalsOf } from '../../domain/order-totals.ts';
import { $cart } from './cart.ts';
import { $products, $productsStatus, type ListedProduct, loadProducts } from '../catalogue/catalogue.ts';
import { $appliedCode } from './discount-code.ts';

export interface CartRow extends CartEntry {
  /** Null if it is not loaded, or no longer in the shop. */
  product: ListedProduct | null;
  /** Why the line cannot be ordered; null if it can, or if that is unknown. */
  problem: string | null;
}

export const $rows = computed(
  [$cart, $products, $productsStatus],
  (cart, products, status): readonly CartRow[] =>
    entriesOf(cart).map((entry) => {
      const product = products[entry.productId];
      // Only a fresh answer may mark a line as sold out, because old stock data is often wrong.
      const isKnown = status === 'fresh' && product !== undefined;
      return { ...entry, product: product ?? null, problem: isKnown ? problemOf(entry, product) : null };
    }),
);

function problemOf({ size, quantity }: CartEntry, product: ListedProduct | null): string | null {
  if (!product) return cartPageMessages.gone;
  const left = product.stock[size] ?? 0;
  if (left <= 0) return cartMessages.soldOut(size);
  return left < quantity ? cartPageMessages.onlyLeft(left) : null;
}

/** Includes the discount of the applied code. */
export const $totals = computed([$rows, $appliedCode], (rows, applied) =>
  totalsOf(rows.filter(isCounted), applied?.percent),
);

/** Every line has a price and none has a problem. The server decides finally when the order is placed. */
export const $canCheckOut = computed(
  $rows,
  (rows) => rows.length > 0 && rows.every((row) => row.product !== null && row.problem === null),
);

/** A sold-out line cannot be ordered, so it does not count. */
function isCounted(row: CartRow): row is CartRow & LineItem<ListedProduct> {
  return row.product !== null && row.problem !== cartMessages.soldOut(row.size);
}

export async function refreshRows(): Promise<void> {
  await loadProducts(productIds());
}

/**
 * Keeps the rows' products loaded while a screen shows them: after another tab adds one, and again when the network
 * returns.
 */
export function watchRows(): () => void {
  let known = '';
  const refresh = () => void refreshRows();
  addEventListener('online', refresh);
  const stop = $cart.subscribe(() => {
    const ids = productIds().join();
    if (ids === known) return;
    known = ids;
    refresh();
  });
  return () => {
    removeEventListener('online', refresh);
    stop();
  };
}

function productIds(): string[] {
  return Object.keys($cart.get());
}
