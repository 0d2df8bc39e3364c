import { allocatePaise } from './discount.ts';
import { otherGoods, rateOf, taxOf, type TaxParts, taxStateOf } from './gst.ts';
import { type Order, stands } from './order.ts';
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
 * The tax documents that an order brings about. Which, follows from the order alone, so whoever changes it asks
 * `withDocuments` afterwards; asked again it issues nothing more.
 */

/**
 * The law wants the invoice before or at the time when goods leave (section 31). So it is issued when the money is in, or
 * when the parcel is handed to the courier who will take the cash, whichever comes first.
 */
export function isInvoiceDue(order: Pick<Order, 'status' | 'paid'>): boolean {
  const hasLeft = order.status === 'Shipped' || order.status === 'Delivered';
  return stands(order) && (order.paid || hasLeft);
}

/** Every document that was issued for the order has its number. */
export function isNumbered({ invoice, creditNotes = [] }: Order): boolean {
  return [invoice, ...creditNotes].every((document) => document?.number !== null);
}

/** The order with every document that is due by now (ms); the same object where none is. They have no number yet. */
export function withDocuments(order: Order, at: number, supplier: Supplier): Order {
  const invoiced =
    isInvoiceDue(order) && !order.invoice ? { ...order, invoice: invoiceOf(order, at, supplier) } : order;
  const note = dueCreditNote(invoiced, at);
  return note ? { ...invoiced, creditNotes: [...(invoiced.creditNotes ?? []), note] } : invoiced;
}

/**
 * The invoice of an order. Prices include the tax; the discount is spread over the goods in proportion to what they cost.
 *
 * The checkout fee is part of a composite supply, goods brought to the door, and is taxed as the goods are (section 8). Of
 * goods with different rates it goes with the dearest of the highest rate, so that its tax is never too little; it is
 * never discounted.
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
      ...{ kind: 'goods', name: item.name, size: item.size, hsn, unit, quantity: item.quantity, rate },
      ...{ grossPaise, discountPaise },
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
    ...{ kind: 'fee', name: '', size: '', hsn, unit: 'OTH', quantity: 1, rate },
    ...{ grossPaise: feePaise, discountPaise: 0 },
    ...taxOf(feePaise, rate, isInterState),
  };
}

/**
 * The credit note that an order owes by now; null where what it takes back has been credited. A cancelled order takes all
 * of its invoice back; otherwise what goes back of the money that paid it, in cash by hand excepted, of which the shop
 * knows nothing.
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

const taxParts = [
  'taxablePaise',
  'cgstPaise',
  'sgstPaise',
  'igstPaise',
] as const satisfies (keyof TaxParts)[];

/**
 * An amount, spread over what is left of every line in proportion: the shop knows how much goes back, not for which piece.
 * The note that takes the last of a line takes the very paise that are left of each of its taxes, so that an invoice and
 * its notes cancel each other out.
 */
function creditLines(invoice: Invoice, notes: readonly CreditNote[], amountPaise: number): CreditLine[] {
  const left = invoice.lines.map((line, place) => {
    const minus = notes.flatMap(({ lines }) => lines.filter(({ of }) => of === place));
    const parts = Object.fromEntries(
      taxParts.map((part) => [part, minus.reduce((rest, credited) => rest - credited[part], line[part])]),
    ) as unknown as TaxParts;
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
