/**
 * Why there is a login, by the page that the shopper wanted or by what they wanted there. Apart from the other messages
 * about logging in, because the first script of /login says it.
 */
export const loginReasons = {
  notifyMe: 'Log in, and we email you when it is back.',
  earlyOrder: 'Log in to register your interest.',
  '/cart': 'Log in to open your cart. It stays as it is.',
  '/place-order': 'Log in to place your order.',
  '/orders': 'Log in to see your orders.',
  '/profile': 'Log in to see your profile.',
} as const;
