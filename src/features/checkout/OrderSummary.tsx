import { CodeField } from '../../components/shop/CodeField.tsx';
import { orderMessages } from '../../contract/messages/orders.ts';
import { SummaryLines } from './SummaryLine.tsx';
import { amountsOf, type Summary } from './summary.ts';

/** The items of the order and what they cost. */
export function OrderSummary({ summary, isFixed }: { summary: Summary; isFixed: boolean }) {
  const { subtotal, fee, total, discountPaise } = amountsOf(summary);
  return (
    <section aria-labelledby="summary-heading" data-summary>
      <h2 id="summary-heading" className="display pb-5 text-3xl">
        Your order
      </h2>
      {summary.rows.length === 0 ? (
        <div className="skeleton h-48" role="status">
          <span className="visually-hidden">Loading your cart</span>
        </div>
      ) : (
        <SummaryLines rows={summary.rows} />
      )}
      <dl className="flex flex-col gap-2 pt-4 tabular-nums">
        <div className="flex justify-between">
          <dt>Subtotal</dt>
          <dd data-amount="subtotal">{subtotal}</dd>
        </div>
      </dl>
      <div className="py-2 tabular-nums">
        <CodeField paise={discountPaise} isFixed={isFixed} />
      </div>
      <dl className="flex flex-col gap-2 tabular-nums">
        <div className="flex justify-between">
          <dt>Shipping fee</dt>
          <dd data-amount="fee">{fee}</dd>
        </div>
        <div className="border-line flex items-baseline justify-between border-t pt-3">
          <dt className="eyebrow">Total</dt>
          <dd className="text-xl font-bold" data-amount="total">
            {total}
          </dd>
        </div>
      </dl>
      <p className="text-muted pt-2 text-sm">{orderMessages.taxNote}</p>
    </section>
  );
}

/**
 * The total beside PLACE ORDER, for when the summary is off screen. It keeps room for the amount, so that the button
 * does not move.
 */
export function OrderTotal({ summary }: { summary: Summary }) {
  return (
    <p className="action-bar-total min-w-33" aria-hidden="true">
      <span className="eyebrow">Total</span>
      <strong data-amount="total">{amountsOf(summary).total}</strong>
    </p>
  );
}
