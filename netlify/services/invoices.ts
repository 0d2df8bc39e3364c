import { invoiceMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import type { WireInvoice, WireTaxDocument, WireTaxLine } from '../../src/contract/calls/invoice.ts';
import { stateTaxName, taxStateOf } from '../../src/domain/gst.ts';
import { withDocuments } from '../../src/domain/invoice.ts';
import { rupeesFromPaise } from '../../src/domain/money.ts';
import { monthOf } from '../../src/domain/days.ts';
import type { Order } from '../../src/domain/order.ts';
import type { Book } from '../../src/domain/order-sums.ts';
import { brand } from '../../src/domain/config.ts';
import {
  type CreditNote,
  financialYearsOf,
  inclusiveOf,
  inRupees,
  type Invoice,
  monthsOf,
  type Series,
  serialOf,
  sumsByRate,
  sumsOf,
  type Supplier,
  type TaxLine,
} from '../../src/domain/tax-document.ts';
import { amountInWords } from '../../src/domain/amount-in-words.ts';
import { type Issued, readSeries } from '../storage/invoice-numbers.ts';
import { readCountedUntil, readSumsOf } from '../storage/order-sums.ts';
import { readOwnOrder, readReadableOrders } from '../storage/orders.ts';
import type { ShopperCall } from './shopper-call.ts';
import { Refused } from './refusal.ts';

const { legalName, address, gstin, state } = brand.company;
/** The shop as the issuer of its documents. */
export const supplier: Supplier = { legalName, address, gstin, state, stateCode: taxStateOf(state).code };

/** The order with every invoice and credit note that is due by now. */
export function documented(order: Order): Order {
  return withDocuments(order, Date.now(), supplier);
}

/**
 * The invoice of the shopper's own order, and its credit notes.
 * @throws Refused 'not-found' for another shopper's order, and for an order without an invoice (yet)
 */
export async function read(
  { orderId }: Body<'order.invoice'>,
  call: ShopperCall,
): Promise<Reply<'order.invoice'>> {
  const found = await readOwnOrder(call, orderId);
  if (!found) throw new Refused('not-found', paymentMessages.unknownOrder);
  const { order } = found;
  if (!order.invoice) throw new Refused('not-found', invoiceMessages.noneYet);
  return { success: true, invoice: invoiceWire(order, order.invoice) };
}

/** An invoice of this order, with its credit notes. */
export function invoiceWire(order: Order, invoice: Invoice): WireInvoice {
  const { placeOfSupply, supplier: seller } = invoice;
  return {
    ...documentOf('IN', invoice),
    orderId: order.id,
    orderDate: order.placedAt,
    paymentMethod: order.paymentMethod,
    supplier: seller,
    recipient: order.address,
    placeOfSupply,
    isInterState: placeOfSupply.code !== seller.stateCode,
    stateTax: stateTaxName(seller.stateCode),
    creditNotes: (order.creditNotes ?? []).map((note) => {
      return { ...documentOf('CN', note), reason: note.reason };
    }),
  };
}

function documentOf(series: Series, document: Invoice | CreditNote): WireTaxDocument {
  const sums = sumsOf(document.lines);
  return {
    number: serialOf(series, document),
    date: document.issuedAt,
    lines: document.lines.map(lineOf),
    rates: sumsByRate(document.lines).map(({ rate, ...each }) => ({ rate, ...inRupees(each) })),
    sums: inRupees(sums),
    inWords: amountInWords(sums.totalPaise),
  };
}

function lineOf(line: TaxLine): WireTaxLine {
  const { kind, name, size, hsn, unit, quantity, rate, grossPaise, discountPaise } = line;
  return {
    kind,
    name,
    size,
    hsn,
    unit,
    quantity,
    rate,
    gross: rupeesFromPaise(grossPaise),
    discount: rupeesFromPaise(discountPaise),
    ...inRupees({ ...line, totalPaise: inclusiveOf(line) }),
  };
}

/** An invoice or a credit note with its order. */
export interface IssuedDocument {
  series: Series;
  serial: string;
  /** In ms since 1970. */
  issuedAt: number;
  order: Order;
  invoice: Invoice;
  lines: readonly TaxLine[];
}

/** A document's place in its series, without the document. */
export interface DocumentPlace extends Issued {
  series: Series;
  financialYear: string;
  number: number;
}

/**
 * Numbers on both sides of a span that are read as well: two functions may number documents in another sequence than
 * that of their clocks.
 */
const MARGIN = 200;

/**
 * The places in which documents of a time span (ms, both ends included) stand: invoices, then credit notes, by number;
 * with some from before and after. The running sums know how many documents each month has, so no year is read for a month.
 */
export async function documentPlaces(from: number, to: number, margin = MARGIN): Promise<DocumentPlace[]> {
  const isCounted = (await readCountedUntil()) === null;
  const [first, last] = [monthOf(from), monthOf(to)];
  const places: DocumentPlace[] = [];
  for (const series of ['IN', 'CN'] as const) {
    for (const financialYear of financialYearsOf(from, to)) {
      const months = isCounted ? monthsOf(financialYear) : [];
      const counts = await readSumsOf(
        months.map((month): Book => `gst:${month}`),
        series,
      );
      const upTo = (isWanted: (month: string) => boolean) =>
        counts.reduce((sum, count, at) => (isWanted(months[at] ?? '') ? sum + count : sum), 0);
      const begin = Math.max(0, upTo((month) => month < first) - margin);
      const end = isCounted ? upTo((month) => month <= last) + margin - 1 : -1;
      const issued = await readSeries(series, financialYear, begin, end);
      places.push(...issued.map((one, at) => ({ ...one, series, financialYear, number: begin + at + 1 })));
    }
  }
  return places;
}

/**
 * Those of these documents that were issued between two times (ms, both included).
 * @param onUnreadable receives the id of each unreadable order
 */
export async function readDocuments(
  places: readonly DocumentPlace[],
  from: number,
  to: number,
  onUnreadable: (orderId: string) => void,
): Promise<IssuedDocument[]> {
  const ids = [...new Set(places.map(({ orderId }) => orderId))];
  const orders = new Map((await readReadableOrders(ids)).map((order) => [order.id, order]));
  ids.filter((id) => !orders.has(id)).forEach(onUnreadable);
  return places.flatMap(({ series, orderId, place }): IssuedDocument[] => {
    const order = orders.get(orderId);
    const document = place === null ? order?.invoice : order?.creditNotes?.[place];
    if (!order?.invoice || !document || document.issuedAt < from || document.issuedAt > to) return [];
    const { issuedAt, lines } = document;
    return [{ series, serial: serialOf(series, document), issuedAt, order, invoice: order.invoice, lines }];
  });
}
