import type Stripe from 'stripe';
import { DAY_S } from '../../../src/domain/time-units.ts';

/** Stripe's payouts and their balance transactions, derived from charges and refunds. */

/** Stripe's schedule in India: the payments of a day arrive five days later. */
const ARRIVES_AFTER_DAYS = 5;
/** Stripe's price for international cards in India, without tax. */
const FEE = 0.03;

interface Books {
  charges: readonly Stripe.Charge[];
  refunds: readonly Stripe.Refund[];
}

const dayOf = ({ created }: { created: number }): number => Math.floor(created / DAY_S);
const idOf = (day: number): string => `po_${String(day).padStart(24, '0')}`;

function transactionOf(
  { id, amount, created, currency }: { id: string; amount: number; created: number; currency: string },
  type: 'charge' | 'refund',
) {
  const fee = type === 'charge' ? Math.round(amount * FEE) : 0;
  const signed = type === 'charge' ? amount : -amount;
  const available_on = (dayOf({ created }) + ARRIVES_AFTER_DAYS) * DAY_S;
  const description = 'Stripe processing fees';
  return {
    id: id.replace(/^\w+?_/, 'txn_'),
    object: 'balance_transaction',
    amount: signed,
    available_on,
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    net: signed - fee,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, application: null, currency, description, type: 'stripe_fee' }],
    reporting_category: type,
    source: id,
    status: 'available',
    type,
  };
}

/** The transactions in a payout, oldest first. */
export function transactionsOf({ charges, refunds }: Books, payout: string) {
  return [
    ...charges.filter(({ paid }) => paid).map((charge) => transactionOf(charge, 'charge')),
    ...refunds
      .filter(({ status }) => status === 'succeeded')
      .map((refund) => transactionOf(refund, 'refund')),
  ]
    .filter((transaction) => idOf(dayOf(transaction)) === payout)
    .sort((a, b) => a.created - b.created);
}

/** The payouts until now (s), oldest first. */
export function payoutsUntil(now: number, books: Books) {
  const all = [...books.charges.filter(({ paid }) => paid), ...books.refunds];
  const days = [...new Set(all.map(dayOf))].sort((a, b) => a - b);
  return days.flatMap((day) => {
    const arrival_date = (day + ARRIVES_AFTER_DAYS) * DAY_S;
    const inside = transactionsOf(books, idOf(day));
    if (arrival_date > now || inside.length === 0) return [];
    return [
      {
        id: idOf(day),
        object: 'payout',
        amount: inside.reduce((sum, { net }) => sum + net, 0),
        arrival_date,
        automatic: true,
        created: arrival_date - DAY_S,
        currency: 'inr',
        description: 'STRIPE PAYOUT',
        destination: 'ba_1TaanaSimulator',
        failure_code: null,
        failure_message: null,
        livemode: false,
        metadata: {},
        method: 'standard',
        reconciliation_status: 'completed',
        source_type: 'card',
        statement_descriptor: null,
        status: 'paid',
        type: 'bank_account',
        trace_id: { status: 'supported', value: `UTR${arrival_date}` },
      },
    ];
  });
}
