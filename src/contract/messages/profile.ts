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
    `We sent a link to ${email}. Your email changes when you open it.`,
  emailConfirmed: 'Your email is confirmed.',
  /** The line of the Profile tab, its button, and what the button does. */
  confirmOwn: 'Confirm your email: open the link that we sent you.',
  confirmAgain: 'Send the link again',
  confirmAsked: (email: string) => `We sent a link to ${email}. Open it within seven days, in this browser.`,
  confirmFailed: 'The link could not be sent. Please try again.',
  linkOther: 'This link belongs to another account. Log in to that account and open the link again.',
  exportUnconfirmed:
    'Your email is not confirmed. Once it is, your file will also have what you asked for with it: newsletter, waitlist, back-in-stock emails and early orders.',
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
  deleteBusy: 'One of your orders is still on its way. You can delete your account when it has arrived.',
  deleteFailed: 'No response from server. Please check your connection and try again.',
  deleted: 'Your account has been deleted.',
} as const;
