import { allocatePaise } from './allocate-paise.ts';
import { otherGoods, rateOf, taxOf, taxPartsBy, taxStateOf } from './gst.ts';
import { isOrderConfirmed, type Order } from './order.ts';
import { sentBackPaise } from './refund.ts';
import {
  type CreditLine,
  type CreditNote,
  inclusiveOf,
  type Invoice,
  sumsOf,
  type Supplier,
  type TaxLine,
} from './tax-document.ts';

/**
 * The tax documents of an order. They depend only on the order, so code that changes an order calls `withDocuments`
 * afterwards; a repeated call issues nothing more.
 */

/**
 * The law requires the invoice before or when goods leave (section 31). So it is issued when the order is paid, or when
 * the courier who collects the cash gets the parcel, whichever comes first.
 */
export function isInvoiceDue(order: Pick<Order, 'status' | 'paid'>): boolean {
  const hasLeft = order.status === 'Shipped' || order.status === 'Delivered';
  return isOrderConfirmed(order) && (order.paid || hasLeft);
}

/** True if every issued document has its number. */
export function isNumbered({ invoice, creditNotes = [] }: Order): boolean {
  return [invoice, ...creditNotes].every((document) => document?.number !== null);
}

/**
 * The order with every document that is due at this time (ms); the same object if none is. New documents have no number
 * yet.
 */
export function withDocuments(order: Order, at: number, supplier: Supplier): Order {
  const invoiced =
    isInvoiceDue(order) && !order.invoice ? { ...order, invoice: invoiceOf(order, at, supplier) } : order;
  const note = dueCreditNote(invoiced, at);
  return note ? { ...invoiced, creditNotes: [...(invoiced.creditNotes ?? []), note] } : invoiced;
}

/**
 * The invoice of an order. Prices include tax; the discount is spread over the goods in proportion to their prices.
 *
 * The checkout fee is part of a composite supply (goods with delivery) and is taxed like the goods (section 8). If
 * rates differ, it joins the most expensive goods of the highest rate, so that its tax is never too low. It is never
 * discounted.
 */
export function invoiceOf(order: Order, at: number, supplier: Supplier): Invoice {
  const { name: state, code } = taxStateOf(order.address.state);
  const isInterState = code !== supplier.stateCode;
  const costs = order.items.map(({ pricePaise, quantity }) => pricePaise * quantity);
  const discounts = allocatePaise(order.discount?.paise ?? 0, costs);
  const goods = order.items.map((item, place): TaxLine => {
    const [grossPaise = 0, discountPaise = 0] = [costs[place], discounts[place]];
    const { hsn, unit } = item.taxClass ?? otherGoods;
    const inclusivePaise = grossPaise - discountPaise;
    const rate = rateOf(hsn, inclusivePaise, item.quantity, at);
    return {
      kind: 'goods',
      name: item.name,
      size: item.size,
      hsn,
      unit,
      quantity: item.quantity,
      rate,
      grossPaise,
      discountPaise,
      ...taxOf(inclusivePaise, rate, isInterState),
    };
  });
  const [principal] = [...goods].sort((a, b) => b.rate - a.rate || inclusiveOf(b) - inclusiveOf(a));
  const hasFee = principal && order.feePaise > 0;
  return {
    number: null,
    issuedAt: at,
    supplier,
    placeOfSupply: { state, code },
    lines: hasFee ? [...goods, feeLine(order.feePaise, principal, isInterState)] : goods,
  };
}

function feeLine(feePaise: number, { hsn, rate }: TaxLine, isInterState: boolean): TaxLine {
  return {
    kind: 'fee',
    name: '',
    size: '',
    hsn,
    unit: 'OTH',
    quantity: 1,
    rate,
    grossPaise: feePaise,
    discountPaise: 0,
    ...taxOf(feePaise, rate, isInterState),
  };
}

/**
 * The credit note that is due now, or null. A cancelled order credits its whole invoice. Other orders credit the
 * refunds of their online payment; the shop has no record of cash that the owner gives back by hand.
 */
function dueCreditNote(order: Order, at: number): CreditNote | null {
  const { invoice, creditNotes = [], status } = order;
  if (!invoice) return null;
  const credited = creditNotes.reduce((sum, { lines }) => sum + sumsOf(lines).totalPaise, 0);
  const invoiced = sumsOf(invoice.lines).totalPaise;
  const isCancelled = status === 'Cancelled';
  const back = isCancelled ? invoiced : Math.min(invoiced, sentBackPaise(order));
  if (back <= credited) return null;
  return {
    number: null,
    issuedAt: at,
    reason: isCancelled ? 'cancelled' : 'returned',
    lines: creditLines(invoice, creditNotes, back - credited),
  };
}

/**
 * Spreads an amount over the remaining value of every line in proportion: the shop knows how much is refunded, not for
 * which piece. The note that credits the rest of a line takes exactly the remaining paise of each tax, so that an
 * invoice and its notes add up to zero.
 */
function creditLines(invoice: Invoice, notes: readonly CreditNote[], amountPaise: number): CreditLine[] {
  const left = invoice.lines.map((line, place) => {
    const minus = notes.flatMap(({ lines }) => lines.filter(({ of }) => of === place));
    const parts = taxPartsBy((part) => minus.reduce((rest, credited) => rest - credited[part], line[part]));
    return { line, place, parts, inclusivePaise: inclusiveOf(parts) };
  });
  const shares = allocatePaise(
    amountPaise,
    left.map(({ inclusivePaise }) => inclusivePaise),
  );
  return left.flatMap(({ line, place, parts, inclusivePaise }, at): CreditLine[] => {
    const share = shares[at] ?? 0;
    if (share === 0) return [];
    const isInterState = invoice.placeOfSupply.code !== invoice.supplier.stateCode;
    const credited = share === inclusivePaise ? parts : taxOf(share, line.rate, isInterState);
    const quantity = share === inclusiveOf(line) ? line.quantity : 0;
    return [{ ...line, ...credited, of: place, quantity, grossPaise: share, discountPaise: 0 }];
  });
}
