import { passwordLength } from '../../domain/user.ts';

export const sessionMessages = {
  loggedOut: 'Logged out',
  required: 'Please log in to continue.',
  expired: 'Your session has ended. Please log in again.',
} as const;

export const authMessages = {
  terms: 'Please accept the Terms & Conditions and Privacy Policy to continue',
  welcome: (email: string) => `Logged in as ${email}`,
  wrongPair: 'Wrong email or password',
  taken: 'There is already an account with this email. Please log in.',
  googleFailed: 'Google login failed',
  googleWelcome: 'Successfully logged in with Google!',
  googleTaken: 'There is already an account with this email. Please log in with its password.',
  googleUnverified: 'Google has not confirmed this email, so you cannot use it here.',
  googleNotOffered: 'Google login is not available right now.',
  forgotSent: 'If there is an account with this email, we have sent a link to it.',
  resetDone: 'Your password has been changed. Please log in with the new one.',
  resetEnded: 'This link has been used or has expired. Please ask for a new one.',
  /** In the place of Google's button, if the shop does not offer it or it could not be loaded. */
  withoutGoogle: 'With an account you can check out, track your orders and see your wishlist on any device.',
  or: 'or',
  /** Shown if the browser stores nothing for this site. */
  storageBlocked:
    'Your browser blocks storage for this site, so you cannot stay logged in. Please allow cookies and site data, or use another browser.',
  forgot: 'Forgot your password?',
  forgotHint: 'We will email you a link to choose a new password.',
  sendLink: 'Send the link',
  backToLogin: 'Back to Login',
  resetTitle: 'Choose a new password',
  newPassword: 'New password',
  savePassword: 'Save new password',
  wait: 'Please wait...',
  /** /confirm-email. */
  confirmTitle: 'Confirm your email',
  confirming: 'We are confirming your email.',
  confirmAfterLogin:
    'Please log in first to confirm your email. If you did not create this account, choose “Forgot your password?” to take it over. It will be empty.',
  logInToConfirm: 'Log in',
  toProfile: 'Go to your profile',
  tryAgain: 'Try again',
  passwordChanged: 'Your password was changed.',
  /** For the owner of an email that somebody else had used to sign up. */
  emptied:
    'This email had not been confirmed before. For your safety, we have removed everything saved in the account: addresses, cart, wishlist and order history.',
  commonPassword: 'Many people use this password, so it is easy to guess. Please choose another.',
  tooManyGuesses: 'Too many attempts. Please wait, or choose “Forgot your password?” to reset it by email.',
  failed: 'Login failed. Please try again.',
  passwordLength: `Your password must have ${passwordLength.min} to ${passwordLength.max} characters`,
} as const;

/**
 * Why a log-in is needed, by the page or the action that the shopper wanted. They are not in `authMessages`, because the
 * first script of /login shows them.
 */
export const loginReasons = {
  notifyMe: 'Log in, and we will email you when it is back in stock.',
  earlyOrder: 'Log in to register your interest.',
  '/cart': 'Log in to see your cart. Your items are saved.',
  '/place-order': 'Log in to place your order.',
  '/orders': 'Log in to see your orders.',
  '/profile': 'Log in to see your profile.',
} as const;

export const profileMessages = {
  tabs: { profile: 'Profile', orders: 'Orders', addresses: 'Addresses', notifications: 'Notifications' },
  unread: 'unread',
  loading: 'Loading',
  fetchFailed: 'Failed to fetch profile',
  updateFailed: 'Failed to update profile',
  updated: 'Profile updated successfully!',
  /** The options of the field Gender; '' is none. */
  genders: {
    '': 'Select Gender',
    male: 'Male',
    female: 'Female',
    other: 'Other',
    'prefer-not-to-say': 'Prefer not to say',
  },
  notGiven: 'Not added',
  waiting: (email: string) => `Waiting for confirmation at ${email}`,
  confirmSent: (email: string) => `We sent a link to ${email}. Your email changes when you open it.`,
  emailConfirmed: 'Your email is confirmed.',
  /** The email line of the Profile tab, its button, and the results. */
  confirmOwn: 'Confirm your email: open the link that we sent you.',
  confirmAgain: 'Send the link again',
  confirmAsked: (email: string) => `We sent a link to ${email}. Open it within seven days, in this browser.`,
  confirmFailed: 'The link could not be sent. Please try again.',
  linkOther: 'This link belongs to another account. Log in to that account and open the link again.',
  exportUnconfirmed:
    'Your email is not confirmed. After you confirm it, this file will also include your newsletter, waitlist, back-in-stock and early-order requests.',
  linkEnded: 'This link has been used or has expired. Please ask for a new one.',
  birthday: 'Enter a date in the past, such as 30-05-2001',
  gender: 'Choose one from the list',
  ordersFailed: 'Failed to fetch orders',
  noOrders: 'No orders found',
  exportText: 'All the data we hold about you, in one file.',
  exportReady: 'Your data file is in your downloads.',
  exportFailed: 'Your data could not be downloaded. Please try again.',
  deleteText: 'Deletes your account with its profile, addresses, wishlist and notifications.',
  deleteWarning:
    'Your profile, addresses, cart, wishlist and notifications are deleted at once and cannot be restored. We keep orders without your name because tax law requires it.',
  deleteConfirm: 'To confirm that it is you, enter your email and password again.',
  deleteConfirmEmail: 'To confirm that it is you, enter your email again.',
  deleteWrong: 'Wrong email or password. Nothing was deleted.',
  /** Why the account cannot be deleted yet; `order` is the short id. */
  deleteBusy: {
    unpaid: (order: string) =>
      `Order ${order} is waiting for its payment. Open My orders and cancel it there first, or pay it.`,
    coming: (order: string) =>
      `Order ${order} is still on its way. You can delete your account after it arrives.`,
    refund: (order: string) =>
      `A refund for order ${order} is not finished. You can delete your account after the money has reached you.`,
    dispute: (order: string) =>
      `The payment of order ${order} is disputed. You can delete your account after your bank has decided.`,
  },
  deleteFailed: 'No response from server. Please check your connection and try again.',
  deleted: 'Your account has been deleted.',
} as const;

export const notificationMessages = {
  none: 'No notifications found',
  fetchFailed: 'Failed to fetch notifications',
  readFailed: 'Failed to mark as read',
  read: 'Notification marked as read',
  markAsRead: 'Mark as Read',
  markAllAsRead: 'Mark All as Read',
  allRead: 'All notifications marked as read',
  unknown: 'This notification was not found.',
} as const;
