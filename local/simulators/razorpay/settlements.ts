import { DAY_S } from '../../../src/domain/time-units.ts';
import type { RazorpayPayment, RazorpayRefund } from './entities.ts';

/** A settlement as Razorpay lists it. https://razorpay.com/docs/api/settlements */
export interface RazorpaySettlement {
  id: string;
  entity: 'settlement';
  /** After fees and refunds, in paise. */
  amount: number;
  status: 'processed';
  /** Fees with their tax, in paise. */
  fees: number;
  tax: number;
  utr: string;
  created_at: number;
}

/** Razorpay's usual schedule: two days after the payment. */
const SETTLED_AFTER_DAYS = 2;

/**
 * The settlements until now (s), oldest first. Derived from payments and refunds: those of one day (UTC) are settled
 * together.
 */
export function settlementsUntil(
  now: number,
  payments: readonly RazorpayPayment[],
  refunds: readonly RazorpayRefund[],
): RazorpaySettlement[] {
  const taken = payments.filter(({ captured }) => captured);
  const given = refunds.filter(({ status }) => status === 'processed');
  const dayOf = ({ created_at }: { created_at: number }) => Math.floor(created_at / DAY_S);
  const days = [...new Set([...taken, ...given].map(dayOf))].sort((a, b) => a - b);
  return days.flatMap((day) => {
    const created_at = (day + SETTLED_AFTER_DAYS) * DAY_S;
    const ofDay = taken.filter((payment) => dayOf(payment) === day);
    const back = given.filter((refund) => dayOf(refund) === day);
    const fees = sumOf(ofDay.map(({ fee }) => fee ?? 0));
    const amount =
      sumOf(ofDay.map((payment) => payment.amount)) - fees - sumOf(back.map((one) => one.amount));
    if (created_at > now) return [];
    return [
      {
        id: `setl_${String(day).padStart(14, '0')}`,
        entity: 'settlement',
        amount,
        status: 'processed',
        fees,
        tax: sumOf(ofDay.map(({ tax }) => tax ?? 0)),
        utr: `${created_at}taana`,
        created_at,
      },
    ];
  });
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
