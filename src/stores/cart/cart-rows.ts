import { computed } from 'nanostores';
import { cartMessages } from '../../contract/messages/cart.ts';
import { cartPageMessages } from '../../contract/messages/cart-page.ts';
import { type CartEntry, entriesOf } from '../../domain/cart.ts';
import { type LineItem, totalsOf } from '../../domain/line-items.ts';
import { $cart } from './cart.ts';
import { $products, $productsStatus, type ListedProduct, loadProducts } from '../catalogue/catalogue.ts';
import { $appliedCode } from './discount-code.ts';

/** A row of the cart as a screen shows it. */
export interface CartRow extends CartEntry {
  /** Null while it is not known, and where the shop no longer has it. */
  product: ListedProduct | null;
  /** Why the line cannot be ordered as it is; null where it can, or where nobody knows yet. */
  problem: string | null;
}

export const $rows = computed(
  [$cart, $products, $productsStatus],
  (cart, products, status): readonly CartRow[] =>
    entriesOf(cart).map((entry) => {
      const product = products[entry.productId];
      // Only a fresh answer may call a line sold out; an old one has been overtaken more often than not.
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

/** With what the code on the cart takes off. */
export const $totals = computed([$rows, $appliedCode], (rows, applied) =>
  totalsOf(rows.filter(isCounted), applied?.percent),
);

/** Every line has its price and none is marked: the server has the last word, at the order. */
export const $canCheckOut = computed(
  $rows,
  (rows) => rows.length > 0 && rows.every((row) => row.product !== null && row.problem === null),
);

/** Nobody can order what is sold out, so it costs nothing. */
function isCounted(row: CartRow): row is CartRow & LineItem<ListedProduct> {
  return row.product !== null && row.problem !== cartMessages.soldOut(row.size);
}

/** Asks again for the products of the cart. */
export async function refreshRows(): Promise<void> {
  await loadProducts(productIds());
}

/**
 * Keeps the rows' products loaded while a screen shows them, also when another tab puts something in, and as they are now
 * when the network comes back.
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
