import type { KeyKind } from '../../../src/contract/calls/health.ts';
import type { Provider } from '../../../src/domain/order.ts';
import { providerSetup } from '../../payments/provider-setup.ts';

/** Whether the keys of each configured provider are live or test keys. */
export function keyKindsOf(
  settings: Readonly<Record<string, string | undefined>>,
): Partial<Record<Provider, KeyKind>> {
  const kinds = Object.entries(providerSetup).flatMap(([provider, { keySetting }]) => {
    const key = settings[keySetting];
    return key ? [[provider, kindOf(key)]] : [];
  });
  return Object.fromEntries(kinds) as Partial<Record<Provider, KeyKind>>;
}

/** Both providers put the kind into their keys: rzp_live_…, sk_test_…, rk_live_… */
const kindOf = (key: string): KeyKind => (/^[a-z]+_live_/.test(key) ? 'live' : 'test');
