import { formatPrice } from '../../domain/money.ts';
import type { Attempt, PaymentReport } from '../../domain/payment-settlement.ts';

/** What a payment provider says about a reference, for staff. */

const attempts: Readonly<Record<Attempt['state'], (price: string, id: string) => string>> = {
  captured: (price, id) => `${price} has come in (${id}).`,
  failed: (price, id) => `A payment of ${price} failed (${id}).`,
  pending: (price, id) => `A payment of ${price} is waiting for the bank (${id}).`,
};

const refunds = {
  pending: (price: string) => `A refund of ${price} is on its way.`,
  done: (price: string) => `A refund of ${price} has been sent.`,
  failed: (price: string, why: string | null) =>
    `A refund of ${price} failed${why === null ? '' : `: ${why}`}.`,
} as const;

const disputes = {
  open: (price: string, why: string) => `${price} is contested: ${why}.`,
  won: (price: string) => `The dispute about ${price} is won.`,
  lost: (price: string) => `The dispute about ${price} is lost.`,
} as const;

const nothing = {
  open: 'Nobody has paid yet.',
  closed: 'Nobody has paid, and the payment is closed.',
} as const;

export const providerSays = {
  heading: (name: string, time: string) => `${name}, asked at ${time}:`,
  /** One sentence for each payment, refund and dispute. */
  sentences({ isClosed, attempts: tried, disputes: contested = [] }: PaymentReport): string[] {
    const price = (paise: number, currency = 'INR') =>
      currency.toUpperCase() === 'INR' ? formatPrice(paise) : `${paise / 100} ${currency.toUpperCase()}`;
    return [
      ...(tried.length === 0 ? [isClosed ? nothing.closed : nothing.open] : []),
      ...tried.flatMap(({ state, amountPaise, currency, id, refunds: back = [] }) => [
        attempts[state](price(amountPaise, currency), id),
        ...back.map((refund) => refunds[refund.state](price(refund.amountPaise), refund.why)),
      ]),
      ...contested.map((dispute) => disputes[dispute.state](price(dispute.amountPaise), dispute.why)),
    ];
  },
} as const;
