import { useStore } from '@nanostores/react';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { $payment, type Payment } from '../../stores/payment/payment.ts';

const words: Partial<Record<Payment['step'], string>> = {
  starting: paymentMessages.opening,
  window: paymentMessages.windowOpen,
  confirming: paymentMessages.checking,
  leaving: paymentMessages.leaving,
};

/** Says what the page is waiting for during and after a payment. */
export function PaymentProgress() {
  const { step } = useStore($payment, { ssr: 'initial' });
  return (
    <p role="status" className="field-hint min-h-6">
      {words[step]}
    </p>
  );
}
