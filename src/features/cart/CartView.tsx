import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { cartPageMessages } from '../../contract/messages/cart-page.ts';
import { paths } from '../../contract/paths.ts';
import { CodeField } from '../../components/shop/CodeField.tsx';
import { EmptyState } from '../../components/shop/EmptyState.tsx';
import { UnpaidPanel } from '../../components/shop/UnpaidPanel.tsx';
import { formatListPrice } from '../../domain/money.ts';
import type { CartEntry } from '../../domain/cart.ts';
import { totalsOf } from '../../domain/line-items.ts';
import { removeLine } from '../../stores/cart-lines.ts';
import {
  $canCheckOut,
  $rows,
  $totals,
  type CartRow,
  refreshRows,
  watchRows,
} from '../../stores/cart-rows.ts';
import { $productsStatus } from '../../stores/catalogue.ts';
import { $authLoading } from '../../stores/session.ts';
import { $isSignedIn } from '../../stores/signed-in.ts';
import { sendVisitorsToLogin } from '../../stores/visitor.ts';
import { CartLine } from './CartLine.tsx';
import { CartSkeleton } from './CartSkeleton.tsx';

const noRows: readonly CartRow[] = [];
const nothing = totalsOf([]);

/**
 * The cart of the shopper who is logged in: at once as this device knows it, then as the server does. An order that
 * waits for its payment stands above it. `shopName`: who asks for the money.
 */
export function CartView({ shopName }: { shopName: string }) {
  const rows = useStore($rows, { ssr: () => noRows });
  const isLoading = useStore($authLoading, { ssr: 'initial' });
  const isSignedIn = useStore($isSignedIn, { ssr: () => false });
  const wasFilled = useRef(false);

  useEffect(() => {
    const stops = [watchRows(), sendVisitorsToLogin(paths.cart)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  if (!isSignedIn || (isLoading && rows.length === 0)) return <CartSkeleton />;
  const isEmpty = rows.length === 0;
  if (!isEmpty) wasFilled.current = true;
  return (
    <>
      <UnpaidPanel shopName={shopName} />
      {isEmpty ? <EmptyCart wasEmptiedHere={wasFilled.current} /> : <FilledCart rows={rows} />}
    </>
  );
}

function EmptyCart({ wasEmptiedHere }: { wasEmptiedHere: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that removed the last line is gone; the keyboard goes on from here.
    if (wasEmptiedHere) place.current?.focus();
  }, [wasEmptiedHere]);
  return (
    <EmptyState ref={place} drawing="hanger" text={cartPageMessages.empty}>
      <a className="btn btn-primary" href={paths.collection}>
        See the collection
      </a>
    </EmptyState>
  );
}

function FilledCart({ rows }: { rows: readonly CartRow[] }) {
  const totals = useStore($totals, { ssr: () => nothing });
  const canCheckOut = useStore($canCheckOut, { ssr: () => false });
  const status = useStore($productsStatus, { ssr: 'initial' });
  const list = useRef<HTMLUListElement>(null);
  const isBlocked = rows.some((row) => row.problem !== null);
  const isPriced = rows.every((row) => row.product !== null || row.problem !== null);

  const remove = ({ productId, size }: CartEntry) => {
    removeLine(productId, size);
    // The button that had the focus is gone; the keyboard goes on from the list.
    list.current?.focus();
  };

  return (
    <div className="flex flex-col gap-4 max-lg:min-h-[85svh] lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-16">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Lines of your cart"
        className="border-ink border-t outline-none lg:row-span-2"
      >
        {rows.map((row) => (
          <CartLine key={`${row.productId}/${row.size}`} row={row} onRemove={() => remove(row)} />
        ))}
      </ul>

      <section aria-label="Totals" className="lg:border-ink pt-2 lg:border-t lg:pt-6">
        {status === 'failed' && (
          <div className="mb-4 flex flex-wrap items-center gap-x-2">
            <p className="field-hint">{isPriced ? cartPageMessages.stale : cartPageMessages.unknownPrices}</p>
            <button type="button" className="link min-h-11 font-semibold" onClick={() => void refreshRows()}>
              Try again
            </button>
          </div>
        )}
        <dl className="flex flex-col gap-2 tabular-nums">
          <div className="flex justify-between">
            <dt>Subtotal</dt>
            <dd>{isPriced ? formatListPrice(totals.subtotalPaise) : <Unknown />}</dd>
          </div>
        </dl>
        <div className="py-2 tabular-nums">
          <CodeField paise={isPriced ? totals.discountPaise : null} />
        </div>
        <dl className="flex flex-col gap-2 tabular-nums">
          <div className="flex justify-between">
            <dt>Shipping fee</dt>
            <dd>{isPriced ? formatListPrice(totals.feePaise) : <Unknown />}</dd>
          </div>
        </dl>
      </section>

      <div className="action-bar action-bar-ruled max-lg:mt-auto">
        {isBlocked && <p className="field-error">{cartPageMessages.blocked}</p>}
        <p className="action-bar-total" aria-live="polite">
          <span className="eyebrow">Total</span>
          <strong>{isPriced ? formatListPrice(totals.totalPaise) : <Unknown />}</strong>
        </p>
        {canCheckOut ? (
          <a className="btn btn-primary" href={paths.placeOrder}>
            PROCEED TO CHECKOUT
          </a>
        ) : (
          <button
            type="button"
            className="btn btn-primary"
            disabled
            aria-busy={!isBlocked && status !== 'failed'}
          >
            PROCEED TO CHECKOUT
          </button>
        )}
      </div>
    </div>
  );
}

/** The place of an amount that is not known yet. */
function Unknown() {
  return <span className="skeleton inline-block h-[1lh] w-28 align-top" />;
}
