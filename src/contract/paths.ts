/** Paths of the pages (docs/behaviour.md#routes), and the navigation state that some of them take. */
export const paths = {
  home: '/',
  collection: '/collection',
  /** The second page and later ones. */
  collectionPage: (page: number) => `/collection/${page}`,
  product: (id: string) => `/product/${id}`,
  cart: '/cart',
  login: '/login',
  /** The link in the email to reset a password; `token` is in the URL's fragment. */
  resetPassword: '/reset-password',
  /** The link in the emails that confirm a new account or email; `token` is in the URL's fragment. */
  confirmEmail: '/confirm-email',
  profile: '/profile',
  profileTab: (tab: 'profile' | 'orders' | 'addresses' | 'notifications') => `/profile?tab=${tab}`,
  placeOrder: '/place-order',
  orders: '/orders',
  /** Where a shopper returns after a payment. */
  verify: '/verify',
  wishlist: '/wishlist',
  about: '/about',
  contact: '/contact',
  delivery: '/delivery',
  terms: '/terms-conditions',
  privacy: '/privacy-policy',
  cancellationRefund: '/cancellation-refund-policy',
  shippingDelivery: '/shipping-delivery-policy',
} as const;

/** Data that one page hands to the next, once. */
export interface NavigationState {
  /** Where /login returns to, and the state for that page. */
  from?: string;
  onReturn?: { notifyMe?: string; earlyOrder?: string };
  /** /product: the sold-out size for a back-in-stock subscription. */
  notifyMe?: string;
  /** /product: registers interest in this early-order product, in this size. */
  earlyOrder?: string;
  /** /collection opens with its search field focused. */
  openSearch?: boolean;
}

/** The page of an order's invoice. It is not in `paths`, because every page loads those as one. */
export const invoicePage = '/invoice';

export const invoicePath = (orderId: string) => `${invoicePage}?orderId=${orderId}`;

/** The collection filtered by one type of product. */
export const typePath = (subCategory: string) =>
  `${paths.collection}?${new URLSearchParams({ subCategory })}`;

/** The newsletter's pages. */
export const newsletterPaths = {
  /** Where a form without script ends. */
  home: '/newsletter',
  /** The link in the confirmation email; `token` is in the URL's fragment. */
  confirm: '/newsletter/confirm',
  /** The unsubscribe link of every email; `token` is in the query, because it must work without script. */
  leave: '/newsletter/unsubscribe',
} as const;

/** Results that the newsletter page shows, by URL fragment. */
export const newsletterOutcomes = {
  sent: 'sent',
  failed: 'failed',
  left: 'left',
  unknown: 'unknown',
  again: 'again',
} as const;

/**
 * A path to return to after a log-in, on this site only. Anything that a browser may read as another site
 * (`//evil.example`, `/\\evil.example`, tabs between the slashes, an absolute URL) gives the home page. So the URL
 * parser decides, as in a browser.
 */
export function returnPath(from: string | undefined): string {
  const here = 'https://this.shop';
  if (!from?.startsWith('/') || !URL.canParse(from, here)) return paths.home;
  const { origin, pathname, search, hash } = new URL(from, here);
  // `/.//evil.example` is on this site, but its parsed path `//evil.example` is not.
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : paths.home;
}
