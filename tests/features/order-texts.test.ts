import { expect, test } from 'vitest';
import { orderTextsOf } from '../../src/features/orders/order-texts.ts';
import type { OrderStatus } from '../../src/domain/order.ts';
import type { OrderView } from '../../src/stores/orders/orders.ts';
import type { UnpaidOrder } from '../../src/stores/payment/unpaid.ts';

const ORDER = 'ABCDEFGHJKLMNPQRSTUV';
const at = Date.UTC(2026, 10, 20);

const orderIn = (status: OrderStatus, isPaid: boolean | null): OrderView => ({
  id: ORDER,
  status,
  placedAt: at,
  totalPaise: 129_900,
  discount: null,
  paymentMethod: 'razorpay',
  isPaid,
  rows: [
    {
      key: 'one',
      productId: 'warp-hoodie',
      name: 'Warp Hoodie',
      picture: '/a.webp',
      pricePaise: 129_900,
      size: 'M',
      quantity: 1,
    },
  ],
  steps: [],
  shipment: null,
  refunds: [],
  replacedBy: null,
  hasInvoice: false,
  payable: { orderId: ORDER, items: [] },
});
const note: UnpaidOrder = {
  orderId: ORDER,
  method: 'razorpay',
  owner: 'asha@example.com',
  items: [],
  at,
  receipt: null,
  problem: null,
  isOver: false,
};

test('an order whose payment failed offers to retry it and says nowhere that it is pending', () => {
  const failed = orderTextsOf(orderIn('Payment Failed', null), note);
  expect(failed).toMatchObject({ payHint: '', retry: 'yes', payNow: '' });
  expect(failed.rows).toMatchObject([{ status: 'Payment Failed', payment: 'Razorpay' }]);
  expect(JSON.stringify(failed)).not.toMatch(/pending/i);
});

test('an order that waits for its payment says so, if it was begun on this device', () => {
  const waiting = orderIn('Payment Pending', false);
  expect(orderTextsOf(waiting, note)).toMatchObject({ payHint: 'QRSTUV', payNow: 'yes' });
  expect(orderTextsOf(waiting, null)).toMatchObject({ payHint: '', payNow: 'yes' });
});
