import { shop } from '../../domain/shop.ts';

const percent = shop.newsletterDiscountPercent;

/** In the newsletter box (specification §8). */
export const newsletterMessages = {
  subscribed: 'Subscribed successfully!',
  failed: 'Subscription failed',
  refused: 'Cannot connect to server. Please check if the backend is running.',
  serverError: (status: number) => `Server error: ${status}`,
  noResponse: 'No response from server. Please check your connection.',
  otherwise: 'Failed to subscribe. Please try again.',
  /** Beside the box, and as the answer: the same for everyone, subscribed before or not. */
  check:
    'We have sent you a letter. Open the link in it to confirm your e-mail; your code comes right after.',
  subscribe: 'Subscribe',
  sending: 'Subscribing',
} as const;

/** What the pages of the newsletter say from the start. */
export const newsletterPageMessages = {
  title: 'Newsletter',
  off: `${percent}% off`,
  offer: `New drops before anyone else, and a code that takes ${percent}% off one order.`,
  email: 'Your e-mail',
  placeholder: 'name@example.com',
  first: 'First comes a letter with a link that confirms your e-mail.',
  consent: 'Every letter has a link that ends it.',
  consentLink: 'How we handle your e-mail',
  sent: 'Please look into your inbox',
  notSent: 'That did not work',
  notSentHint: 'Please check the e-mail address, wait a minute and try again.',
  confirmTitle: 'Confirm the newsletter',
  confirmedTitle: 'You are on the list',
  endedTitle: 'This link has ended',
  leaveTitle: 'Leave the newsletter',
  leaveHint: 'One tap and we write to you no more. Letters about your orders come as before.',
  leave: 'Unsubscribe',
  left: 'You are unsubscribed',
  leftHint:
    'We have forgotten your e-mail. A fingerprint of it stays, from which it cannot be read, so that every e-mail gets one code only. A code that you have not used stays good.',
  leaveUnknown: 'We do not know this link',
  leaveUnknownHint: 'Nothing has changed: the link is cut off or too old. Write to us and we do it by hand:',
  leaveAgain: 'That did not work',
  leaveAgainHint: 'Nothing has changed. Please go back and press the button once more in a minute.',
} as const;

/** What becomes of the link in the letter that asks for a confirmation. */
export const newsletterConfirmMessages = {
  hint: 'One tap, and the newsletter and your code are yours.',
  confirm: 'Confirm my subscription',
  confirming: 'Confirming',
  confirmed: 'Your subscription is confirmed.',
  known: 'Your subscription is confirmed already.',
  codeGiven: (off: number) => `Your code for ${off}% off one order. We mail it to you as well.`,
  noCode: 'There is no code to show: every e-mail gets one, and this one has had or used it.',
  until: (day: string) => `Good until ${day}. Enter it under “Have a code?” in your cart or at checkout.`,
  copy: 'Copy the code',
  copied: 'Code copied!',
  notCopied: 'The code could not be copied. Please select it and copy it by hand.',
  toShop: 'See the collection',
  tryAgain: 'Try again',
  ended: 'This link is not good any more. Please subscribe again and we send you a new one.',
  subscribeAgain: 'Subscribe again',
} as const;
