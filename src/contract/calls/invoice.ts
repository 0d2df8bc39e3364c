import { z } from 'zod';
import type { DeliveryAddress } from '../../domain/address.ts';
import type { Rate } from '../../domain/gst.ts';
import type { PaymentMethod } from '../../domain/order.ts';
import type { CreditNote, Invoice, Supplier, TaxLine } from '../../domain/tax-document.ts';
import { MINUTE_MS } from '../../domain/time-units.ts';
import type { CallRules, Success } from './call.ts';
import { orderId } from './fields.ts';

/**
 * A line of an invoice or credit note, in rupees. `rate` is percent, half of it each for CGST and SGST. `quantity` is 0
 * if a credit note takes back a part of the price.
 */
export interface WireTaxLine extends Pick<
  TaxLine,
  'kind' | 'name' | 'size' | 'hsn' | 'unit' | 'quantity' | 'rate'
> {
  /** With tax, before the discount. */
  gross: number;
  /** The line's share of the discount, with tax. */
  discount: number;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
}

export type WireTaxSums = Pick<WireTaxLine, 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'>;

/** A printed invoice or credit note. */
export interface WireTaxDocument {
  number: string;
  date: number;
  lines: WireTaxLine[];
  /** Sums per rate, the lowest rate first. */
  rates: (WireTaxSums & { rate: Rate })[];
  sums: WireTaxSums;
  /** The total in words. */
  inWords: string;
}

export interface WireInvoice extends WireTaxDocument {
  orderId: string;
  /** When the order was placed. */
  orderDate: number;
  paymentMethod: PaymentMethod;
  supplier: Supplier;
  recipient: DeliveryAddress;
  placeOfSupply: Invoice['placeOfSupply'];
  /** If true, the tax is IGST; else CGST and the state's tax. */
  isInterState: boolean;
  /** The name of the state tax at the shop's place. */
  stateTax: 'SGST' | 'UTGST';
  /** Oldest first. */
  creditNotes: (WireTaxDocument & Pick<CreditNote, 'reason'>)[];
}

export interface InvoiceReplies {
  'order.invoice': Success & { invoice: WireInvoice };
}

export const invoiceCalls = {
  'order.invoice': {
    method: 'GET',
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'The invoice of an order and its credit notes.',
    body: z.object({ orderId }),
    refusals: ['not-found'],
    limits: [{ name: 'invoice', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }],
  },
} as const satisfies Record<string, CallRules>;
