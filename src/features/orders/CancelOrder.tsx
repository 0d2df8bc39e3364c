import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { cancelMessages } from '../../contract/messages/orders.ts';
import { shortOrderId } from '../../domain/order.ts';
import { $cancelling, cancelOrder } from '../../stores/orders/order-cancellation.ts';
import { $payment } from '../../stores/payment/payment.ts';

interface Props {
  orderId: string;
  /** The text of the order that shows it (order-texts). */
  'data-if': string;
}

/** Ends an order that waits for its payment; asks once before. */
export function CancelOrder({ orderId, 'data-if': shown }: Props) {
  const payment = useStore($payment, { ssr: 'initial' });
  const cancelling = useStore($cancelling, { ssr: 'initial' });
  const [isAsked, setIsAsked] = useState(false);
  const open = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);

  useEffect(() => {
    if (isAsked) keep.current?.focus();
    else if (wasAsked.current) open.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);

  // The payment window is open.
  if (payment.step !== 'idle') return null;

  const cancel = async () => {
    await cancelOrder(orderId);
    setIsAsked(false);
    // The button is gone with the payment.
    if (!open.current) document.getElementById(`order-${orderId}`)?.focus();
  };
  if (!isAsked) {
    return (
      <button
        ref={open}
        type="button"
        className="btn btn-quiet"
        aria-describedby={`order-${orderId}`}
        onClick={() => setIsAsked(true)}
        data-if={shown}
      >
        {cancelMessages.cancel}
      </button>
    );
  }
  // One at a time: the question about another order waits.
  const isBusy = cancelling !== null;
  return (
    <fieldset className="flex w-full flex-col gap-3">
      <legend className="text-sm">{cancelMessages.question(shortOrderId(orderId))}</legend>
      <div className="flex flex-wrap gap-3 pt-3">
        <button
          ref={keep}
          type="button"
          className="btn btn-secondary"
          aria-disabled={isBusy}
          onClick={() => !isBusy && setIsAsked(false)}
        >
          {cancelMessages.keep}
        </button>
        <BusyButton className="btn btn-danger" isBusy={isBusy} onClick={() => void cancel()}>
          {cancelMessages.cancel}
        </BusyButton>
      </div>
    </fieldset>
  );
}
