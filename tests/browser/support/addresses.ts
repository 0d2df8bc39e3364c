/** What marketers write: pages and policies. */
export const textPages = [
  '/about',
  '/contact',
  '/delivery',
  '/privacy-policy',
  '/terms-conditions',
  '/cancellation-refund-policy',
  '/shipping-delivery-policy',
];

/** What anybody can open without being known and without having done anything first. */
export const openToAll = [
  '/',
  ...textPages,
  '/coming-soon',
  '/newsletter',
  '/login',
  '/wishlist',
  '/no-such-page',
  '/offline',
];
