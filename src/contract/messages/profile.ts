/** The four tabs of the profile (specification §2 and §8). */
export const profileMessages = {
  tabs: { profile: 'Profile', orders: 'Orders', addresses: 'Addresses', notifications: 'Notifications' },
  unread: 'unread',
  loading: 'Loading',
  fetchFailed: 'Failed to fetch profile',
  updateFailed: 'Failed to update profile',
  updated: 'Profile updated successfully!',
  /** The choices of the field Gender; '' is none. */
  genders: {
    '': 'Select Gender',
    male: 'Male',
    female: 'Female',
    other: 'Other',
    'prefer-not-to-say': 'Prefer not to say',
  },
  notGiven: 'Not given',
  waiting: (email: string) => `Waiting for confirmation at ${email}`,
  confirmSent: (email: string) =>
    `We sent a letter to ${email}. Your e-mail changes when you open the link in it.`,
  emailConfirmed: 'Your e-mail is confirmed.',
  /** The line of the Profile tab, its button, and what the button does. */
  confirmOwn: 'Confirm your e-mail: open the link that we sent to it.',
  confirmAgain: 'Send the link again',
  confirmAsked: (email: string) => `We sent a link to ${email}. Open it within seven days, in this browser.`,
  confirmFailed: 'The link could not be sent. Please try again.',
  linkOther: 'This link belongs to another account. Log in to that account and open the link again.',
  exportUnconfirmed:
    'Your e-mail is not confirmed. What was asked for with it (newsletter, waitlist, sizes waited for, early orders) is added when it is.',
  linkEnded: 'This link has been used or is too old. Please ask for a new one.',
  birthday: 'Enter a day that has been, such as 2001-05-30',
  gender: 'Choose one of the list',
  ordersFailed: 'Failed to fetch orders',
  noOrders: 'No orders found',
  exportText: 'Everything that we keep of you, in one file.',
  exportReady: 'Your data is in your downloads.',
  exportFailed: 'Your data could not be put together. Please try again.',
  deleteText: 'Your account goes, and with it your profile, addresses, wishlist and notifications.',
  deleteWarning:
    'Your profile, addresses, cart, wishlist and notifications are deleted at once and cannot be brought back. Orders are kept without your name, as tax law wants.',
  deleteConfirm: 'To be sure that it is you, enter your e-mail and password again.',
  deleteConfirmEmail: 'To be sure that it is you, enter your e-mail again.',
  deleteWrong: 'E-mail or password is wrong. Nothing was deleted.',
  deleteBusy: 'An order of yours is still on its way. You can delete your account when it has arrived.',
  deleteFailed: 'No answer came. Please check your connection and try again.',
  deleted: 'Your account is deleted.',
} as const;
