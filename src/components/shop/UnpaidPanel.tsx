import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { BusyButton } from '../ui/BusyButton.tsx';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { paths } from '../../contract/paths.ts';
import { shortOrderId } from '../../domain/order.ts';
import { $payment, $unpaidCheck, checkUnpaid, openPayments, payAgain } from '../../stores/payment/payment.ts';
import { $ownUnpaid, forgetUnpaid, type UnpaidOrder } from '../../stores/payment/unpaid.ts';
import { PaymentProgress } from './PaymentProgress.tsx';
import { isInPanel, unpaidTextsOf, type UnpaidTexts } from './unpaid-texts.ts';

interface Props {
  /** Shown in the payment window. */
  shopName: string;
  /** The order that the page's HTML already shows. */
  drawn: UnpaidOrder | null;
  /** Orders that the page shows with their own pay button. */
  listed?: readonly string[];
}

/** The unpaid order, and the button to pay for it again. It asks once whether it has been paid meanwhile. */
export function UnpaidPanel({ shopName, drawn, listed = [] }: Props) {
  const unpaid = useStore($ownUnpaid, { ssr: () => drawn });
  const { step, problem, orderId } = useStore($payment, { ssr: 'initial' });

  useEffect(() => {
    openPayments(shopName);
    void checkUnpaid();
  }, [shopName]);

  if (unpaid && isInPanel(unpaid, listed))
    return <UnpaidNotice key={unpaid.orderId} unpaid={unpaid} texts={unpaidTextsOf(unpaid)} />;
  // An order that can no longer be paid is gone, but the reason stays.
  if (unpaid || !problem || step !== 'idle' || !orderId || listed.includes(orderId)) return null;
  return (
    <section aria-label={paymentMessages.title(shortOrderId(orderId))} className="unpaid panel">
      <p className="field-error">{problem}</p>
    </section>
  );
}

interface NoticeProps {
  /** Null in the template. */
  unpaid: UnpaidOrder | null;
  texts: UnpaidTexts;
}

/** The panel. The build renders it as a template, which unpaid-texts.ts fills before React. */
export function UnpaidNotice({ unpaid, texts }: NoticeProps) {
  const { step } = useStore($payment, { ssr: 'initial' });
  const check = useStore($unpaidCheck, { ssr: 'initial' });
  const again = useRef<HTMLButtonElement>(null);
  const isBusy = step !== 'idle';

  const pay = async () => {
    if (unpaid) await payAgain({ orderId: unpaid.orderId, items: unpaid.items });
    // The payment window had the focus; it returns to the button that opened the window.
    again.current?.focus();
  };
  const dismiss = () => {
    if (unpaid) forgetUnpaid(unpaid.orderId);
    document.getElementById('main')?.focus();
  };

  const { short } = texts;
  const isAsking = check === 'asking';
  const hint = (text: string) => (check === 'silent' ? paymentMessages.unpaidUnchecked : text);
  return (
    <section aria-label={paymentMessages.title(short)} className="unpaid panel">
      <div className="flex flex-col gap-1">
        <h2 className="text-lg leading-tight font-semibold">
          {texts.over && <span data-if="over">{paymentMessages.title(short)}</span>}
          {texts.unconfirmed && (
            <span data-if="unconfirmed">{paymentMessages.awaitingConfirmation(short)}</span>
          )}
          {texts.waiting && <span data-if="waiting">{paymentMessages.unpaid(short)}</span>}
        </h2>
        {texts.problem && (
          <p role={texts.role || undefined} className="field-error" data-if="problem">
            {texts.problem}
          </p>
        )}
        {texts.open && (
          <p className="unpaid-hint field-hint" aria-live="polite" data-if="open">
            <span data-on={isAsking}>{paymentMessages.unpaidChecking}</span>
            {texts.unconfirmed && (
              <span data-on={!isAsking} data-if="unconfirmed">
                {paymentMessages.awaitingConfirmationHint}
              </span>
            )}
            {texts.again && (
              <span data-on={!isAsking} data-if="again">
                {hint(paymentMessages.unpaidAgain)}
              </span>
            )}
            {texts.first && (
              <span data-on={!isAsking} data-if="first">
                {hint(paymentMessages.unpaidHint)}
              </span>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {texts.over && (
          <a className="btn btn-secondary" href={paths.orders} data-if="over">
            {paymentMessages.myOrders}
          </a>
        )}
        {texts.receipt && (
          <BusyButton
            className="btn btn-primary"
            isBusy={isAsking}
            onClick={() => void checkUnpaid()}
            data-if="receipt"
          >
            {paymentMessages.checkAgain}
          </BusyButton>
        )}
        {texts.waiting && (
          <BusyButton
            ref={again}
            className="btn btn-primary"
            isBusy={isBusy}
            onClick={() => void pay()}
            data-if="waiting"
          >
            {isBusy ? 'PROCESSING...' : paymentMessages.retryPayment}
          </BusyButton>
        )}
        <button type="button" className="btn btn-quiet" disabled={isBusy} onClick={dismiss}>
          {paymentMessages.dismiss}
        </button>
      </div>
      {isBusy && <PaymentProgress />}
    </section>
  );
}
