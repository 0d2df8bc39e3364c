/** Pages and policies that marketers write. */
export const textPages = [
  '/about',
  '/contact',
  '/delivery',
  '/privacy-policy',
  '/terms-conditions',
  '/cancellation-refund-policy',
  '/shipping-delivery-policy',
];

/** Pages that need no login and no preparation. */
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
