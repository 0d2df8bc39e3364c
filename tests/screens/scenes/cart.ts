import type { Page } from 'playwright/test';
import { discountMessages, cartPageMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { paths } from '../../../src/contract/paths.ts';
import { ORDER, SHORT } from '../../browser/support/online-payment.ts';
import { asha, enter } from '../../browser/support/mocked-account.ts';
import { store } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import {
  CODE,
  enterWith,
  held,
  HOODIE,
  lengthenNames,
  NETWORK_ERRORS,
  manyLines,
  NOW,
  onePiece,
  refusals,
  troubledLines,
  twoLines,
} from '../fixtures.ts';

const address = paths.cart;
const total = (page: Page) => page.getByRole('link', { name: 'PROCEED TO CHECKOUT' });
const unknownCode = { success: false, code: 'code-refused', message: discountMessages.unknown } as const;

/** This device's record of an unpaid order. */
const note = {
  'taana-unpaid': JSON.stringify({
    orderId: ORDER,
    method: 'razorpay',
    owner: asha.email,
    items: [{ productId: HOODIE, size: 'M', quantity: 2 }],
    at: NOW - 600_000,
    receipt: null,
    problem: null,
    isOver: false,
  }),
};
const notPaid = { success: false, code: 'not-paid', message: paymentMessages.notPaid } as const;
const unpaid = (page: Page) => page.getByRole('region', { name: paymentMessages.title(SHORT) });

const typeCode = async (page: Page, code: string) => {
  await page.getByRole('button', { name: discountMessages.have }).click();
  const field = page.getByRole('textbox', { name: discountMessages.label, exact: true });
  await field.fill(code);
  await page.getByRole('button', { name: discountMessages.apply }).click();
};

export const cart: readonly Scene[] = [
  {
    name: 'on its way',
    state: 'loading',
    address,
    prepare: (page) => enter(page, { 'cart.get': held }),
    shows: (page) => page.locator('main .skeleton').first(),
  },
  { name: 'empty', state: 'empty', address, prepare: enter, shows: cartPageMessages.empty },
  { name: 'many lines', state: 'many', address, prepare: (page) => enterWith(page, manyLines), shows: total },
  {
    name: 'long names',
    state: 'long',
    address,
    prepare: async (page) => {
      await lengthenNames(page);
      await enterWith(page, twoLines);
    },
    shows: total,
  },
  {
    name: 'sold out, too few and gone',
    state: 'sold out',
    address,
    prepare: (page) => enterWith(page, troubledLines),
    shows: cartPageMessages.blocked,
  },
  {
    name: 'a cart that did not load',
    state: 'error',
    address,
    prepare: async (page) => {
      await enter(page, { 'cart.get': 'nothing' });
      await store(page, { cart: JSON.stringify(twoLines) });
    },
    shows: total,
    announced: NETWORK_ERRORS,
    frame: 'window',
  },
  {
    name: 'a code refused',
    state: 'error',
    address,
    prepare: async (page) => {
      await enterWith(page, onePiece);
      await page.route('**/api/discount/check', (route) => route.fulfill({ status: 409, json: unknownCode }));
    },
    shows: total,
    act: async (page) => {
      await typeCode(page, 'TAANA-0000');
      await page.getByText(discountMessages.unknown).waitFor();
    },
    announced: refusals(409),
  },
  {
    name: 'a code taken',
    state: 'success',
    address,
    prepare: (page) => enterWith(page, twoLines),
    shows: total,
    act: async (page) => {
      await typeCode(page, CODE.code);
      await page.getByText(discountMessages.off(CODE.percent)).waitFor();
    },
  },
  {
    name: 'an unpaid order',
    state: 'error',
    address,
    prepare: async (page) => {
      await enterWith(page, twoLines, { 'order.verifyStripe': notPaid });
      await store(page, note);
    },
    shows: unpaid,
    announced: refusals(400),
  },
];
