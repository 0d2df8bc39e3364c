import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { WireInvoice } from '../../src/contract/calls/invoice.ts';
import { InvoiceSheets } from '../../src/components/shop/InvoiceSheets.tsx';
import { discountOf } from '../../src/domain/discount.ts';
import { withDocuments } from '../../src/domain/invoice.ts';
import type { Order, OrderItem } from '../../src/domain/order.ts';
import { withRefund } from '../../src/domain/refund.ts';
import { invoiceWire } from '../../netlify/services/invoices.ts';
import { anOrder, supplier } from '../support/orders.ts';
import { address } from '../support/shop-calls.ts';

/** Invoices as a shopper reads them: every figure under the name of its column. */

const item = (
  name: string,
  size: string,
  pricePaise: number,
  hsn: string,
  unit: 'PCS' | 'SET',
): OrderItem => ({
  productId: 'piece',
  name,
  size,
  pricePaise,
  picture: '',
  quantity: 1,
  taxClass: { hsn, unit },
});
const hoodie = item('Warp Line Hoodie', 'M', 2_499_00, '6110', 'PCS');
const coord = item('Patang Co-ord', 'L', 4_999_00, '6204', 'SET');

/** A paid order with its invoice. */
function invoiced(items: OrderItem[], percent: number, state: string, issuedAt: number): Order {
  const subtotalPaise = items.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0);
  const paise = discountOf(subtotalPaise, percent);
  const totalPaise = subtotalPaise - paise + 10_00;
  const order = anOrder({
    items,
    subtotalPaise,
    feePaise: 10_00,
    totalPaise,
    paid: true,
    paymentMethod: 'razorpay',
    id: 'ABCDEFGHJKMNPQRSTVWX',
    placedAt: Date.UTC(2026, 10, 18),
    discount: percent === 0 ? null : { code: 'TAANA-7K2M-Q9XD', percent, paise },
    payment: { provider: 'razorpay', id: 'pay_1', amountPaise: totalPaise, at: issuedAt },
    address: state === 'Karnataka' ? address : { ...address, city: 'Chennai', state, zipcode: '600001' },
  });
  return withDocuments(order, issuedAt, supplier);
}

function numbered(order: Order, number: number, ofNote: number): WireInvoice {
  if (!order.invoice) throw new Error('The order has no invoice');
  const creditNotes = (order.creditNotes ?? []).map((note) => ({ ...note, number: ofNote }));
  return invoiceWire({ ...order, creditNotes }, { ...order.invoice, number });
}

/** To another state: two rates, a discount and a partial refund. */
const back = { provider: 'razorpay', paymentId: 'pay_1', amountPaise: 1_999_20, reason: 'returned' } as const;
const sold = invoiced([hoodie, coord], 20, 'Tamil Nadu', Date.UTC(2026, 10, 20));
const returnedAt = Date.UTC(2026, 10, 27);
const partlyReturned = withDocuments(withRefund(sold, { ...back, at: returnedAt }), returnedAt, supplier);
const toTamilNadu = numbered(partlyReturned, 41, 7);

/** Within the state: one rate, no discount, no refund. */
const two = [{ ...hoodie, quantity: 2 }];
const toKarnataka = numbered(invoiced(two, 0, 'Karnataka', Date.UTC(2026, 10, 21)), 42, 0);

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The sheets of paper, each as HTML. */
function sheetsOf(invoice: WireInvoice): string[] {
  const html = renderToStaticMarkup(createElement(InvoiceSheets, { shopName: 'Taana', invoice }));
  return html.match(/<article.*?<\/article>/gs) ?? [];
}

/** A table of a sheet, row by row; the first row has the column names. */
function tableOf(sheet: string, name: string): string[][] {
  const table = sheet.match(/<table.*?<\/table>/gs)?.find((each) => each.includes(`aria-label="${name}"`));
  const rows = table?.match(/<tr.*?<\/tr>/gs) ?? [];
  return rows.map((row) => (row.match(/<t[hd] .*?<\/t[hd]>/gs) ?? []).map(textOf));
}

test('to another state: HSN, discount, rate, value and IGST of every line, and the totals of each rate', () => {
  const [sheet = ''] = sheetsOf(toTamilNadu);
  expect(tableOf(sheet, 'Lines of IN/26-27/000041')).toEqual([
    ['Description', 'HSN', 'Quantity', 'With tax', 'Discount', 'Rate', 'Taxable value', 'IGST', 'Total'],
    [
      'Warp Line Hoodie Size M',
      '6110',
      '1 PCS',
      '₹2,499.00',
      '₹499.80',
      '5%',
      '₹1,904.00',
      '₹95.20',
      '₹1,999.20',
    ],
    [
      'Patang Co-ord Size L',
      '6204',
      '1 SET',
      '₹4,999.00',
      '₹999.80',
      '18%',
      '₹3,389.15',
      '₹610.05',
      '₹3,999.20',
    ],
    ['Shipping fee', '6204', '1', '₹10.00', '₹0.00', '18%', '₹8.47', '₹1.53', '₹10.00'],
    ['Total', '', '', '', '', '', '₹5,301.62', '₹706.78', '₹6,008.40'],
  ]);
  expect(tableOf(sheet, 'IN/26-27/000041 by rate of tax')).toEqual([
    ['Rate', 'Taxable value', 'IGST', 'Total'],
    ['5%', '₹1,904.00', '₹95.20', '₹1,999.20'],
    ['18%', '₹3,397.62', '₹611.58', '₹4,009.20'],
  ]);
  const text = textOf(sheet);
  for (const words of [
    'Tax invoice',
    'Invoice number IN/26-27/000041',
    'Date of issue 20 Nov 2026',
    supplier.legalName,
    `GSTIN ${supplier.gstin}`,
    'State Karnataka (29)',
    'Asha Rao',
    'Chennai 600001, India',
    'Place of supply Tamil Nadu (33)',
    'Total ₹6,008.40',
    'In words Rupees Six Thousand Eight and Forty Paise Only',
  ]) {
    expect(text).toContain(words);
  }
});

test('a refund is a credit note on its own sheet, with its figures and its invoice', () => {
  const sheets = sheetsOf(toTamilNadu);
  expect(sheets).toHaveLength(2);
  const [, note = ''] = sheets;
  expect(tableOf(note, 'Lines of CN/26-27/000007')).toEqual([
    ['Description', 'HSN', 'Quantity', 'With tax', 'Rate', 'Taxable value', 'IGST', 'Total'],
    ['Warp Line Hoodie Size M', '6110', 'Part of the price', '₹665.20', '5%', '₹633.52', '₹31.68', '₹665.20'],
    [
      'Patang Co-ord Size L',
      '6204',
      'Part of the price',
      '₹1,330.67',
      '18%',
      '₹1,127.69',
      '₹202.98',
      '₹1,330.67',
    ],
    ['Shipping fee', '6204', 'Part of the price', '₹3.33', '18%', '₹2.82', '₹0.51', '₹3.33'],
    ['Total', '', '', '', '', '₹1,764.03', '₹235.17', '₹1,999.20'],
  ]);
  const text = textOf(note);
  for (const words of [
    'Credit note',
    'Credit note number CN/26-27/000007',
    'Date of issue 27 Nov 2026',
    'Against invoice IN/26-27/000041, 20 Nov 2026',
    'Reason Goods returned or amount refunded',
    'Place of supply Tamil Nadu (33)',
    'Total credited ₹1,999.20',
  ]) {
    expect(text).toContain(words);
  }
});

test('within the state: CGST and SGST, half of the rate each; without a discount no column for it', () => {
  const sheets = sheetsOf(toKarnataka);
  expect(sheets).toHaveLength(1);
  const [sheet = ''] = sheets;
  expect(tableOf(sheet, 'Lines of IN/26-27/000042')).toEqual([
    ['Description', 'HSN', 'Quantity', 'With tax', 'Rate', 'Taxable value', 'CGST', 'SGST', 'Total'],
    [
      'Warp Line Hoodie Size M',
      '6110',
      '2 PCS',
      '₹4,998.00',
      '2.5% + 2.5%',
      '₹4,760.00',
      '₹119.00',
      '₹119.00',
      '₹4,998.00',
    ],
    ['Shipping fee', '6110', '1', '₹10.00', '2.5% + 2.5%', '₹9.52', '₹0.24', '₹0.24', '₹10.00'],
    ['Total', '', '', '', '', '₹4,769.52', '₹119.24', '₹119.24', '₹5,008.00'],
  ]);
  expect(textOf(sheet)).toContain('Place of supply Karnataka (29)');
});
