import { passwordLength } from '../../domain/user.ts';

/** About logging in and signing up. */
export const authMessages = {
  terms: 'Please accept the Terms & Conditions and Privacy Policy to continue',
  welcome: (email: string) => `Logged in as ${email}`,
  wrongPair: 'E-mail or password is wrong',
  taken: 'An account with this e-mail exists already. Please log in.',
  googleFailed: 'Google login failed',
  googleWelcome: 'Successfully logged in with Google!',
  googleTaken: 'An account with this e-mail exists already. Please log in with its password.',
  googleUnverified: 'Google has not confirmed this e-mail, so it cannot be used here.',
  googleNotOffered: 'Google login is not offered right now.',
  forgotSent: 'If this e-mail has an account, a letter with a link is on its way to it.',
  resetDone: 'Your password is changed. Please log in with it.',
  resetEnded: 'This link has been used or is too old. Please ask for a new one.',
  /** Where Google's button would be, when the shop does not offer it or it could not be loaded. */
  withoutGoogle: 'Log in to check out, follow your orders and find your wishlist on every device.',
  or: 'or',
  /** Where the browser keeps nothing for this site. */
  storageBlocked:
    'Your browser blocks storage for this site, so a login ends when you leave this page. Allow cookies and site data, or use another browser.',
  forgot: 'Forgot your password?',
  forgotHint: 'We send you a letter with a link. With it you choose a new password.',
  sendLink: 'Send the link',
  backToLogin: 'Back to Login',
  resetTitle: 'Choose a new password',
  newPassword: 'New password',
  savePassword: 'Save new password',
  wait: 'Please wait...',
  /** /confirm-email. */
  confirmTitle: 'Confirm your e-mail',
  confirming: 'Your e-mail is being confirmed.',
  confirmAfterLogin:
    'Please log in first; then your e-mail is confirmed. If you did not sign up here yourself, choose “Forgot your password?”: the account becomes yours, and empty.',
  logInToConfirm: 'Log in',
  toProfile: 'To your profile',
  tryAgain: 'Try again',
  passwordChanged: 'Your password was changed.',
  /** To whom an e-mail was given that somebody had signed up with. */
  emptied:
    'This e-mail had not been confirmed before. For your safety we emptied the account: addresses, cart, wishlist and the list of orders.',
  commonPassword: 'Many people use this password, so others try it first. Please choose another.',
  tooManyGuesses: 'Too many tries. Please wait, or choose “Forgot your password?” to get in by e-mail.',
  failed: 'Login failed. Please try again.',
  passwordLength: `The password needs ${passwordLength.min} to ${passwordLength.max} characters`,
} as const;
