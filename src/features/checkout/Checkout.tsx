import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { EmptyState } from '../../components/shop/EmptyState.tsx';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../contract/messages/orders.ts';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { paths } from '../../contract/paths.ts';
import type { DeliveryAddress } from '../../domain/address.ts';
import { $mayHaveLines, readCartAgain } from '../../stores/cart/cart-read.ts';
import { $canCheckOut, $rows, $totals } from '../../stores/cart/cart-rows.ts';
import {
  $checkout,
  $isCartUnknown,
  $hasUnconfirmedOrder,
  askAgain,
  openCheckout,
  placeOrder,
} from '../../stores/checkout/checkout.ts';
import { fillAccountName } from '../../stores/account/account-name.ts';
import { openDelivery } from '../../stores/checkout/delivery.ts';
import { deliveryFields } from '../../stores/checkout/delivery-draft.ts';
import { PaymentProgress } from '../../components/shop/PaymentProgress.tsx';
import { $authLoading } from '../../stores/session/session.ts';
import { DeliveryForm } from './DeliveryForm.tsx';
import { takeOver } from './first-screen.ts';
import { OrderSummary, OrderTotal } from './OrderSummary.tsx';
import { PaymentChoice } from './PaymentChoice.tsx';

/**
 * Delivery form, order summary, payment and PLACE ORDER. first-screen.ts has filled them before; React takes over that
 * markup. `shopName` is shown in the payment window.
 */
export function Checkout({ shopName }: { shopName: string }) {
  const [drawn] = useState(takeOver);
  const rows = useStore($rows, { ssr: () => drawn.rows });
  const totals = useStore($totals, { ssr: () => drawn.totals });
  const isLoading = useStore($authLoading, { ssr: 'initial' });
  const canCheckOut = useStore($canCheckOut, { ssr: () => false });
  const isUnknown = useStore($isCartUnknown, { ssr: () => true });
  const mayHaveLines = useStore($mayHaveLines, { ssr: () => false });
  const isUnconfirmed = useStore($hasUnconfirmedOrder, { ssr: () => false });
  const checkout = useStore($checkout, { ssr: 'initial' });
  const [isAwake, setAwake] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isProcessing = checkout.status === 'processing' || checkout.status === 'placed';

  // Runs before the next render, which would write the store's empty fields over text that was typed meanwhile.
  useLayoutEffect(() => {
    openDelivery(typedInto(form.current));
    openCheckout(shopName);
  }, [shopName]);
  useEffect(() => setAwake(true), []);
  useEffect(() => {
    const isIn = (field: string) => form.current?.elements.namedItem(field) === document.activeElement;
    void fillAccountName(() => isIn('firstName') || isIn('lastName'));
  }, []);
  useEffect(() => {
    if (checkout.status === 'failed')
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [checkout]);

  if (isUnconfirmed && !isProcessing) return <UnconfirmedOrder />;
  if (rows.length === 0 && !isLoading && !isProcessing)
    return mayHaveLines ? <UnreadCheckout /> : <EmptyCheckout />;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void placeOrder();
  };
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16"
    >
      <DeliveryForm />
      {/* Below lg its parts are in the form itself, so that the bar shows from the first field on. */}
      <div className="contents lg:sticky lg:top-[calc(var(--bar)+2rem)] lg:flex lg:flex-col lg:gap-10 lg:self-start">
        <OrderSummary summary={{ rows, totals }} isFixed={isProcessing} />
        <PaymentChoice isFixed={isProcessing} />
        <div className="action-bar">
          {isAwake && rows.some((row) => row.problem !== null) && (
            <p className="field-error">
              {cartPageMessages.blocked}{' '}
              <a className="link" href={paths.cart}>
                {paymentMessages.backToCart}
              </a>
            </p>
          )}
          <p className="field-error empty:hidden">{checkout.message}</p>
          <OrderTotal summary={{ rows, totals }} />
          <BusyButton
            type="submit"
            className="btn btn-primary"
            disabled={!(isProcessing || canCheckOut || isUnknown)}
            isBusy={isProcessing}
          >
            {isProcessing ? 'PROCESSING...' : 'PLACE ORDER'}
          </BusyButton>
          <PaymentProgress />
        </div>
      </div>
    </form>
  );
}

function EmptyCheckout() {
  return (
    <EmptyState drawing="hanger" text={cartPageMessages.empty}>
      <a className="btn btn-primary" href={paths.collection}>
        See the collection
      </a>
    </EmptyState>
  );
}

function UnreadCheckout() {
  const [isBusy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    await readCartAgain();
    setBusy(false);
  };
  return (
    <EmptyState role="alert" drawing="hanger" text={cartPageMessages.unread}>
      <BusyButton className="btn btn-primary" isBusy={isBusy} onClick={() => void tryAgain()}>
        Try again
      </BusyButton>
    </EmptyState>
  );
}

/** No answer came, but the order may have been placed. */
function UnconfirmedOrder() {
  const { message } = useStore($checkout);
  return (
    <div className="panel flex flex-col items-start gap-6">
      <p className="text-xl">{orderMessages.unknownResult}</p>
      <p className="field-error empty:hidden">{message}</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={() => void askAgain()}>
          Check again
        </button>
        <a className="btn btn-secondary" href={paths.orders}>
          My orders
        </a>
      </div>
    </div>
  );
}

function typedInto(form: HTMLFormElement | null): Partial<DeliveryAddress> {
  const typed: Partial<DeliveryAddress> = {};
  for (const field of deliveryFields) {
    const element = form?.elements.namedItem(field);
    if (element instanceof HTMLInputElement && !element.readOnly) typed[field] = element.value;
  }
  return typed;
}
