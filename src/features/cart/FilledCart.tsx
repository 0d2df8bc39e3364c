import { CartLine } from '../../components/shop/CartLine.tsx';
import { CodeField } from '../../components/shop/CodeField.tsx';
import { paths } from '../../contract/paths.ts';
import { noteOf } from '../../stores/cart/pending-changes.ts';
import type { CartScreen } from '../../stores/cart/cart-screen.ts';
import { summaryOf, UNKNOWN_AMOUNT } from './summary.ts';

interface Props {
  screen: CartScreen;
  /** The code that the page's HTML already shows. */
  drawnCode: CartScreen['applied'];
}

/** Lines, totals and the button to checkout. fill-cart.ts shows the same before React: change both. */
export function FilledCart({ screen, drawnCode }: Props) {
  const { subtotal, fee, total, discountPaise, stale, blocked, canCheckOut, isBusy } = summaryOf(screen);
  return (
    <div className="flex flex-col gap-4 max-lg:min-h-[85svh] lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-16">
      <ul
        tabIndex={-1}
        aria-label="Lines of your cart"
        className="border-ink border-t outline-none lg:row-span-2"
      >
        {screen.rows.map((row) => (
          <CartLine key={noteOf(row.productId, row.size)} row={row} />
        ))}
      </ul>

      <section aria-label="Totals" className="lg:border-ink pt-2 lg:border-t lg:pt-6">
        <div className="mb-4 flex flex-wrap items-center gap-x-2" data-stale hidden={stale === ''}>
          <p className="field-hint">{stale}</p>
          <button type="button" className="link min-h-11 font-semibold" data-cart-tap="again">
            Try again
          </button>
        </div>
        <dl className="flex flex-col gap-2 tabular-nums">
          <div className="flex justify-between">
            <dt>Subtotal</dt>
            <dd>
              <Amount name="subtotal" text={subtotal} />
            </dd>
          </div>
        </dl>
        <div className="py-2 tabular-nums" data-code>
          <CodeField paise={discountPaise} drawn={drawnCode} />
        </div>
        <dl className="flex flex-col gap-2 tabular-nums">
          <div className="flex justify-between">
            <dt>Shipping fee</dt>
            <dd>
              <Amount name="fee" text={fee} />
            </dd>
          </div>
        </dl>
      </section>

      <div className="action-bar action-bar-ruled max-lg:mt-auto">
        <p className="field-error" data-blocked hidden={blocked === ''}>
          {blocked}
        </p>
        <p className="action-bar-total" aria-live="polite">
          <span className="eyebrow">Total</span>
          <strong>
            <Amount name="total" text={total} />
          </strong>
        </p>
        <a className="btn btn-primary" href={paths.placeOrder} hidden={!canCheckOut}>
          PROCEED TO CHECKOUT
        </a>
        <button type="button" className="btn btn-primary" disabled aria-busy={isBusy} hidden={canCheckOut}>
          PROCEED TO CHECKOUT
        </button>
      </div>
    </div>
  );
}

function Amount({ name, text }: { name: string; text: string }) {
  return (
    <span data-amount={name} className={text === '' ? UNKNOWN_AMOUNT : ''}>
      {text}
    </span>
  );
}
