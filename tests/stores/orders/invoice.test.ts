import { expect, test } from 'vitest';
import { invoiceMessages } from '../../../src/contract/messages/orders.ts';
import type { WireInvoice } from '../../../src/contract/calls/invoice.ts';
import { ok, openBrowser, signIn, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const ORDER = 'ABCDEFGHJKMNPQRSTVWX';
const sums = { taxable: 100, cgst: 2.5, sgst: 2.5, igst: 0, total: 105 };
const invoice = { number: 'IN/26-27/000042', orderId: ORDER, sums } as WireInvoice;

const browser = useBrowser(() => signIn(openBrowser(`/invoice?orderId=${ORDER}`)));

const open = () => openStores('orders', 'session', 'page');

test('the order in the URL is requested with its shopper’s token', async () => {
  browser.says('order.invoice', () => ({ ...ok, invoice }));
  const { loadInvoice, $invoice, $invoiceProblem } = await open();
  await loadInvoice();
  expect(browser.asked).toMatchObject([{ name: 'order.invoice', token: 't0ken' }]);
  expect([$invoice.get(), $invoiceProblem.get()]).toEqual([invoice, null]);
});

test('a URL without an order sends no request and offers no retry', async () => {
  Object.assign(browser, signIn(openBrowser('/invoice?orderId=me')));
  const { loadInvoice, $noInvoice, $invoiceProblem, $toasts } = await open();
  await loadInvoice();
  expect(browser.asked).toEqual([]);
  expect([$noInvoice.get(), $invoiceProblem.get()]).toEqual([invoiceMessages.noneNamed, null]);
  expect($toasts.get()).toEqual([]);
});

test('an order without an invoice shows why and offers no retry; a lost reply offers one', async () => {
  const { noneYet } = invoiceMessages;
  browser.says('order.invoice', () => ({ success: false, code: 'not-found', message: noneYet }));
  const { loadInvoice, $noInvoice, $invoiceProblem, $toasts } = await open();
  await loadInvoice();
  expect([$noInvoice.get(), $invoiceProblem.get(), $toasts.get()]).toEqual([noneYet, null, []]);

  browser.network.isUp = false;
  await loadInvoice();
  expect($invoiceProblem.get()).toBe(invoiceMessages.failed);
  expect($toasts.get()).toHaveLength(1);
});

test('the invoice of one session is not shown in the next one', async () => {
  browser.says('order.invoice', () => ({ ...ok, invoice }));
  const { loadInvoice, $invoice, endSession } = await open();
  await loadInvoice();
  endSession();
  expect($invoice.get()).toBeNull();
});
