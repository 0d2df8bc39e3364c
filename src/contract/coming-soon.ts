import { invoicePage } from './invoice-path.ts';
import { newsletterPaths } from './newsletter-paths.ts';
import { paths } from './paths.ts';

/** The waitlist page. Not among `paths`, which every page carries to the browser. */
export const comingSoonPath = '/coming-soon';

/** Where the page shows how a form went that was posted without script: fragments of its address. */
export const outcomes = { joined: 'joined', failed: 'failed' } as const;

/** The one value of SHOP_MODE beside none: the waitlist page stands in front of the shop (decisions, Routes). */
export const COMING_SOON = 'coming-soon';

/** @param mode the setting SHOP_MODE */
export function isComingSoon(mode: string | undefined): boolean {
  return mode === COMING_SOON;
}

/**
 * Pages that stay open before the launch: the waitlist, what its visitors agree to, who they deal with, letters' links,
 * and what somebody who has an account or an order needs.
 */
export const openBeforeLaunch: readonly string[] = [
  comingSoonPath,
  paths.privacy,
  paths.terms,
  paths.contact,
  // Whoever has letters of the shop can answer them.
  ...Object.values(newsletterPaths),
  paths.resetPassword,
  paths.confirmEmail,
  paths.login,
  paths.profile,
  paths.verify,
  paths.orders,
  invoicePage,
];
