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
  /** The line of the profile that says how to confirm the email. */
  confirmAgain: '/profile#confirm-email',
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
