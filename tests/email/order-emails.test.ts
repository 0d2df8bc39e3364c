import { expect, test } from 'vitest';
import type { EmailMessage } from '../../netlify/email/email-parts.ts';
import { orderEmail } from '../../netlify/email/order-emails.ts';
import { invoiceOf } from '../../src/domain/invoice.ts';
import type { Order } from '../../src/domain/order.ts';
import { brand } from '../../src/domain/config.ts';
import { supplier } from '../support/orders.ts';
import { address } from '../support/shop-calls.ts';
import { at, failure, hoodie, ID, online, order, refund, SITE } from './example-orders.ts';

function written(kind: string, of: Order, isConfirmed = true): EmailMessage {
  const email = orderEmail(kind, of, SITE, isConfirmed);
  if (!email) throw new Error(`No email ${kind}`);
  return email;
}

test.each([
  ['firstName', 'https://evil.example win ₹9,999'],
  ['lastName', 'www.evil.example'],
  ['street', 'Claim at evil.example/x'],
  ['city', 'evil.example'],
  ['state', 'win@evil.example'],
])('a web address typed as %s is not sent to an unconfirmed mailbox', (field, lure) => {
  const shipment = { courier: 'Delhivery', trackingNumber: '1490816273645' };
  const lured = (own: Partial<Order>) => order({ ...own, address: { ...address, [field]: lure } });
  const emails = [
    written('placed', lured({}), false),
    written('shipped', lured({ status: 'Shipped', shipment }), false),
    written('delivered', lured({ status: 'Delivered', paid: true }), false),
    written('cancelled', lured({ status: 'Cancelled' }), false),
    written('failed', lured({ status: 'Payment Failed', paymentMethod: 'razorpay' }), false),
  ];
  for (const email of emails) expect(JSON.stringify(email)).not.toContain('evil');
  expect(emails[0]?.text).toContain(address.zipcode);
});

test('a confirmed mailbox gets what its shopper typed', () => {
  const own = { ...address, firstName: 'St.John', street: '12, Opp.Temple' };
  expect(written('placed', order({ address: own })).text).toContain('Thank you, St.John. This is');
  expect(written('placed', order({ address: own })).text).toContain('12, Opp.Temple');
  const guarded = written('placed', order({ address: own }), false).text;
  expect(guarded).toContain('Thank you. This is');
  expect(guarded).toContain('Street as given in your order');
});

test('every email has the order’s number, a link to the orders and its sender', () => {
  const shipment = { courier: 'Delhivery', trackingNumber: '1490816273645' };
  const emails = [
    written('placed', order()),
    written('processing', order({ status: 'Processing' })),
    written('shipped', order({ status: 'Shipped', shipment })),
    written('delivered', order({ status: 'Delivered', paid: true })),
    written('cancelled', order({ status: 'Cancelled' })),
    written('failed', order({ status: 'Payment Failed', paymentMethod: 'stripe' })),
    written('refund-pay_1-1', online({ status: 'Cancelled', refunds: [{ ...refund, doneAt: null }] })),
    written('refunded-pay_1-1', online({ status: 'Cancelled', refunds: [refund] })),
    written('refund-failed-pay_1-1', online({ status: 'Cancelled', refunds: [{ ...refund, failure }] })),
  ];
  for (const { subject, text, html } of emails) {
    expect(subject).toContain('E7K3MQ');
    expect(text).not.toMatch(/e-mail|\bletters?\b/i);
    for (const part of [text, html]) {
      expect(part).toContain('E7K3MQ');
      expect(part).not.toContain(ID);
      expect(part).toContain(`${SITE}/orders`);
      expect(part).toContain(brand.support.email);
      expect(part).toContain(brand.company.legalName);
    }
  }
  expect(new Set(emails.map(({ subject }) => subject)).size).toBe(emails.length);
});

test('the confirmation has items, totals, payment and address', () => {
  const { subject, text, html } = written('placed', order());
  expect(subject).toBe('Your order E7K3MQ is placed');
  expect(text).toContain('Kulhad Hoodie, size M × 2: ₹2,598.00\nCap, × 1: ₹1,299.00');
  expect(text).toContain('Subtotal: ₹3,897.00\nShipping fee: ₹10.00\nTotal: ₹3,907.00');
  expect(text).toContain('Cash on delivery: please have ₹3,907.00 ready');
  expect(text).toContain('Asha Rao\n12 MG Road\nBengaluru, Karnataka 560001\nIndia\n+919876543210');
  for (const part of [text, html]) {
    for (const words of [
      '21 November 2026',
      '₹2,598.00',
      '₹3,907.00',
      '12 MG Road',
      '3 to 5 business days',
    ]) {
      expect(part).toContain(words);
    }
    expect(part).not.toContain('default');
  }
});

test('a line has its picture as a JPEG that leads to the product; a line without one has none', () => {
  const { html } = written('placed', order());
  const pictures = [...html.matchAll(/<a href="([^"]+)"><img src="([^"]+)" alt="([^"]+)"/g)];
  expect(pictures).toHaveLength(1);
  const [, link, src = '', alt] = pictures[0] ?? [];
  expect([link, alt]).toEqual([`${SITE}/product/kulhad-hoodie`, 'Kulhad Hoodie']);
  const { searchParams } = new URL(src.replaceAll('&amp;', '&'));
  expect(Object.fromEntries(searchParams)).toEqual({ url: hoodie.picture, w: '240', fm: 'jpg' });
});

test('the shipping email names courier, tracking number and the cash to have ready', () => {
  const shipped = {
    status: 'Shipped',
    shipment: { courier: 'Blue Dart', trackingNumber: 'BD 42' },
    history: [{ status: 'Shipped', at }],
  } satisfies Partial<Order>;
  const { text, html } = written('shipped', order(shipped));
  expect(text).toContain('Blue Dart\nBD 42');
  for (const part of [text, html]) {
    expect(part).toContain('Blue Dart');
    expect(part).toContain('BD 42');
    expect(part).toContain('was shipped on 21 November 2026');
    expect(part).toContain('₹3,907.00 ready');
  }
  expect(written('shipped', online(shipped)).text).not.toContain('ready');
});

test('a failed payment says for how long it can be retried', () => {
  const { text } = written('failed', online({ status: 'Payment Failed', payment: null }));
  expect(text).toContain(
    'You can retry the payment for 3 days after ordering, while the items are in stock.',
  );
});

test('a cancelled order says whether there is a refund', () => {
  expect(written('cancelled', order({ status: 'Cancelled' })).text).toContain('Nothing was charged for it.');
  const back = online({ status: 'Cancelled', refunds: [{ ...refund, doneAt: null, providerId: null }] });
  expect(written('cancelled', back).text).toContain('We are refunding ₹3,907.00');
  expect(written('cancelled', back).text).toContain('5 to 7 working days');
  const before = online({ status: 'Cancelled', refunds: [{ ...refund, reason: 'returned' }] });
  expect(written('cancelled', before).text).toContain('Your refund is already on its way');
});

test('a refund is described as on its way until its provider confirms it', () => {
  const pending = written('refund-pay_1-1', online({ refunds: [{ ...refund, doneAt: null }] }));
  expect(pending.subject).toBe('Your refund of ₹3,907.00 for order E7K3MQ has started');
  expect(pending.text).toContain('rfnd_9');
  expect(pending.text).not.toMatch(/We sent|5 to 7 working days/);
  const { subject, text } = written('refunded-pay_1-1', online({ refunds: [refund] }));
  expect(subject).toBe('Your refund of ₹3,907.00 for order E7K3MQ has been sent');
  for (const words of [
    '(Razorpay) on 21 November 2026, because the order was cancelled',
    '5 to 7 working days',
    'rfnd_9',
  ]) {
    expect(text).toContain(words);
  }
});

test('the email about a failed refund neither quotes the bank nor says that money was sent', () => {
  const { text } = written('refund-failed-pay_1-1', online({ refunds: [{ ...refund, failure }] }));
  expect(text).toContain('We could not refund ₹3,907.00');
  expect(text).not.toContain(failure.why);
});

const shipment = { courier: 'Delhivery', trackingNumber: '1' };

test.each<[string, Partial<Order>]>([
  ['placed', { status: 'Cancelled' }],
  ['placed', { status: 'Payment Failed' }],
  ['placed', { status: 'Delivered' }],
  ['processing', { status: 'Cancelled' }],
  ['processing', { status: 'Shipped', shipment }],
  ['shipped', { status: 'Cancelled', shipment }],
  ['shipped', { status: 'Delivered', shipment }],
  ['shipped', { status: 'Shipped' }],
  ['delivered', { status: 'Shipped', shipment }],
  ['cancelled', { status: 'Order Placed' }],
  ['failed', { status: 'Payment Pending' }],
  ['failed', { status: 'Order Placed' }],
  // Its payment arrived after the last piece was sold: it was charged.
  ['failed', { status: 'Payment Failed', refunds: [{ ...refund, reason: 'sold-out' }] }],
  ['refund-pay_1-1', {}],
  ['refund-pay_1-2', { refunds: [refund] }],
  ['refund-pay_1-1', { refunds: [refund] }],
  ['refunded-pay_1-1', { refunds: [{ ...refund, doneAt: null }] }],
  ['refunded-pay_1-1', { refunds: [{ ...refund, failure }] }],
  ['refund-failed-pay_1-1', { refunds: [refund] }],
  ['refund-failed-pay_1-1', { refunds: [{ ...refund, failure, isReplaced: true }] }],
  ['refund-', { refunds: [refund] }],
  ['invoice', {}],
  ['', {}],
])('an outdated email is not written: %s, %j', (kind, own) => {
  expect(orderEmail(kind, order(own), SITE, true)).toBeNull();
});

test('the email about a delivery has the invoice number', () => {
  const invoice = { ...invoiceOf(order(), at, supplier), number: 42 };
  const { text, html } = written('delivered', order({ status: 'Delivered', paid: true, invoice }));
  for (const part of [text, html]) expect(part).toContain('IN/26-27/000042');
  expect(written('delivered', order({ status: 'Delivered', paid: true })).text).not.toContain('invoice');
});

test('a discount has its line between subtotal and fee', () => {
  const discount = { code: 'TAANA-7K2M-Q9XD', percent: 20, paise: 779_40 };
  const { text, html } = written('placed', order({ discount, totalPaise: 3_127_60 }));
  expect(text).toContain(
    'Subtotal: ₹3,897.00\n20% off with code TAANA-7K2M-Q9XD: −₹779.40\nShipping fee: ₹10.00\nTotal: ₹3,127.60',
  );
  for (const part of ['20% off with code TAANA-7K2M-Q9XD', '−₹779.40']) expect(html).toContain(part);
  expect(written('placed', order()).text).not.toContain('code');
});

const evil = `"><script>alert('x')</script>\r\nBcc: thief@example.com`;

test('text of shoppers and marketers is escaped in an email, on one line', () => {
  const hostile = order({
    status: 'Shipped',
    items: [{ ...hoodie, name: evil, size: evil, picture: evil, productId: '"><b>' }],
    address: { ...address, firstName: evil, lastName: evil, street: evil, city: evil },
    shipment: { courier: evil, trackingNumber: evil },
  });
  for (const kind of ['placed', 'shipped']) {
    const { subject, text, html } = written(kind, hostile);
    expect(html).not.toMatch(/<script|"><b>|"><script/);
    expect(html).toContain(
      '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; Bcc: thief@example.com',
    );
    expect(text).not.toMatch(/^Bcc:/m);
    expect(subject).not.toContain('script');
  }
});

test('an email uses only what Gmail keeps, and Gmail shows all of a long order', () => {
  const { html } = written('placed', order({ items: Array.from({ length: 40 }, () => hoodie) }));
  expect(html).not.toMatch(/<(?:script|style|link|form|iframe|svg)\b|\bclass=|javascript:/);
  // Gmail cuts an email off at 102 kB.
  expect(Buffer.byteLength(html)).toBeLessThan(90_000);
});
