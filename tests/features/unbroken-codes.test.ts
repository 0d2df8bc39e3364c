import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UnbrokenCodes } from '../../src/components/ui/UnbrokenCodes.tsx';
import { discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { orderNotifications } from '../../src/contract/messages/orders.ts';

const whole = (text: string) =>
  [
    ...renderToStaticMarkup(createElement(UnbrokenCodes, { text })).matchAll(/<span[^>]*>([^<]*)<\/span>/g),
  ].map(([, code]) => code);

test.each([
  [orderNotifications.Shipped('SHIP01', 'Blue Dart', 'BD-4471-IN'), 'BD-4471-IN'],
  [discountMessages.applied('TAANA-4K7X-QPQP', 20), 'TAANA-4K7X-QPQP'],
  ['Credit note CN/26-27/000003 is ready.', 'CN/26-27/000003'],
])('in “%s” the code stays on one line', (sentence, code) => {
  expect(whole(sentence)).toEqual([code]);
});

test('a sentence without a code is text alone', () => {
  expect(
    renderToStaticMarkup(createElement(UnbrokenCodes, { text: 'A follow-up of order 12 is on its way.' })),
  ).toBe('A follow-up of order 12 is on its way.');
});
