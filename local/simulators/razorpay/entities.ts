/**
 * Razorpay's entities as its REST API returns them, without the fields that say nothing here (null, or one constant) and
 * that the shop does not read. Amounts in paise, times in seconds since 1970.
 */
import { DAY_S } from '../../../src/domain/time-units.ts';
import { randomText } from '../random-id.ts';

/** Empty notes are sent as a list: PHP's empty array. */
export type Notes = Record<string, string> | never[];

/** A validated request to `POST /v1/orders`, with the supported fields. */
export interface NewOrder {
  amount: number;
  currency: string;
  receipt?: string | undefined;
  notes?: Notes | undefined;
}

export function newOrder({ amount, currency, receipt, notes = [] }: NewOrder, created_at: number) {
  return {
    id: `order_${randomText(14)}`,
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt: receipt ?? null,
    status: 'created' as 'created' | 'attempted' | 'paid',
    attempts: 0,
    notes,
    created_at,
  };
}

export type RazorpayOrder = ReturnType<typeof newOrder>;

export function newPayment(of: RazorpayOrder, method: 'upi' | 'card' | 'netbanking', created_at: number) {
  return {
    id: `pay_${randomText(14)}`,
    entity: 'payment',
    amount: of.amount,
    currency: of.currency,
    status: 'created' as 'created' | 'authorized' | 'captured' | 'refunded' | 'failed',
    order_id: of.id,
    method,
    amount_refunded: 0,
    refund_status: null as null | 'partial' | 'full',
    captured: false,
    notes: of.notes,
    /** Razorpay's own fee, with tax; null until captured. */
    fee: null as number | null,
    tax: null as number | null,
    error_description: null as string | null,
    created_at,
  };
}

export type RazorpayPayment = ReturnType<typeof newPayment>;

/** A validated request to `POST /v1/payments/{id}/refund`, with the supported fields. */
export interface NewRefund {
  /** Default: all that is left. */
  amount?: number | undefined;
  notes?: Notes | undefined;
  receipt?: string | undefined;
}

export function newRefund(
  { id: payment_id, currency }: RazorpayPayment,
  { amount, notes = [], receipt }: NewRefund & { amount: number },
  isDone: boolean,
  created_at: number,
) {
  return {
    id: `rfnd_${randomText(14)}`,
    entity: 'refund',
    amount,
    currency,
    payment_id,
    notes,
    receipt: receipt ?? null,
    created_at,
    status: (isDone ? 'processed' : 'pending') as 'pending' | 'processed' | 'failed',
    speed_processed: 'normal',
  };
}

export type RazorpayRefund = ReturnType<typeof newRefund>;

export function newDispute({ id, currency }: RazorpayPayment, amount: number, created_at: number) {
  return {
    id: `disp_${randomText(14)}`,
    entity: 'dispute',
    payment_id: id,
    amount,
    currency,
    /** From the shop's balance, when the dispute was lost. */
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_received_or_partially_received',
    respond_by: created_at + 7 * DAY_S,
    status: 'open' as 'open' | 'won' | 'lost',
    created_at,
  };
}

export type RazorpayDispute = ReturnType<typeof newDispute>;
