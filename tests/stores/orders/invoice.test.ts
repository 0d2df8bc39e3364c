import { beforeEach, expect, test } from 'vitest';
import { invoiceMessages } from '../../../src/contract/messages/orders.ts';
import type { WireInvoice } from '../../../src/contract/calls/invoice.ts';
import { type FakeBrowser, ok, openBrowser, signIn } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const ORDER = 'ABCDEFGHJKMNPQRSTVWX';
const sums = { taxable: 100, cgst: 2.5, sgst: 2.5, igst: 0, total: 105 };
const invoice = { number: 'IN/26-27/000042', orderId: ORDER, sums } as WireInvoice;

let browser: FakeBrowser;
beforeEach(() => {
  browser = signIn(openBrowser(`/invoice?orderId=${ORDER}`));
});

const open = () => openStores('orders', 'session');

test('the order of the address is asked about, in its shopper’s name', async () => {
  browser.says('order.invoice', () => ({ ...ok, invoice }));
  const { loadInvoice, $invoice, $invoiceProblem } = await open();
  await loadInvoice();
  expect(browser.asked).toMatchObject([{ name: 'order.invoice', token: 't0ken' }]);
  expect([$invoice.get(), $invoiceProblem.get()]).toEqual([invoice, null]);
});

test('an address without an order sends no request and shows a message', async () => {
  browser = signIn(openBrowser('/invoice?orderId=me'));
  const { loadInvoice, $invoice, $invoiceProblem } = await open();
  await loadInvoice();
  expect(browser.asked).toEqual([]);
  expect([$invoice.get(), $invoiceProblem.get()]).toEqual([null, invoiceMessages.noneNamed]);
});

test('the invoice of a session is not shown to the next one', async () => {
  browser.says('order.invoice', () => ({ ...ok, invoice }));
  const { loadInvoice, $invoice, endSession } = await open();
  await loadInvoice();
  endSession();
  expect($invoice.get()).toBeNull();
});
