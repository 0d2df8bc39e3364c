import type { Page } from 'playwright/test';
import { cartPageMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { paths } from '../../../src/contract/paths.ts';
import type { DeliveryAddress } from '../../../src/domain/address.ts';
import type { PaymentMethod } from '../../../src/domain/order.ts';
import {
  paymentWindow,
  razorpayCheckout,
  rememberAddress,
  serveWindow,
} from '../../browser/support/online-payment.ts';
import { asha, enter, home, village } from '../../browser/support/mocked-account.ts';
import { store } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import {
  CODE,
  enterWith,
  held,
  holdList,
  lengthenNames,
  LONG_EMAIL,
  LONG_PERSON,
  LONG_STREET,
  manyLines,
  ok,
  onePiece,
  troubledLines,
  twoLines,
} from '../fixtures.ts';

const address = paths.placeOrder;
const all: PaymentMethod[] = ['cod', 'razorpay', 'stripe'];
const place = (page: Page) => page.getByRole('button', { name: /PLACE ORDER|PROCESSING/ });
const ready = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER', disabled: false });
type Sayings = Parameters<typeof enterWith>[2];

/** Asha at the checkout, with her address stored in this tab. */
async function open(page: Page, sayings: Sayings = {}, lines = twoLines): Promise<void> {
  await enterWith(page, lines, { 'payment.methods': { ...ok, methods: all }, ...sayings });
  await serveWindow(page);
  await rememberAddress(page, { email: asha.email, password: '', token: '' });
}
/** As a first-time visitor sees it. */
const openNew = (page: Page) => enterWith(page, twoLines, { 'payment.methods': { ...ok, methods: all } });

const pay = async (page: Page, method: PaymentMethod) => {
  await page.getByRole('radio', { name: paymentMessages[method].name }).check();
  await place(page).click();
};

const checkOut: Omit<Scene, 'name' | 'state'> = { address, prepare: open, shows: ready };
/** Around the button that places the order. */
const atButton = { frame: 'window', at: place } as const;

export const checkout: readonly Scene[] = [
  {
    ...checkOut,
    name: 'on its way',
    state: 'loading',
    prepare: (page) =>
      enter(page, { 'cart.get': held, 'address.user': held, 'payment.methods': held }).then(() =>
        holdList(page),
      ),
    shows: (page) => page.locator('main .skeleton').first(),
  },
  { ...checkOut, name: 'first order', state: 'ordinary', prepare: openNew },
  {
    ...checkOut,
    name: 'with saved addresses',
    state: 'many',
    prepare: (page) => {
      const addresses = [
        home,
        village,
        { ...home, _id: 'work1', label: 'Work, Prestige Tech Park, third gate', isDefault: false },
      ];
      return enterWith(page, onePiece, {
        'payment.methods': { ...ok, methods: all },
        'address.user': { ...ok, addresses },
      });
    },
  },
  {
    ...checkOut,
    name: 'many lines and a code',
    state: 'many',
    prepare: async (page) => {
      await open(page, {}, manyLines);
      const kept = { ...CODE, owner: asha.email, orderId: null };
      await store(page, { 'taana-code': JSON.stringify(kept) });
    },
  },
  {
    ...checkOut,
    name: 'long names and a long address',
    state: 'long',
    prepare: async (page) => {
      await lengthenNames(page);
      const [firstName = '', lastName = ''] = LONG_PERSON.split(' ', 2);
      const delivery: DeliveryAddress = {
        firstName,
        lastName,
        email: LONG_EMAIL,
        street: LONG_STREET,
        city: 'Thiruvananthapuram Corporation, Kazhakkoottam',
        state: 'Andaman and Nicobar Islands',
        zipcode: '695582',
        country: 'India',
        phone: '919876543210',
      };
      const long = { ...home, label: LONG_PERSON, address: LONG_STREET };
      await enterWith(page, twoLines, {
        'payment.methods': { ...ok, methods: all },
        'address.user': { ...ok, addresses: [long, { ...long, _id: 'long2' }] },
      });
      const draft = JSON.stringify({ owner: asha.email, address: delivery });
      await page.addInitScript((text) => sessionStorage.setItem('taana-delivery', text), draft);
    },
  },
  {
    ...checkOut,
    name: 'nothing filled in',
    state: 'error',
    prepare: openNew,
    act: async (page) => {
      await place(page).click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    ...checkOut,
    name: 'city suggestions',
    state: 'open',
    prepare: openNew,
    act: async (page) => {
      const city = page.getByRole('combobox', { name: 'City, town or village' });
      await city.pressSequentially('ma');
      await page.getByRole('option').first().waitFor();
      await city.press('ArrowDown');
    },
    frame: 'window',
    at: (page) => page.getByRole('combobox', { name: 'City, town or village' }),
  },
  ...(['razorpay', 'stripe'] as const).map((method): Scene => ({
    ...checkOut,
    name: `to be paid with ${method}`,
    state: 'ordinary',
    act: (page) => page.getByRole('radio', { name: paymentMessages[method].name }).check(),
    ...atButton,
  })),
  {
    ...checkOut,
    name: 'payment being checked',
    state: 'busy',
    prepare: (page) =>
      open(page, { 'order.razorpay': { ...ok, ...razorpayCheckout }, 'order.verifyRazorpay': held }),
    act: async (page) => {
      await pay(page, 'razorpay');
      await paymentWindow(page).getByRole('button', { name: 'Pay' }).click();
      await page.getByText(paymentMessages.checking).first().waitFor();
    },
    ...atButton,
  },
  {
    ...checkOut,
    name: 'lines that cannot be ordered',
    state: 'disabled',
    prepare: (page) => open(page, {}, troubledLines),
    shows: cartPageMessages.blocked,
  },
];
