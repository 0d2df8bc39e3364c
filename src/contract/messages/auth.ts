import { passwordLength } from '../../domain/user.ts';

/** Messages about log-in and sign-up. */
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
  withoutGoogle: 'Log in to check out, follow your orders and find your wishlist on every device.',
  or: 'or',
  /** Shown if the browser stores nothing for this site. */
  storageBlocked:
    'Your browser blocks storage for this site, so a login ends when you leave this page. Allow cookies and site data, or use another browser.',
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
    'Please log in first to confirm your email. If you did not sign up here yourself, choose “Forgot your password?”: the account becomes yours, with nothing saved in it.',
  logInToConfirm: 'Log in',
  toProfile: 'Go to your profile',
  tryAgain: 'Try again',
  passwordChanged: 'Your password was changed.',
  /** For the owner of an email that somebody else had used to sign up. */
  emptied:
    'This email had not been confirmed before. For your safety we emptied the account: addresses, cart, wishlist and order history.',
  commonPassword: 'Many people use this password, so it is easy to guess. Please choose another.',
  tooManyGuesses: 'Too many attempts. Please wait, or choose “Forgot your password?” to get in by email.',
  failed: 'Login failed. Please try again.',
  passwordLength: `Your password must have ${passwordLength.min} to ${passwordLength.max} characters`,
} as const;
