import type { Locator, Page } from 'playwright/test';
import type { RazorpayCheckout } from '../../../src/contract/calls/payment.ts';
import type { Refusal } from '../../../src/contract/calls/call.ts';
import { type Reply, type RouteName, routes } from '../../../src/contract/routes.ts';
import type { WireOrder } from '../../../src/contract/calls/order.ts';
import { HOUR_MS } from '../../../src/domain/time-units.ts';
import type { Shopper } from './api.ts';
import { ashaAddress } from '../../support/asha.ts';

/** Mocked payment responses: there is no provider and no order. */
export const ORDER = 'ABCDEFGHJKLMNPQRSTUV';
export const SHORT = 'QRSTUV';

export const razorpayCheckout: RazorpayCheckout = {
  order: { id: 'order_Test1', amount: 5008_00, currency: 'INR', receipt: ORDER },
  orderId: ORDER,
  key: 'rzp_test_key',
  checkoutUrl: '/__razorpay/v1/checkout.js',
  callbackUrl: 'http://localhost/api/payment/callback',
};

/** The stored note of an unpaid order. */
export function unpaidNote({ email }: Pick<Shopper, 'email'>, problem: string | null = null): string {
  return JSON.stringify({
    orderId: ORDER,
    method: 'razorpay',
    owner: email,
    items: [{ productId: 'warp-line-hoodie', size: 'M', quantity: 2 }],
    at: Date.now(),
    receipt: null,
    problem,
    isOver: false,
  });
}

/** Mocks every call of one name. @returns the request bodies */
export async function answer<Name extends RouteName>(
  page: Page,
  name: Name,
  said: Reply<Name> | Refusal | 'nothing' | (() => Reply<Name> | Refusal | 'nothing'),
): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route(`**${routes[name].path}`, async (route) => {
    sent.push(route.request().postDataJSON());
    const now = typeof said === 'function' ? said() : said;
    if (now === 'nothing') return route.abort();
    return route.fulfill({ status: now.success ? 200 : 402, json: now });
  });
  return sent;
}

/** A stand-in for Razorpay's script: a window over the page with its three outcomes. */
const script = `
  window.Razorpay = class {
    constructor(options) {
      this.options = options;
      window.windowOptions = JSON.parse(JSON.stringify(options));
    }
    on(name, listener) {
      this.failed = listener;
    }
    open() {
      const box = document.createElement('div');
      box.setAttribute('role', 'dialog');
      box.setAttribute('aria-label', 'Razorpay');
      box.setAttribute('style', 'position:fixed;inset:0;z-index:1000;background:#fff');
      const way = (label, take) => {
        const button = document.createElement('button');
        button.textContent = label;
        button.onclick = () => {
          box.remove();
          take();
        };
        box.append(button);
      };
      const dismiss = () => this.options.modal.ondismiss();
      way('Pay', () => {
        if (this.options.redirect) return location.assign('/verify?success=true&orderId=${ORDER}');
        this.options.handler({
          razorpay_order_id: this.options.order_id,
          razorpay_payment_id: 'pay_Test1',
          razorpay_signature: 'a'.repeat(64),
        });
      });
      way('Decline', () => {
        this.failed({ error: { description: 'Your bank declined the payment.' } });
        dismiss();
      });
      way('Close', dismiss);
      document.body.append(box);
      box.querySelector('button').focus();
    }
    close() {}
  };`;

export async function serveWindow(page: Page): Promise<void> {
  await page.route('**/__razorpay/v1/checkout.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

export function paymentWindow(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Razorpay' });
}

/** A PIN code and a phone of this shopper only, because open cash orders are limited by address and phone. */
function doorOf(email: string): { zipcode: string; phone: string } {
  const number = [...email].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return { zipcode: `56${String(number % 10_000).padStart(4, '0')}`, phone: `91${9_000_000_000 + number}` };
}

/** Stores the delivery form in this tab, so a test only needs the payment. */
export async function rememberAddress(page: Page, { email }: Shopper, door = doorOf(email)): Promise<void> {
  const address = { ...ashaAddress, email, ...door };
  const draft = JSON.stringify({ owner: email, address });
  await page.addInitScript((text) => sessionStorage.setItem('taana-delivery', text), draft);
}

const placedAt = Date.UTC(2026, 10, 16, 6);
const lately = Date.now() - HOUR_MS;

/** An order as the server lists it, with default values. */
export function wireOrder(short: string, own: Partial<WireOrder> = {}): WireOrder {
  const status = own.status ?? 'Order Placed';
  return {
    _id: `ABCDEFGHJKLMNP${short}`,
    items: [
      {
        _id: 'warp-line-hoodie',
        name: 'Warp Line Hoodie',
        price: 2499,
        image: ['/products/warp-line-hoodie-1.webp'],
        size: 'M',
        quantity: 2,
      },
    ],
    address: ashaAddress,
    payment: false,
    paymentMethod: 'razorpay',
    date: placedAt,
    amount: 5008,
    shipment: null,
    discount: null,
    refunds: [],
    invoice: null,
    replacedBy: null,
    history: [{ status, date: placedAt }],
    ...own,
    status,
  };
}

/** One order in each state, newest first. */
export const ordersInEveryState: WireOrder[] = [
  // Recent, because an old unpaid order can no longer be paid.
  wireOrder('PEND01', { status: 'Payment Pending', date: lately }),
  wireOrder('FAIL01', {
    status: 'Payment Failed',
    date: lately,
    paymentMethod: 'stripe',
    history: history('Payment Pending', 'Payment Failed'),
  }),
  wireOrder('PLCD01', { paymentMethod: 'cod' }),
  wireOrder('PROC01', {
    status: 'Processing',
    payment: true,
    history: history('Payment Pending', 'Order Placed', 'Processing'),
    refunds: [{ amount: 5008, reason: 'paid-twice', done: false, failed: false }],
  }),
  wireOrder('SHIP01', {
    status: 'Shipped',
    payment: true,
    history: history('Order Placed', 'Processing', 'Shipped'),
    shipment: { courier: 'Blue Dart', trackingNumber: '50912345678' },
    items: [
      {
        _id: 'warp-line-hoodie',
        name: 'Warp Line Hoodie',
        price: 2499,
        image: ['/products/warp-line-hoodie-1.webp'],
        size: 'M',
        quantity: 1,
      },
      {
        _id: 'taana-cap',
        name: 'Taana Cap',
        price: 699,
        image: ['/products/taana-cap-1.webp'],
        size: 'default',
        quantity: 3,
      },
    ],
  }),
  wireOrder('DLVD01', {
    status: 'Delivered',
    payment: true,
    paymentMethod: 'cod',
    history: history('Order Placed', 'Processing', 'Shipped', 'Delivered'),
    shipment: { courier: 'Delhivery', trackingNumber: '1490811220345' },
  }),
  wireOrder('CNCL01', {
    status: 'Cancelled',
    payment: true,
    history: history('Order Placed', 'Processing', 'Cancelled'),
    refunds: [{ amount: 5008, reason: 'cancelled', done: true, failed: false }],
  }),
];

function history(...statuses: WireOrder['status'][]): WireOrder['history'] {
  return statuses.map((status, step) => ({ status, date: placedAt + step * 20 * HOUR_MS }));
}
