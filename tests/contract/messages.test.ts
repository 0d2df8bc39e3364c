import { expect, test } from 'vitest';
import { addressMessages } from '../../src/contract/messages/address.ts';
import { authMessages, notificationMessages, profileMessages } from '../../src/contract/messages/account.ts';
import {
  cartMessages,
  cartPageMessages,
  wishlistMessages,
} from '../../src/contract/messages/cart-and-wishlist.ts';
import { collectionMessages } from '../../src/contract/messages/catalogue.ts';
import { networkMessages } from '../../src/contract/messages/page.ts';
import { newsletterMessages, waitlistMessages } from '../../src/contract/messages/newsletter-and-waitlist.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { cashMessages, paymentMessages, reservationMessages } from '../../src/contract/messages/payment.ts';

/** A sentence with ordinary values: a name, a list or a time comes first. */
function filledIn(sentence: (...values: unknown[]) => unknown): string {
  const ways = [['Warp Hoodie', ['M'], 2], [['M'], 2], [2]];
  for (const values of ways) {
    try {
      return String(sentence(...values));
    } catch {
      // It has other parameters.
    }
  }
  throw new Error(String(sentence));
}

/** Every sentence with its place. */
function sentences(place: object, path: string): [string, string][] {
  return Object.entries(place).flatMap(([name, value]): [string, string][] => {
    const here = `${path}.${name}`;
    if (typeof value === 'string') return [[here, value]];
    if (typeof value === 'function') return [[here, filledIn(value)]];
    return sentences(value, here);
  });
}

const files = import.meta.glob<object>('../../src/contract/messages/*.ts', { eager: true });
/** The messages of shoppers' screens, from every file; functions beside them choose between messages. */
const all = Object.entries(files)
  .filter(([file]) => !file.includes('/desk'))
  .flatMap(([, exported]) => Object.entries(exported))
  .flatMap(([name, messages]) => (typeof messages === 'object' ? sentences(messages, name) : []));

test('no sentence is empty, and none shows a missing value', () => {
  for (const [place, text] of all) {
    expect(text.trim(), place).toBe(text);
    expect(text.length, place).toBeGreaterThan(0);
    expect(text, place).not.toMatch(/undefined|null|NaN|\[object/);
  }
});

test('an email is called email in every sentence, and spelled alike', () => {
  for (const [place, text] of all.filter(([path]) => path !== 'orderMessages.key')) {
    expect(text, place).not.toMatch(/e-mail|\bletters?\b/i);
  }
});

/** What the refusal of each limit says: that it counts, and its number if it is one of the shopper's own. */
const limitNamed = {
  order: /order can have|an order to be paid online can have/i,
  account: /you (?:can|already) have|your unpaid orders can have/i,
  phone: /phone number/,
  address: /address/,
  crowd: /new shoppers on your network/,
  network: /from your network/,
  large: /^Many (?:new )?shoppers/,
  shop: /shoppers are ordering|too many pieces/i,
  'lapsed-account': /your online orders were not paid in the last 24 hours/,
  'lapsed-phone': /phone number were not paid in the last 24 hours/,
  'lapsed-address': /to this address were not paid in the last 24 hours/,
};
const ownLimits = [
  'order',
  'account',
  'phone',
  'address',
  'lapsed-account',
  'lapsed-phone',
  'lapsed-address',
];
const byLink = /please open the link in our confirmation email/i;
const alternatives = {
  'cash on delivery': /pay online/,
  'to be paid online': /choose cash on delivery|pay for your pending order|remove something/,
};

test.each([
  ['cash on delivery', cashMessages],
  ['to be paid online', reservationMessages],
] as const)('the refusal of a limit of orders %s names the limit and a way on', (method, messages) => {
  for (const state of ['unconfirmed', 'confirmed'] as const) {
    for (const [limit, text] of Object.entries(messages[state])) {
      expect(text, limit).toMatch(limitNamed[limit as keyof typeof limitNamed]);
      if (ownLimits.includes(limit)) expect(text, limit).toMatch(/\d/);
      if (['crowd', 'large'].includes(limit))
        expect(text, limit).toMatch(/you can still place one with up to \d+ pieces/);
      expect(text, limit).toMatch(alternatives[method]);
      if (state === 'unconfirmed') expect(text, limit).toMatch(byLink);
      else expect(text, limit).not.toMatch(/confirm/);
    }
  }
  expect(Object.keys(messages.confirmed)).toEqual(Object.keys(messages.unconfirmed));
});

test('no sentence suggests that a shopper must pay a second time', () => {
  for (const [place, text] of all) expect(text, place).not.toMatch(/pay (?:\w+ )*again/i);
  expect(paymentMessages.retryPayment).toBe('Retry payment');
});

test('the fixed messages have their exact words (docs/behaviour.md#messages)', () => {
  expect(cartMessages.selectSize).toBe('Select Product Size');
  expect(cartMessages.added).toBe('Added to cart');
  expect(cartPageMessages.empty).toBe('Your cart is empty');
  expect(collectionMessages.none).toBe('No products found');
  expect(orderMessages.none).toBe('No orders found');
  expect(authMessages.terms).toBe('Please accept the Terms & Conditions and Privacy Policy to continue');
  expect(wishlistMessages).toMatchObject({
    added: 'Added to wishlist',
    removed: 'Removed from wishlist',
    savedLocally: 'Wishlist saved locally. Login to sync across devices.',
  });
  expect(networkMessages.failed).toBe('No response from server. Please check your connection.');
  expect(paymentMessages.recommended).toBe('Recommended');
  expect(newsletterMessages).toMatchObject({
    subscribed: 'Subscribed successfully!',
    failed: 'Subscription failed',
    refused: 'Cannot connect to server. Please check if the backend is running.',
    noResponse: 'No response from server. Please check your connection.',
    otherwise: 'Failed to subscribe. Please try again.',
  });
  expect(newsletterMessages.serverError(503)).toBe('Server error: 503');
});

test('the waitlist has its exact words, with a typographic apostrophe', () => {
  expect(waitlistMessages).toEqual({
    line: 'A new era of fashion is loading...',
    placeholder: 'Enter email to join the waitlist',
    button: 'Notify Me',
    sending: 'Loading...',
    joined: 'You\u2019ve been added to the waitlist!',
    failed: 'Something went wrong. Please try again.',
    follow: 'Meanwhile, follow us on socials',
    userName: 'Waitlist User',
    request: 'Please notify me when the site is live.',
  });
});

test('the profile has its exact words', () => {
  expect(Object.values(profileMessages)).toEqual(
    expect.arrayContaining([
      'Failed to fetch profile',
      'Failed to update profile',
      'Failed to fetch orders',
      'Profile updated successfully!',
      'No orders found',
    ]),
  );
  expect(addressMessages).toMatchObject({
    fetchFailed: 'Failed to fetch addresses',
    saveFailed: 'Failed to save address',
    deleteFailed: 'Failed to delete address',
    updated: 'Address updated!',
    added: 'Address added!',
    deleted: 'Address deleted!',
    deleteQuestion: 'Delete this address?',
    none: 'No addresses found',
  });
  expect(notificationMessages).toMatchObject({
    fetchFailed: 'Failed to fetch notifications',
    readFailed: 'Failed to mark as read',
    read: 'Notification marked as read',
    none: 'No notifications found',
  });
  expect(authMessages).toMatchObject({
    googleFailed: 'Google login failed',
    googleWelcome: 'Successfully logged in with Google!',
  });
});

test('a sold-out message names the size, and the pieces that are left', () => {
  expect(orderMessages.soldOut('Warp Hoodie', 'M', 0)).toBe('Warp Hoodie in size M is sold out');
  expect(orderMessages.soldOut('Chai Cap', null, 2)).toBe('Only 2 left of Chai Cap');
});
