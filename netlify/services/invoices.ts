import { invoiceMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import type {
  WireInvoice,
  WireTaxDocument,
  WireTaxLine,
  WireTaxSums,
} from '../../src/contract/calls/invoice.ts';
import { stateTaxName, taxStateOf } from '../../src/domain/gst.ts';
import { withDocuments } from '../../src/domain/invoice.ts';
import { rupeesFromPaise } from '../../src/domain/money.ts';
import type { Order } from '../../src/domain/order.ts';
import { brand } from '../../src/domain/config.ts';
import {
  type CreditNote,
  financialYearsOf,
  inclusiveOf,
  type Invoice,
  type Series,
  serialOf,
  sumsByRate,
  sumsOf,
  type Supplier,
  type TaxLine,
  type TaxSums,
} from '../../src/domain/tax-document.ts';
import { amountInWords } from '../../src/domain/amount-in-words.ts';
import { readSeries } from '../storage/invoice-numbers.ts';
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
    ...{ kind, name, size, hsn, unit, quantity, rate },
    gross: rupeesFromPaise(grossPaise),
    discount: rupeesFromPaise(discountPaise),
    ...inRupees({ ...line, totalPaise: inclusiveOf(line) }),
  };
}

function inRupees({ taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise }: TaxSums): WireTaxSums {
  return {
    taxable: rupeesFromPaise(taxablePaise),
    cgst: rupeesFromPaise(cgstPaise),
    sgst: rupeesFromPaise(sgstPaise),
    igst: rupeesFromPaise(igstPaise),
    total: rupeesFromPaise(totalPaise),
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

/**
 * Documents issued between two times (ms, both included): invoices, then credit notes, by number.
 * @param hear receives the id of each unreadable order of these years, once per series
 */
export async function issuedBetween(
  from: number,
  to: number,
  hear: (orderId: string) => void,
): Promise<IssuedDocument[]> {
  const issued: IssuedDocument[] = [];
  for (const series of ['IN', 'CN'] as const) {
    for (const year of financialYearsOf(from, to)) {
      const entries = await readSeries(series, year);
      const ids = [...new Set(entries.map(({ orderId }) => orderId))];
      const orders = new Map((await readReadableOrders(ids)).map((order) => [order.id, order]));
      ids.filter((id) => !orders.has(id)).forEach(hear);
      for (const { orderId, place } of entries) {
        const order = orders.get(orderId);
        const document = place === null ? order?.invoice : order?.creditNotes?.[place];
        if (!order?.invoice || !document || document.issuedAt < from || document.issuedAt > to) continue;
        const { issuedAt, lines } = document;
        issued.push({
          ...{ series, serial: serialOf(series, document), issuedAt, order, invoice: order.invoice, lines },
        });
      }
    }
  }
  return issued;
}
