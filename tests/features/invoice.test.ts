import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type {
  WireInvoice,
  WireTaxDocument,
  WireTaxLine,
  WireTaxSums,
} from '../../src/contract/calls/invoice.ts';
import { InvoiceSheets } from '../../src/components/shop/InvoiceSheets.tsx';
import { supplier } from '../support/orders.ts';
import { address } from '../support/shop-calls.ts';

/** Invoices as a shopper reads them: every figure under the name of its column. */

type Line = [
  what: Pick<WireTaxLine, 'kind' | 'name' | 'size' | 'hsn' | 'unit' | 'quantity' | 'rate'>,
  gross: number,
  discount: number,
  sums: WireTaxSums,
];

const hoodie = { kind: 'goods', name: 'Warp Line Hoodie', size: 'M', hsn: '6110', unit: 'PCS' } as const;
const coord = { kind: 'goods', name: 'Patang Co-ord', size: 'L', hsn: '6204', unit: 'SET' } as const;
const fee = { kind: 'fee', name: '', size: '', unit: 'OTH' } as const;

const igst = (taxable: number, tax: number, total: number): WireTaxSums => {
  return { taxable, cgst: 0, sgst: 0, igst: tax, total };
};
const halves = (taxable: number, half: number, total: number): WireTaxSums => {
  return { taxable, cgst: half, sgst: half, igst: 0, total };
};

function documentOf(
  number: string,
  date: number,
  lines: Line[],
  own: Pick<WireTaxDocument, 'rates' | 'sums' | 'inWords'>,
): WireTaxDocument {
  return {
    ...{ number, date, ...own },
    lines: lines.map(([what, gross, discount, sums]) => ({ ...what, gross, discount, ...sums })),
  };
}

const order = {
  orderId: 'ABCDEFGHJKMNPQRSTVWX',
  orderDate: Date.UTC(2026, 10, 18),
  paymentMethod: 'razorpay',
  supplier,
  stateTax: 'SGST',
} as const;

/** To another state: two rates and a discount, and a part of it given back. */
const toTamilNadu: WireInvoice = {
  ...order,
  ...documentOf(
    'IN/26-27/000041',
    Date.UTC(2026, 10, 20),
    [
      [{ ...hoodie, quantity: 1, rate: 5 }, 2499, 499.8, igst(1904, 95.2, 1999.2)],
      [{ ...coord, quantity: 1, rate: 18 }, 4999, 999.8, igst(3389.15, 610.05, 3999.2)],
      [{ ...fee, hsn: '6204', quantity: 1, rate: 18 }, 10, 0, igst(8.47, 1.53, 10)],
    ],
    {
      rates: [
        { rate: 5, ...igst(1904, 95.2, 1999.2) },
        { rate: 18, ...igst(3397.62, 611.58, 4009.2) },
      ],
      sums: igst(5301.62, 706.78, 6008.4),
      inWords: 'Rupees Six Thousand Eight and Forty Paise Only',
    },
  ),
  recipient: { ...address, city: 'Chennai', state: 'Tamil Nadu', zipcode: '600001' },
  placeOfSupply: { state: 'Tamil Nadu', code: '33' },
  isInterState: true,
  creditNotes: [
    {
      reason: 'returned',
      ...documentOf(
        'CN/26-27/000007',
        Date.UTC(2026, 10, 27),
        [
          [{ ...hoodie, quantity: 0, rate: 5 }, 665.2, 0, igst(633.52, 31.68, 665.2)],
          [{ ...coord, quantity: 0, rate: 18 }, 1330.67, 0, igst(1127.69, 202.98, 1330.67)],
          [{ ...fee, hsn: '6204', quantity: 0, rate: 18 }, 3.33, 0, igst(2.82, 0.51, 3.33)],
        ],
        {
          rates: [
            { rate: 5, ...igst(633.52, 31.68, 665.2) },
            { rate: 18, ...igst(1130.51, 203.49, 1334) },
          ],
          sums: igst(1764.03, 235.17, 1999.2),
          inWords: 'Rupees One Thousand Nine Hundred Ninety-Nine and Twenty Paise Only',
        },
      ),
    },
  ],
};

/** Within the state: one rate, no discount, nothing given back. */
const toKarnataka: WireInvoice = {
  ...order,
  ...documentOf(
    'IN/26-27/000042',
    Date.UTC(2026, 10, 21),
    [
      [{ ...hoodie, quantity: 2, rate: 5 }, 4998, 0, halves(4760, 119, 4998)],
      [{ ...fee, hsn: '6110', quantity: 1, rate: 5 }, 10, 0, halves(9.52, 0.24, 10)],
    ],
    {
      rates: [{ rate: 5, ...halves(4769.52, 119.24, 5008) }],
      sums: halves(4769.52, 119.24, 5008),
      inWords: 'Rupees Five Thousand Eight Only',
    },
  ),
  recipient: address,
  placeOfSupply: { state: 'Karnataka', code: '29' },
  isInterState: false,
  creditNotes: [],
};

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

/** A table of a sheet, row by row, the names of its columns first. */
function tableOf(sheet: string, name: string): string[][] {
  const table = sheet.match(/<table.*?<\/table>/gs)?.find((each) => each.includes(`aria-label="${name}"`));
  const rows = table?.match(/<tr.*?<\/tr>/gs) ?? [];
  return rows.map((row) => (row.match(/<t[hd] .*?<\/t[hd]>/gs) ?? []).map(textOf));
}

test('to another state: HSN, discount, rate, value and IGST of every line, and what they come to at each rate', () => {
  const [sheet = ''] = sheetsOf(toTamilNadu);
  expect(tableOf(sheet, 'Lines of IN/26-27/000041')).toEqual([
    ['Description', 'HSN', 'Quantity', 'With tax', 'Discount', 'Rate', 'Taxable value', 'IGST', 'Total'],
    [
      ...['Warp Line Hoodie Size M', '6110', '1 PCS', '₹2,499.00', '₹499.80', '5%'],
      ...['₹1,904.00', '₹95.20', '₹1,999.20'],
    ],
    [
      ...['Patang Co-ord Size L', '6204', '1 SET', '₹4,999.00', '₹999.80', '18%'],
      ...['₹3,389.15', '₹610.05', '₹3,999.20'],
    ],
    ['Delivery fee', '6204', '1', '₹10.00', '₹0.00', '18%', '₹8.47', '₹1.53', '₹10.00'],
    ['Total', '', '', '', '', '', '₹5,301.62', '₹706.78', '₹6,008.40'],
  ]);
  expect(tableOf(sheet, 'IN/26-27/000041 by rate of tax')).toEqual([
    ['Rate', 'Taxable value', 'IGST', 'Total'],
    ['5%', '₹1,904.00', '₹95.20', '₹1,999.20'],
    ['18%', '₹3,397.62', '₹611.58', '₹4,009.20'],
  ]);
  const text = textOf(sheet);
  for (const words of [
    ...['Tax invoice', 'Invoice number IN/26-27/000041', 'Date of issue 20 Nov 2026'],
    ...[supplier.legalName, `GSTIN ${supplier.gstin}`, 'State Karnataka (29)'],
    ...['Asha Rao', 'Chennai 600001, India', 'Place of supply Tamil Nadu (33)'],
    ...['Total ₹6,008.40', 'In words Rupees Six Thousand Eight and Forty Paise Only'],
  ]) {
    expect(text).toContain(words);
  }
});

test('what was given back is a credit note on a sheet of its own, with its figures and its invoice', () => {
  const sheets = sheetsOf(toTamilNadu);
  expect(sheets).toHaveLength(2);
  const [, note = ''] = sheets;
  expect(tableOf(note, 'Lines of CN/26-27/000007')).toEqual([
    ['Description', 'HSN', 'Quantity', 'With tax', 'Rate', 'Taxable value', 'IGST', 'Total'],
    [
      ...['Warp Line Hoodie Size M', '6110', 'Part of the price', '₹665.20', '5%'],
      ...['₹633.52', '₹31.68', '₹665.20'],
    ],
    [
      ...['Patang Co-ord Size L', '6204', 'Part of the price', '₹1,330.67', '18%'],
      ...['₹1,127.69', '₹202.98', '₹1,330.67'],
    ],
    ['Delivery fee', '6204', 'Part of the price', '₹3.33', '18%', '₹2.82', '₹0.51', '₹3.33'],
    ['Total', '', '', '', '', '₹1,764.03', '₹235.17', '₹1,999.20'],
  ]);
  const text = textOf(note);
  for (const words of [
    ...['Credit note', 'Credit note number CN/26-27/000007', 'Date of issue 27 Nov 2026'],
    ...['Against invoice IN/26-27/000041, 20 Nov 2026', 'Reason Goods or money were given back'],
    ...['Place of supply Tamil Nadu (33)', 'Total credited ₹1,999.20'],
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
      ...['Warp Line Hoodie Size M', '6110', '2 PCS', '₹4,998.00', '2.5% + 2.5%'],
      ...['₹4,760.00', '₹119.00', '₹119.00', '₹4,998.00'],
    ],
    ['Delivery fee', '6110', '1', '₹10.00', '2.5% + 2.5%', '₹9.52', '₹0.24', '₹0.24', '₹10.00'],
    ['Total', '', '', '', '', '₹4,769.52', '₹119.24', '₹119.24', '₹5,008.00'],
  ]);
  expect(textOf(sheet)).toContain('Place of supply Karnataka (29)');
});
