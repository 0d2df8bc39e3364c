import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import { type PaymentMethod, paymentMethods } from '../../domain/order.ts';

/** The methods that the shop can use now. Cash is offered at once; the others after the server's answer. */
export const $offeredMethods = atom<readonly PaymentMethod[]>(['cod']);
export const $methodsStatus = atom<'loading' | 'ready' | 'failed'>('loading');

export const $paymentMethod = atom<PaymentMethod>('cod');

/** Loads the offered methods. After a failure only cash on delivery is offered. */
export async function loadPaymentMethods(): Promise<void> {
  $methodsStatus.set('loading');
  const answer = await call('payment.methods', undefined);
  if (!answer.success) return $methodsStatus.set('failed');
  const offered = paymentMethods.filter((method) => answer.methods.includes(method));
  $offeredMethods.set(offered);
  if (!offered.includes($paymentMethod.get())) $paymentMethod.set(offered[0] ?? 'cod');
  $methodsStatus.set('ready');
}
