import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { paths } from '../../contract/paths.ts';
import {
  $verify,
  $verifyText,
  logInToVerify,
  openVerify,
  verifyPayment,
} from '../../stores/payment/verify-page.ts';

/**
 * The return page of a payment: a message while the server is asked, and what to do if it does not answer. It is half a
 * screen high, so that the page does not jump when the message comes.
 */
export function VerifyPayment() {
  const state = useStore($verify, { ssr: 'initial' });
  const text = useStore($verifyText, { ssr: 'initial' });
  useEffect(openVerify, []);

  return (
    <div className="flex min-h-[50dvh] flex-col items-start justify-center gap-6">
      <div role="status">
        {state === 'asking' && <p className="text-muted text-xl">{paymentMessages.checking}</p>}
        {state === 'visitor' && <p className="text-xl">{paymentMessages.logIn}</p>}
        {state === 'silent' && <p className="text-xl">{text}</p>}
      </div>
      {state === 'visitor' && (
        <button type="button" className="btn btn-primary" onClick={logInToVerify}>
          {paymentMessages.logInNow}
        </button>
      )}
      {state === 'silent' && (
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn btn-primary" onClick={() => void verifyPayment()}>
            Try again
          </button>
          <a className="btn btn-secondary" href={paths.orders}>
            {paymentMessages.myOrders}
          </a>
        </div>
      )}
    </div>
  );
}
