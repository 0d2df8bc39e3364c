import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import type { PaymentMethod } from '../../domain/order.ts';

/** The ways to pay in the order of specification §9; the first is recommended, and chosen until the shopper chooses. */
export const allPaymentMethods = ['cod', 'razorpay', 'stripe'] as const satisfies PaymentMethod[];

/** Those that this shop can take money by today. Cash is offered at once; the others wait for the server's word. */
export const $offeredMethods = atom<readonly PaymentMethod[]>(['cod']);
export const $methodsStatus = atom<'loading' | 'ready' | 'failed'>('loading');

export const $paymentMethod = atom<PaymentMethod>('cod');

/** Asks what is offered. A failure leaves cash on delivery. */
export async function loadPaymentMethods(): Promise<void> {
  $methodsStatus.set('loading');
  const answer = await call('payment.methods', undefined);
  if (!answer.success) {
    $methodsStatus.set('failed');
    return;
  }
  const offered = allPaymentMethods.filter((method) => answer.methods.includes(method));
  $offeredMethods.set(offered);
  if (!offered.includes($paymentMethod.get())) $paymentMethod.set(offered[0] ?? 'cod');
  $methodsStatus.set('ready');
}
