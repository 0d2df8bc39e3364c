import { beforeEach, expect, test } from 'vitest';
import { refundOrder } from '../../netlify/services/refund-admin.ts';
import { deliverOrder, cancelOrder, processOrder, shipOrder } from '../../netlify/services/order-admin.ts';
import { invoiceMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import type { WireTaxSums } from '../../src/contract/calls/invoice.ts';
import { taxClassOf } from '../../src/domain/gst.ts';
import { paiseFromRupees } from '../../src/domain/money.ts';
import { brand } from '../../src/domain/config.ts';
import { beginAtRazorpay, packAndShip, parcel, payOrderByRazorpay } from '../support/placed-orders.ts';
import { useProviders } from '../support/payments.ts';
import { flush } from '../support/redis.ts';
import { address, call, cap, hoodie, newShopper, orderBody, ordersOf, place } from '../support/shop-calls.ts';

const providers = useProviders();

beforeEach(flush);

const readInvoice = (token: string, orderId: string) =>
  call('order.invoice', { token, query: `?orderId=${orderId}` });

async function cashOrder(state = address.state) {
  const { token } = await newShopper();
  const body = { ...orderBody([hoodie, 'M', 2], [cap, 'default', 1]), address: { ...address, state } };
  const { orderId } = (await place(token, body)).body;
  return { token, orderId, amount: body.amount };
}

const paidOrder = () => payOrderByRazorpay(providers);

const paise = (rupees: number) => paiseFromRupees(rupees) ?? Number.NaN;
const allOf = ({ taxable, cgst, sgst, igst }: WireTaxSums) => [taxable, cgst, sgst, igst].map(paise);
const added = (amounts: number[]) => amounts.reduce((sum, each) => sum + each, 0);

test('an order paid online gets an invoice at once, and its sums equal the payment', async () => {
  const { token, orderId } = await paidOrder();
  const [order] = await ordersOf(token);
  const { status, body } = await readInvoice(token, orderId);
  expect(status).toBe(200);
  const { invoice } = body;
  expect(invoice).toMatchObject({
    orderId,
    number: expect.stringMatching(/^IN\/\d\d-\d\d\/000001$/),
    paymentMethod: 'razorpay',
    recipient: address,
    placeOfSupply: { state: 'Karnataka', code: '29' },
    isInterState: false,
    supplier: { legalName: brand.company.legalName, gstin: brand.company.gstin },
    stateTax: 'SGST',
    creditNotes: [],
    orderDate: order?.date,
  });
  expect(order?.invoice).toEqual({ number: invoice.number, date: invoice.date, creditNotes: [] });
  const exported = await call('user.export', { token });
  expect(exported.body.data).toMatchObject({ orders: [{ invoice: { number: invoice.number } }] });
  expect(invoice.sums.total).toBe(order?.amount);
  for (const each of [...invoice.lines, ...invoice.rates, invoice.sums]) {
    expect(added(allOf(each))).toBe(paise(each.total));
    expect([each.cgst, each.igst]).toEqual([each.sgst, 0]);
  }
  expect(added(invoice.lines.map(({ total }) => paise(total)))).toBe(paise(invoice.sums.total));
  expect(invoice.lines).toMatchObject([
    { kind: 'goods', name: hoodie.name, size: 'M', quantity: 2, ...taxClassOf(hoodie) },
    { kind: 'fee', hsn: taxClassOf(hoodie).hsn, total: 10 },
  ]);
});

test('a cash order gets its invoice when it is shipped, and keeps it', async () => {
  const { token, orderId, amount } = await cashOrder('Tamil Nadu');
  await processOrder(orderId);
  const before = await readInvoice(token, orderId);
  const { code, message } = before.body;
  expect([before.status, code, message]).toEqual([404, 'not-found', invoiceMessages.noneYet]);
  await shipOrder(orderId, parcel);
  const { invoice } = (await readInvoice(token, orderId)).body;
  expect(invoice).toMatchObject({ isInterState: true, placeOfSupply: { state: 'Tamil Nadu', code: '33' } });
  expect(invoice.sums).toMatchObject({ cgst: 0, sgst: 0, total: amount });
  expect(invoice.lines.map(({ hsn }) => hsn)).toEqual(
    [hoodie, cap, hoodie].map((product) => taxClassOf(product).hsn),
  );
  await deliverOrder(orderId);
  expect((await readInvoice(token, orderId)).body.invoice).toEqual(invoice);
});

test('an unpaid order and an order that was cancelled before payment have no invoice', async () => {
  const { token, orderId } = await beginAtRazorpay();
  expect((await readInvoice(token, orderId)).body.message).toBe(invoiceMessages.noneYet);
  const cash = await cashOrder();
  await cancelOrder(cash.orderId);
  expect((await readInvoice(cash.token, cash.orderId)).status).toBe(404);
  expect((await ordersOf(cash.token))[0]?.invoice).toBeNull();
});

test('the invoice of another shopper is not found', async () => {
  const { orderId } = await paidOrder();
  const other = await newShopper();
  const theirs = await readInvoice(other.token, orderId);
  const nobodys = await readInvoice(other.token, '0'.repeat(20));
  expect([theirs.status, theirs.body]).toEqual([nobodys.status, nobodys.body]);
  expect(theirs.body.message).toBe(paymentMessages.unknownOrder);
  expect((await readInvoice('', orderId)).status).toBe(401);
  expect((await readInvoice(other.token, 'my-order')).status).toBe(400);
});

test('refunds get credit notes, and a cancelled order owes nothing', async () => {
  const { token, orderId } = await paidOrder();
  await refundOrder(orderId, 499_50);
  await cancelOrder(orderId);
  const { invoice } = (await readInvoice(token, orderId)).body;
  expect(invoice.creditNotes.map(({ number, reason }) => [number.slice(-6), reason])).toEqual([
    ['000001', 'returned'],
    ['000002', 'cancelled'],
  ]);
  expect(invoice.creditNotes[0]?.sums.total).toBe(499.5);
  for (const part of ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const) {
    expect(added(invoice.creditNotes.map(({ sums }) => paise(sums[part])))).toBe(paise(invoice.sums[part]));
  }
  const [order] = await ordersOf(token);
  expect(order?.invoice?.creditNotes).toHaveLength(2);
});

test('a cash order that is returned undelivered is credited in full', async () => {
  const { token, orderId } = await cashOrder();
  await packAndShip(orderId);
  await cancelOrder(orderId);
  const { invoice } = (await readInvoice(token, orderId)).body;
  expect(invoice.creditNotes).toMatchObject([
    { reason: 'cancelled', sums: invoice.sums, rates: invoice.rates },
  ]);
});
