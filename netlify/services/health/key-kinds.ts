import type { KeyKind } from '../../../src/contract/calls/health.ts';
import type { Provider } from '../../../src/domain/order.ts';

/** Whether the keys of each configured provider are live or test keys. */
export function keyKindsOf(
  settings: Readonly<Record<string, string | undefined>>,
): Partial<Record<Provider, KeyKind>> {
  const { RAZORPAY_KEY_ID: razorpay, STRIPE_SECRET_KEY: stripe } = settings;
  return { ...(razorpay && { razorpay: kindOf(razorpay) }), ...(stripe && { stripe: kindOf(stripe) }) };
}

/** Both providers put the kind into their keys: rzp_live_…, sk_test_…, rk_live_… */
const kindOf = (key: string): KeyKind => (/^[a-z]+_live_/.test(key) ? 'live' : 'test');
