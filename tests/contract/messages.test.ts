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
import { paymentMessages } from '../../src/contract/messages/payment.ts';

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
