import process from 'node:process';
import { isComingSoon } from '../../src/contract/coming-soon.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { type RouteName, routes } from '../../src/contract/routes.ts';
import { Refused } from '../services/refusal.ts';

/**
 * The calls that a shop answers before its launch: calls about accounts, and about existing orders or payments. None of
 * them reveals which products exist: even a cart or a wishlist would show whether a product id is known.
 */
const openBeforeLaunch =
  /^(?:user|address|notification|newsletter|waitlist|payment|health)(?:\.|$)|^order\.(?!place$|razorpay$|stripe$)/;

export const closedBeforeLaunch: ReadonlySet<RouteName> = new Set(
  (Object.keys(routes) as RouteName[]).filter((name) => !openBeforeLaunch.test(name)),
);

/** @throws Refused 'not-open' before the launch (SHOP_MODE=coming-soon) */
export function mustBeOpen(name: RouteName): void {
  if (closedBeforeLaunch.has(name) && isComingSoon(process.env['SHOP_MODE'])) {
    throw new Refused('not-open', requestMessages.notOpen);
  }
}
