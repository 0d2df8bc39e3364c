import { atom } from 'nanostores';
import { goTo } from '../../client/go-to.ts';
import { paths } from '../../contract/paths.ts';
import { ORDER_ID } from '../../domain/order.ts';
import { authorised } from '../session/authorised.ts';
import { finishOrder } from './payment.ts';
import { isRefunded, isNoAnswer, isOrderPlaced, unconfirmedText } from './verification-answer.ts';
import { $token } from '../session/session.ts';
import { keepToastForNextPage } from '../page/toasts.lazy.ts';
import { $ownUnpaid, changeUnpaid, noteUnpaid, unpaidOf } from './unpaid.ts';

/** /verify: `asking` until the next page is open; `silent` if no answer came; `visitor` if nobody is logged in. */
export const $verify = atom<'asking' | 'silent' | 'visitor'>('asking');

/** What the page says while it is `silent`. */
export const $verifyText = atom('');

/**
 * Opens the return page of a payment. It never trusts the address: the server asks the provider.
 * @returns a function that stops this
 */
export function openVerify(): () => void {
  if (!ORDER_ID.test(returned().orderId)) {
    goTo(paths.cart, undefined, 'replace');
    return () => undefined;
  }
  return $token.subscribe((token) => {
    if (token) void verifyPayment();
    else $verify.set('visitor');
  });
}

/** Opens /login, which leads back to this address. */
export function logInToVerify(): void {
  goTo(paths.login, { from: location.pathname + location.search });
}

let verifying: Promise<void> | null = null;

export function verifyPayment(): Promise<void> {
  verifying ??= verify().finally(() => {
    verifying = null;
  });
  return verifying;
}

async function verify(): Promise<void> {
  const { success, orderId } = returned();
  $verify.set('asking');
  const answer = await authorised('order.verifyStripe', { success, orderId });
  if (isOrderPlaced(answer)) {
    await finishOrder(orderId);
  } else if (answer.code === 'unauthorised') {
    $verify.set('visitor');
  } else if (isNoAnswer(answer.code)) {
    $verifyText.set(unconfirmedText(answer));
    $verify.set('silent');
  } else {
    const { message } = answer;
    const isOver = answer.code !== 'not-paid' || isRefunded(answer);
    if (unpaidOf(orderId)) changeUnpaid(orderId, { problem: message, receipt: null, isOver });
    else if (!isOver || !$ownUnpaid.get())
      noteUnpaid(orderId, { method: null, items: [], problem: message, isOver });
    keepToastForNextPage('error', message);
    goTo(paths.cart, undefined, 'replace');
  }
}

function returned(): { success: string | null; orderId: string } {
  const query = new URLSearchParams(location.search);
  return { success: query.get('success'), orderId: query.get('orderId') ?? '' };
}
