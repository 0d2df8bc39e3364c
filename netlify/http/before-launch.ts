import process from 'node:process';
import { isComingSoon } from '../../src/contract/coming-soon.ts';
import { requestMessages } from '../../src/contract/messages/request.ts';
import type { RouteName } from '../../src/contract/routes.ts';
import { Refused } from '../services/refusal.ts';

/**
 * What a shop that is not open refuses: to show its pieces and to take an order for one. All else answers as ever,
 * because money may be under way, and because whoever is here already keeps their account and their cart.
 */
export const closedBeforeLaunch: ReadonlySet<RouteName> = new Set([
  'product.list',
  'product.stock',
  'order.place',
  'order.razorpay',
  'order.stripe',
]);

/** @throws Refused 'not-open' before the launch (SHOP_MODE=coming-soon) */
export function mustBeOpen(name: RouteName): void {
  if (closedBeforeLaunch.has(name) && isComingSoon(process.env['SHOP_MODE'])) {
    throw new Refused('not-open', requestMessages.notOpen);
  }
}
