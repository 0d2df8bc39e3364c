import type { Page } from 'playwright/test';
import { invoicePage, invoicePath } from '../../../src/contract/paths.ts';
import { invoiceMessages } from '../../../src/contract/messages/orders.ts';
import type { Refusal } from '../../../src/contract/calls/call.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import type { WireInvoice, WireTaxDocument, WireTaxLine } from '../../../src/contract/calls/invoice.ts';
import { brand } from '../../../src/domain/config.ts';
import { ORDER } from '../../browser/support/online-payment.ts';
import { enter } from '../../browser/support/mocked-account.ts';
import type { Scene } from '../scene.ts';
import { held, LONG_EMAIL, LONG_NAME, LONG_PERSON, LONG_STREET, NOW, ok, refusals } from '../fixtures.ts';
import { ashaAddress } from '../../support/asha.ts';

const address = invoicePath(ORDER);
const sheet = (page: Page) => page.getByRole('article').first();
const [personFirst = '', personLast = ''] = LONG_PERSON.split(' ', 2);

/** Sample figures; other tests check the sums. */
const half = (total: number) => {
  const tax = Math.round((total / 1.05) * 2.5) / 100;
  return { taxable: Math.round((total - 2 * tax) * 100) / 100, cgst: tax, sgst: tax, igst: 0, total };
};
const line = (name: string, size: string, total: number, own: Partial<WireTaxLine> = {}): WireTaxLine => ({
  kind: 'goods',
  name,
  size,
  hsn: '6110',
  unit: 'PCS',
  quantity: 1,
  rate: 5,
  gross: total,
  discount: 0,
  ...half(total),
  ...own,
});
const fee = line('', '', 10, { kind: 'fee', unit: 'OTH' });
const documentOf = (number: string, lines: WireTaxLine[]): WireTaxDocument => {
  const sums = half(lines.reduce((sum, { total }) => sum + total, 0));
  const inWords = 'Rupees Five Thousand Eight Only';
  return { number, date: NOW, lines, rates: [{ rate: 5, ...sums }], sums, inWords };
};
const { legalName, gstin, state, address: office } = brand.company;
const plain: WireInvoice = {
  ...documentOf('IN/26-27/000042', [line('Warp Line Hoodie', 'M', 4998, { quantity: 2 }), fee]),
  orderId: ORDER,
  orderDate: NOW - 86_400_000,
  paymentMethod: 'razorpay',
  supplier: { legalName, gstin, state, address: office, stateCode: '29' },
  recipient: ashaAddress,
  placeOfSupply: { state: 'Karnataka', code: '29' },
  isInterState: false,
  stateTax: 'SGST',
  creditNotes: [],
};
const discounted = { discount: 499.8, gross: 2499 };
const long: WireInvoice = {
  ...plain,
  ...documentOf('IN/26-27/000043', [
    line(LONG_NAME, 'XXL', 1999.2, discounted),
    ...['S', 'M', 'L', 'XL'].map((size) => line('Godown Cargo', size, 1999.2, discounted)),
    fee,
  ]),
  recipient: {
    ...plain.recipient,
    firstName: personFirst,
    lastName: personLast,
    email: LONG_EMAIL,
    street: LONG_STREET,
  },
  creditNotes: [{ ...documentOf('CN/26-27/000007', [line(LONG_NAME, 'XXL', 1999.2)]), reason: 'cancelled' }],
};

type Said = Reply<'order.invoice'> | Refusal | 'nothing' | 'later';
const saying = (said: Said) => async (page: Page) => {
  await enter(page);
  await page.route('**/api/order/invoice?*', (route) => {
    if (said === 'later') return held();
    if (said === 'nothing') return route.abort();
    return route.fulfill({ status: said.success ? 200 : 404, json: said });
  });
};

export const invoice: readonly Scene[] = [
  {
    name: 'on its way',
    state: 'loading',
    address,
    prepare: saying('later'),
    shows: (page) => page.locator('main .skeleton').first(),
  },
  { name: 'one line', state: 'one', address, prepare: saying({ ...ok, invoice: plain }), shows: sheet },
  {
    name: 'many long lines, a discount and a credit note',
    state: 'long',
    address,
    prepare: saying({ ...ok, invoice: long }),
    shows: sheet,
  },
  {
    name: 'none yet',
    state: 'empty',
    address,
    prepare: saying({ success: false, code: 'not-found', message: invoiceMessages.noneYet }),
    shows: invoiceMessages.noneYet,
    announced: refusals(404),
  },
  {
    name: 'no order named',
    state: 'error',
    address: invoicePage,
    prepare: enter,
    shows: invoiceMessages.noneNamed,
  },
];
