import process from 'node:process';
import { isComingSoon } from '../../src/contract/coming-soon.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { type RouteName, rulesOf } from '../../src/contract/routes.ts';
import { Refused } from '../services/refusal.ts';

/**
 * Before the launch, a shop answers calls about accounts, and about existing orders or payments. No other call, because
 * even a cart or a wishlist would show whether a product id is known.
 * @throws Refused 'not-open' before the launch (SHOP_MODE=coming-soon)
 */
export function mustBeOpen(name: RouteName): void {
  if (!rulesOf(name).openBeforeLaunch && isComingSoon(process.env['SHOP_MODE'])) {
    throw new Refused('not-open', requestMessages.notOpen);
  }
}
