import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { BusyButton } from '../ui/BusyButton.tsx';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { paths } from '../../contract/paths.ts';
import { shortOrderId } from '../../domain/order.ts';
import { $payment, $unpaidCheck, checkUnpaid, openPayments, payAgain } from '../../stores/payment/payment.ts';
import { $ownUnpaid, forgetUnpaid, type UnpaidOrder } from '../../stores/payment/unpaid.ts';
import { PaymentProgress } from './PaymentProgress.tsx';

interface Props {
  /** Shown in the payment window. */
  shopName: string;
  /** Orders that the page shows with their own pay button. */
  listed?: readonly string[];
}

/** The unpaid order, and the button to pay for it again. It asks once whether it has been paid meanwhile. */
export function UnpaidPanel({ shopName, listed = [] }: Props) {
  const unpaid = useStore($ownUnpaid, { ssr: () => null });
  const { step, problem, orderId } = useStore($payment, { ssr: 'initial' });

  useEffect(() => {
    openPayments(shopName);
    void checkUnpaid();
  }, [shopName]);

  const isListed = (id: string) => listed.includes(id);
  if (unpaid && (unpaid.receipt || unpaid.isOver || !isListed(unpaid.orderId)))
    return <Waiting key={unpaid.orderId} unpaid={unpaid} />;
  // An order that can no longer be paid is gone, but the reason stays.
  if (unpaid || !problem || step !== 'idle' || !orderId || isListed(orderId)) return null;
  return (
    <section aria-label={paymentMessages.title(shortOrderId(orderId))} className="unpaid panel">
      <p className="field-error">{problem}</p>
    </section>
  );
}

function Waiting({ unpaid }: { unpaid: UnpaidOrder }) {
  const { step } = useStore($payment, { ssr: 'initial' });
  const check = useStore($unpaidCheck, { ssr: 'initial' });
  const again = useRef<HTMLButtonElement>(null);
  const { orderId, items, receipt, problem, isOver } = unpaid;
  const short = shortOrderId(orderId);
  const isBusy = step !== 'idle';

  const pay = async () => {
    await payAgain({ orderId, items });
    // The payment window had the focus; it returns to the button that opened the window.
    again.current?.focus();
  };
  const dismiss = () => {
    forgetUnpaid(orderId);
    document.getElementById('main')?.focus();
  };

  return (
    <section aria-label={paymentMessages.title(short)} className="unpaid panel">
      <div className="flex flex-col gap-1">
        <h2 className="text-lg leading-tight font-semibold">{headingFor(unpaid)}</h2>
        {problem && !receipt && (
          // A refund may come without a toast.
          <p role={isOver ? 'alert' : undefined} className="field-error">
            {problem}
          </p>
        )}
        {!isOver && (
          <p className="unpaid-hint field-hint" aria-live="polite">
            <span data-on={check === 'asking'}>{paymentMessages.unpaidChecking}</span>
            <span data-on={check !== 'asking'}>{hintFor(unpaid, check)}</span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {isOver && (
          <a className="btn btn-secondary" href={paths.orders}>
            {paymentMessages.myOrders}
          </a>
        )}
        {receipt && (
          <BusyButton
            className="btn btn-primary"
            isBusy={check === 'asking'}
            onClick={() => void checkUnpaid()}
          >
            {paymentMessages.checkAgain}
          </BusyButton>
        )}
        {!isOver && !receipt && (
          <BusyButton ref={again} className="btn btn-primary" isBusy={isBusy} onClick={() => void pay()}>
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

function headingFor({ orderId, receipt, isOver }: UnpaidOrder): string {
  const short = shortOrderId(orderId);
  if (isOver) return paymentMessages.title(short);
  return receipt ? paymentMessages.unheard(short) : paymentMessages.unpaid(short);
}

function hintFor({ receipt, problem }: UnpaidOrder, check: ReturnType<typeof $unpaidCheck.get>): string {
  if (receipt) return paymentMessages.unheardHint;
  if (check === 'silent') return paymentMessages.unpaidUnchecked;
  return problem ? paymentMessages.unpaidAgain : paymentMessages.unpaidHint;
}
