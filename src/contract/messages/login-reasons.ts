/**
 * Why a log-in is needed, by the page or the action that the shopper wanted. They are separate from the other log-in
 * messages, because the first script of /login shows them.
 */
export const loginReasons = {
  notifyMe: 'Log in, and we email you when it is back.',
  earlyOrder: 'Log in to register your interest.',
  '/cart': 'Log in to open your cart. It stays as it is.',
  '/place-order': 'Log in to place your order.',
  '/orders': 'Log in to see your orders.',
  '/profile': 'Log in to see your profile.',
} as const;
