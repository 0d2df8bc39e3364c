import { useStore } from '@nanostores/react';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { $payment, type Payment } from '../../stores/payment/payment.ts';

const words: Partial<Record<Payment['step'], string>> = {
  starting: paymentMessages.opening,
  window: paymentMessages.windowOpen,
  confirming: paymentMessages.checking,
  leaving: paymentMessages.leaving,
};

/** Says behind a payment window, and after it, what is being waited for: the page has not stopped. */
export function PaymentProgress() {
  const { step } = useStore($payment, { ssr: 'initial' });
  return (
    <p role="status" className="field-hint min-h-6">
      {words[step]}
    </p>
  );
}
