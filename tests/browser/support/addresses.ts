/** What anybody can open without being known and without having done anything first. */
export const openToAll = [
  '/',
  '/about',
  '/contact',
  '/delivery',
  '/privacy-policy',
  '/terms-conditions',
  '/cancellation-refund-policy',
  '/shipping-delivery-policy',
  '/coming-soon',
  '/newsletter',
  '/login',
  '/wishlist',
  '/no-such-page',
];
