import { shop } from '../../domain/config.ts';

const percent = shop.newsletterDiscountPercent;

export const newsletterMessages = {
  subscribed: 'Subscribed successfully!',
  failed: 'Subscription failed',
  refused: 'Cannot connect to server. Please check if the backend is running.',
  serverError: (status: number) => `Server error: ${status}`,
  noResponse: 'No response from server. Please check your connection.',
  otherwise: 'Failed to subscribe. Please try again.',
  /** Beside the box, and as the reply: the same for everyone, subscribed before or not. */
  check:
    'We have sent you an email. Open the link in it to confirm your address; we will then send your code.',
  subscribe: 'Subscribe',
  sending: 'Subscribing',
} as const;

export const newsletterPageMessages = {
  title: 'Newsletter',
  off: `${percent}% off`,
  offer: `New drops before anyone else, and a code that takes ${percent}% off one order.`,
  email: 'Your email',
  placeholder: 'name@example.com',
  first: 'First we email you a link to confirm your address.',
  consent: 'Every email has an unsubscribe link.',
  consentLink: 'How we use your email',
  sent: 'Please check your inbox',
  notSent: 'Something went wrong',
  notSentHint: 'Please check the email address, wait a minute and try again.',
  confirmTitle: 'Confirm the newsletter',
  confirmedTitle: 'You are on the list',
  endedTitle: 'This link has expired',
  leaveTitle: 'Unsubscribe',
  leaveHint: 'Tap once to stop our newsletter. You will still get emails about your orders.',
  leave: 'Unsubscribe',
  left: 'You are unsubscribed',
  leftHint:
    'We have deleted your email. We keep only a fingerprint that cannot be turned back into your email, so that each email gets only one code. If you have not used your code, it stays valid.',
  leaveUnknown: 'This link does not work',
  leaveUnknownHint: 'Nothing has changed: the link is incomplete or has expired. Write to us to unsubscribe:',
  leaveAgain: 'Something went wrong',
  leaveAgainHint: 'Nothing has changed. Please go back and try again in a minute.',
} as const;

/** Results of the link in the confirmation email. */
export const newsletterConfirmMessages = {
  hint: 'Tap once to get the newsletter and your code.',
  confirm: 'Confirm my subscription',
  confirming: 'Confirming',
  confirmed: 'Your subscription is confirmed.',
  known: 'Your subscription is already confirmed.',
  codeGiven: (off: number) => `Here is your code for ${off}% off one order. We also email it to you.`,
  noCode: 'Each email gets one code, and yours has already been sent.',
  until: (day: string) => `Valid until ${day}. Enter it under “Have a code?” in your cart or at checkout.`,
  copy: 'Copy the code',
  copied: 'Code copied!',
  notCopied: 'The code could not be copied. Please select it and copy it by hand.',
  toShop: 'See the collection',
  tryAgain: 'Try again',
  ended: 'This link no longer works. Please subscribe again and we will send you a new one.',
  subscribeAgain: 'Subscribe again',
} as const;

/** The texts of the coming-soon page and the values of its form. */
export const waitlistMessages = {
  line: 'A new era of fashion is loading...',
  placeholder: 'Enter email to join the waitlist',
  button: 'Notify Me',
  sending: 'Loading...',
  joined: 'You’ve been added to the waitlist!',
  failed: 'Something went wrong. Please try again.',
  follow: 'Meanwhile, follow us on socials',
  userName: 'Waitlist User',
  request: 'Please notify me when the site is live.',
} as const;

/** Further texts of the page. */
export const waitlistPageMessages = {
  email: 'Your email',
  consent: 'One email on the day we open, then we take you off the list. See our',
} as const;
