import { invoicePage, newsletterPaths, paths } from './paths.ts';

/** The waitlist page. It is not in `paths`, because every page sends those to the browser. */
export const comingSoonPath = '/coming-soon';

/** Fragments of the page's URL that show the result of a form post without script. */
export const outcomes = { joined: 'joined', failed: 'failed' } as const;

/** The only value of SHOP_MODE: the waitlist page replaces the shop (docs/behaviour.md#waitlist). */
export const COMING_SOON = 'coming-soon';

/** @param mode the setting SHOP_MODE */
export function isComingSoon(mode: string | undefined): boolean {
  return mode === COMING_SOON;
}

/**
 * Pages that stay open before the launch: the waitlist, its legal pages, the contact page, the links in emails, and
 * pages for somebody with an account or an order.
 */
export const openBeforeLaunch: readonly string[] = [
  comingSoonPath,
  paths.privacy,
  paths.terms,
  paths.contact,
  // Newsletter emails may link to these pages.
  ...Object.values(newsletterPaths),
  paths.resetPassword,
  paths.confirmEmail,
  paths.login,
  paths.profile,
  paths.verify,
  paths.orders,
  invoicePage,
];
