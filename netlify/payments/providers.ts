import type { PaymentMethod, Provider } from '../../src/domain/order.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { razorpay } from './razorpay.ts';
import { stripe } from './stripe.ts';

const all = { razorpay, stripe } as const satisfies Record<Provider, () => PaymentProvider | undefined>;

/** Tells whether the last part of a webhook's address names a provider. */
export function isProvider(id: string): id is Provider {
  return Object.hasOwn(all, id);
}

/** Undefined if the shop has no keys for the provider; the checkout then does not offer it. */
export function providerOf(id: Provider): PaymentProvider | undefined {
  return all[id]();
}

/** Every provider with keys. */
export function providersOffered(): PaymentProvider[] {
  return Object.values(all).flatMap((open) => open() ?? []);
}

/** The payment methods that a shopper may choose. Cash on delivery needs no keys and comes first. */
export function methodsOffered(): PaymentMethod[] {
  return ['cod', ...providersOffered().map(({ id }) => id)];
}
