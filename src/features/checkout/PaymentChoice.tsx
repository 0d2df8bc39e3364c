import { useStore } from '@nanostores/react';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { type PaymentMethod, paymentMethods } from '../../domain/order.ts';
import {
  $methodsStatus,
  $offeredMethods,
  $paymentMethod,
  loadPaymentMethods,
} from '../../stores/checkout/payment-methods.ts';

/** The payment methods that the shop offers today. Those not known yet keep their place, so that nothing jumps. */
export function PaymentChoice({ isFixed }: { isFixed: boolean }) {
  const method = useStore($paymentMethod, { ssr: 'initial' });
  const offered = useStore($offeredMethods, { ssr: 'initial' });
  const status = useStore($methodsStatus, { ssr: 'initial' });
  const awaited = status === 'loading' ? paymentMethods.length - offered.length : 0;
  return (
    <fieldset disabled={isFixed} className="min-w-0">
      <legend className="display pb-5 text-3xl">Payment</legend>
      <div className="border-ink flex flex-col border-t">
        {offered.map((id) => (
          <PaymentOption key={id} id={id} isChosen={method === id} />
        ))}
        {awaited > 0 && (
          <div role="status">
            <span className="visually-hidden">{paymentMessages.loadingMethods}</span>
            {Array.from({ length: awaited }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: places that look the same and never move
              <div key={place} className="border-line payment-option border-b">
                <div className="skeleton h-5 w-48 max-w-full" />
              </div>
            ))}
          </div>
        )}
        {status === 'failed' && (
          <p className="border-line field-hint flex flex-wrap items-center gap-x-2 border-b">
            {paymentMessages.methodsFailed}
            <button
              type="button"
              className="link min-h-11 font-semibold"
              onClick={() => void loadPaymentMethods()}
            >
              Try again
            </button>
          </p>
        )}
      </div>
    </fieldset>
  );
}

function PaymentOption({ id, isChosen }: { id: PaymentMethod; isChosen: boolean }) {
  return (
    <label className="border-line payment-option border-b">
      <input
        type="radio"
        name="paymentMethod"
        value={id}
        checked={isChosen}
        onChange={() => $paymentMethod.set(id)}
        className="accent-accent size-5 shrink-0"
      />
      <span className="flex-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {paymentMessages[id].name}
          {id === 'cod' && <span className="badge">{paymentMessages.recommended}</span>}
        </span>
        <span className="field-hint block">{paymentMessages[id].hint}</span>
      </span>
    </label>
  );
}
