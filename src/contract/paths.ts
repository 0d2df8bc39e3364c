/** Page addresses (specification §2, route table) and the navigation state that some of them take. */
export const paths = {
  home: '/',
  collection: '/collection',
  /** The second page and those after it. */
  collectionPage: (page: number) => `/collection/${page}`,
  product: (id: string) => `/product/${id}`,
  cart: '/cart',
  login: '/login',
  /** Where the letter about a forgotten password leads; `token` in the address's fragment. */
  resetPassword: '/reset-password',
  /** Where the letters about a new account and a new e-mail lead; `token` in the address's fragment. */
  confirmEmail: '/confirm-email',
  profile: '/profile',
  /** The line of the profile that says how to confirm the e-mail. */
  confirmAgain: '/profile#confirm-email',
  profileTab: (tab: 'profile' | 'orders' | 'addresses' | 'notifications') => `/profile?tab=${tab}`,
  placeOrder: '/place-order',
  orders: '/orders',
  /** Where a payment comes back to. */
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

/** What one page hands to the next, once. */
export interface NavigationState {
  /** Where /login goes back to, and what it hands to that page. */
  from?: string;
  onReturn?: { notifyMe?: string; earlyOrder?: string };
  /** /product: the sold-out size that the shopper wants to hear of (specification §4, Notify-me). */
  notifyMe?: string;
  /** /product: register interest in this early-order product, in this size. */
  earlyOrder?: string;
  /** /collection opens with its search field focused. */
  openSearch?: boolean;
}
