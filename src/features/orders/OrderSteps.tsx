import { orderMessages } from '../../contract/messages/orders.ts';
import type { OrderStep } from '../../stores/orders/orders.ts';
import { day } from '../../components/shop/date-formats.ts';

/** The progress of an order, drawn as a seam that is sewn up to the current step. */
export function OrderSteps({ steps, label }: { steps: readonly OrderStep[]; label: string }) {
  return (
    <ol className="seam" aria-label={label}>
      {steps.map(({ status, at, state }) => (
        <li
          key={status}
          data-state={state}
          data-ended={status === 'Cancelled' || status === 'Payment Failed'}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className="seam-name">{status}</span>
          {at === null ? (
            state === 'ahead' && <span className="visually-hidden">{orderMessages.notYet}</span>
          ) : (
            <time dateTime={new Date(at).toISOString()}>{day.format(at)}</time>
          )}
        </li>
      ))}
    </ol>
  );
}
