import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discountOf } from '../../src/domain/discount.ts';
import { invoiceOf, isInvoiceDue, isNumbered, withDocuments } from '../../src/domain/invoice.ts';
import { type Order, type OrderItem, type OrderStatus, withStatus } from '../../src/domain/order.ts';
import { withoutPerson } from '../../src/domain/retention.ts';
import { withRefund } from '../../src/domain/refund.ts';
import { inclusiveOf, sumsByRate, sumsOf } from '../../src/domain/tax-document.ts';
import { anOrder, wantedRefund, supplier } from '../support/orders.ts';
import { address } from '../support/shop-calls.ts';
import { forAll } from '../support/for-all.ts';

const AT = Date.UTC(2026, 10, 20);

const item = (pricePaise: number, quantity = 1, hsn = '6110'): OrderItem => ({
  productId: 'tee',
  name: 'Tee',
  pricePaise,
  picture: '',
  size: 'M',
  quantity,
  taxClass: { hsn, unit: 'PCS' },
});

/** An order with the totals that the shop computes. */
function priced(items: OrderItem[], percent = 0, own: Partial<Order> = {}): Order {
  const subtotalPaise = items.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0);
  const paise = discountOf(subtotalPaise, percent);
  const totalPaise = subtotalPaise - paise + 10_00;
  return anOrder({
    items,
    subtotalPaise,
    feePaise: 10_00,
    totalPaise,
    discount: percent === 0 ? null : { code: 'TAANA-7K2M-Q9XD', percent, paise },
    ...own,
  });
}

const anItem = fc
  .record({
    pricePaise: fc.integer({ min: 1, max: 12_500_00 }),
    quantity: fc.integer({ min: 1, max: 10 }),
    hsn: fc.constantFrom('6110', '6203', '6505', '42022220', '6217', '9999'),
  })
  .map(({ pricePaise, quantity, hsn }) => item(pricePaise, quantity, hsn));
const state = fc.constantFrom('Karnataka', 'Tamil Nadu', 'Delhi', 'Nowhere');
const anyOrder = fc
  .record({
    items: fc.array(anItem, { minLength: 1, maxLength: 8 }),
    percent: fc.integer({ min: 0, max: 100 }),
    state,
  })
  .map((made) => priced(made.items, made.percent, { address: { ...address, state: made.state } }));

test('an invoice adds up to the shopper’s amount, to the paisa, by line, by rate and in total', () => {
  forAll(anyOrder, (order) => {
    const { lines } = invoiceOf(order, AT, supplier);
    expect(sumsOf(lines).totalPaise).toBe(order.totalPaise);
    expect(sumsByRate(lines).reduce((sum, { totalPaise }) => sum + totalPaise, 0)).toBe(order.totalPaise);
    for (const line of lines) expect(inclusiveOf(line)).toBe(line.grossPaise - line.discountPaise);
    expect(lines.reduce((sum, { discountPaise }) => sum + discountPaise, 0)).toBe(order.discount?.paise ?? 0);
  });
});

test('within the state the tax is halved, to another state it is one tax', () => {
  forAll(anyOrder, (order) => {
    const { lines } = invoiceOf(order, AT, supplier);
    const isWithin = order.address.state === 'Karnataka';
    for (const { cgstPaise, sgstPaise, igstPaise } of lines) {
      expect(cgstPaise).toBe(sgstPaise);
      expect(isWithin ? igstPaise : cgstPaise).toBe(0);
    }
  });
});

test('an example invoice: two rates, a discount, the fee taxed with the more expensive goods', () => {
  const order = priced([item(2_499_00, 2), item(4_999_00, 1, '6204')], 20);
  const { lines, placeOfSupply } = invoiceOf(order, AT, supplier);
  expect(placeOfSupply).toEqual({ state: 'Karnataka', code: '29' });
  expect(lines).toMatchObject([
    { rate: 5, grossPaise: 4_998_00, discountPaise: 999_60, taxablePaise: 3_808_00, cgstPaise: 95_20 },
    { rate: 18, grossPaise: 4_999_00, discountPaise: 999_80, taxablePaise: 3_389_16, cgstPaise: 305_02 },
    { kind: 'fee', rate: 18, hsn: '6204', taxablePaise: 8_48, cgstPaise: 76, sgstPaise: 76 },
  ]);
  expect(sumsOf(lines)).toEqual({
    taxablePaise: 7_205_64,
    cgstPaise: 400_98,
    sgstPaise: 400_98,
    igstPaise: 0,
    totalPaise: order.totalPaise,
  });
});

describe('an invoice is due', () => {
  const due = (status: OrderStatus, paid: boolean) => isInvoiceDue({ status, paid });

  test('when the order is paid, or when a cash order is shipped', () => {
    const paidOrSent = [due('Order Placed', true), due('Processing', true), due('Shipped', false)];
    expect([...paidOrSent, due('Delivered', true)]).toEqual([true, true, true, true]);
    const unpaid = [due('Order Placed', false), due('Processing', false), due('Payment Pending', false)];
    expect([...unpaid, due('Payment Failed', false), due('Cancelled', true)]).not.toContain(true);
  });

  test('only once', () => {
    const order = withDocuments(priced([item(999_00)], 0, { paid: true }), AT, supplier);
    expect(order.invoice).toMatchObject({ number: null, issuedAt: AT, supplier });
    expect(isNumbered(order)).toBe(false);
    expect(withDocuments(order, AT + 1, supplier)).toBe(order);
    const another = { ...supplier, legalName: 'Another' };
    const later = withDocuments(withStatus(order, 'Shipped', AT + 1), AT + 1, another);
    expect(later.invoice).toBe(order.invoice);
  });
});

test('the invoice of a deleted account does not change, without personal data', () => {
  const order = withDocuments(priced([item(999_00)], 0, { status: 'Delivered', paid: true }), AT, supplier);
  const left = withoutPerson(order, AT);
  expect(left.invoice).toBe(order.invoice);
  expect(left.address.state).toBe(address.state);
  for (const word of ['Asha', 'Rao', address.street, address.email, address.phone, address.zipcode]) {
    expect(JSON.stringify(left)).not.toContain(word);
  }
});

describe('a credit note', () => {
  const payment = { provider: 'razorpay', id: 'pay_1', at: AT } as const;
  const paid = (order: Order): Order => {
    const amountPaise = order.totalPaise;
    return withDocuments({ ...order, paid: true, payment: { ...payment, amountPaise } }, AT, supplier);
  };
  const owed = { ...wantedRefund, provider: 'razorpay', at: AT } as const;
  const refunded = (order: Order, amountPaise: number) =>
    withDocuments(withRefund(order, { ...owed, paymentId: 'pay_1', amountPaise }), AT, supplier);

  test('credits the whole invoice of a cancelled order, paid or not', () => {
    forAll(anyOrder, fc.boolean(), (order, isPaid) => {
      const standing = isPaid ? paid(order) : withDocuments({ ...order, status: 'Shipped' }, AT, supplier);
      const { invoice, creditNotes } = withDocuments(withStatus(standing, 'Cancelled', AT), AT, supplier);
      expect(creditNotes).toHaveLength(order.totalPaise > 0 ? 1 : 0);
      const note = creditNotes?.[0];
      expect(note?.reason).toBe('cancelled');
      expect(sumsByRate(note?.lines ?? [])).toEqual(
        sumsByRate(invoice?.lines.filter((line) => inclusiveOf(line) > 0) ?? []),
      );
    });
  });

  test('follows every refund, and all of them together equal the invoice, tax by tax', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 5 });
    forAll(anyOrder, parts, (order, weights) => {
      let now = paid(order);
      for (const weight of weights) {
        const left = order.totalPaise - now.refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
        const amount = Math.min(left, Math.ceil((left * weight) / 10_000));
        if (amount === 0) break;
        now = refunded(now, amount);
        const last = now.creditNotes?.at(-1)?.lines ?? [];
        expect(sumsOf(last).totalPaise).toBe(amount);
        for (const { cgstPaise, sgstPaise } of last) expect(cgstPaise).toBe(sgstPaise);
      }
      const after = withDocuments(withStatus(now, 'Cancelled', AT), AT, supplier);
      expect(sumsByRate(after.creditNotes?.flatMap(({ lines }) => lines) ?? [])).toEqual(
        sumsByRate(after.invoice?.lines.filter((line) => inclusiveOf(line) > 0) ?? []),
      );
    });
  });

  test('is not due for money that was never invoiced', () => {
    const order = paid(priced([item(999_00)]));
    const again = { ...owed, paymentId: 'pay_2', amountPaise: order.totalPaise };
    const twice = withRefund(order, { ...again, reason: 'paid-twice' });
    expect(withDocuments(twice, AT, supplier)).toBe(twice);
  });

  test('for a part has no number of pieces', () => {
    const order = refunded(paid(priced([item(999_00, 2), item(599_00)])), 100_00);
    expect(order.creditNotes?.[0]?.lines.map(({ quantity }) => quantity)).toEqual([0, 0, 0]);
    expect(order.creditNotes?.[0]).toMatchObject({ number: null, reason: 'returned' });
  });
});
