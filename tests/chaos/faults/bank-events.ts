/** What happens to payments that were made, beside the shop: on a provider's dashboard, and at the payers' banks. */
import { setTimeout as wait } from 'node:timers/promises';
import type { PaymentControls, Simulators } from '../../../local/simulators/controls.ts';
import type { Provider } from '../../../local/simulators/ledger.ts';
import type { Chance } from './random.ts';

const PROVIDERS: readonly Provider[] = ['razorpay', 'stripe'];
const PART_PAISE = 5_000;

type City = { providers: Simulators };

/** Payments that were made, refunds that a bank has in hand, disputes that it has not decided. */
function booksOf({ providers }: City, name: Provider) {
  const { razorpay, stripe } = providers.books();
  const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);
  return name === 'razorpay'
    ? {
        payments: ids(razorpay.payments.filter(({ captured }) => captured)),
        refunds: ids(razorpay.refunds.filter(({ status }) => status === 'pending')),
        disputes: ids(razorpay.disputes.filter(({ status }) => status === 'open')),
      }
    : {
        payments: ids(stripe.paymentIntents.filter(({ status }) => status === 'succeeded')),
        refunds: ids(stripe.refunds.filter(({ status }) => status === 'pending')),
        disputes: ids(stripe.disputes.filter(({ status }) => status === 'needs_response')),
      };
}

/** Now and then, until it is over. */
export async function banking(city: City, isOver: () => boolean, chance: Chance): Promise<void> {
  while (!isOver()) {
    await wait(chance.between(800, 3_000));
    const name = chance.of(PROVIDERS);
    const hands = city.providers[name];
    const { payments, refunds, disputes } = booksOf(city, name);
    const some = (ids: readonly string[]) => (ids.length === 0 ? undefined : chance.of(ids));
    const isGood = chance.isOnce(0.5);
    const works: readonly ((payment: string) => unknown)[] = [
      (payment) => hands.refundThere(payment, { amountPaise: PART_PAISE }),
      (payment) => hands.refundThere(payment),
      (payment) => hands.contest(payment),
      () => hands.refundsAre({ outcome: isGood ? 'done' : 'pending' }),
      () => settleRefund(hands, some(refunds), isGood),
      () => settleDispute(hands, some(disputes), isGood),
    ];
    const payment = some(payments);
    if (payment !== undefined) possibly(() => chance.of(works)(payment));
  }
}

/** The banks decide what is left to decide; of each kind there is something, however few have paid. */
export function decideAll(city: City, chance: Chance): void {
  for (const name of PROVIDERS) {
    const hands = city.providers[name];
    hands.refundsAre({});
    const [first, second] = booksOf(city, name).payments;
    if (first !== undefined) possibly(() => hands.refundThere(first, { amountPaise: PART_PAISE }));
    if (second !== undefined) possibly(() => hands.contest(second));
    const { refunds, disputes } = booksOf(city, name);
    for (const id of refunds) settleRefund(hands, id, chance.isOnce(0.7));
    for (const id of disputes) settleDispute(hands, id, chance.isOnce(0.5));
  }
}

function settleRefund(hands: PaymentControls, id: string | undefined, isGood: boolean): void {
  if (id !== undefined) hands.settleRefund(id, isGood ? 'done' : 'failed');
}

function settleDispute(hands: PaymentControls, id: string | undefined, isGood: boolean): void {
  if (id !== undefined) hands.settleDispute(id, isGood ? 'won' : 'lost');
}

/** What a provider refuses, such as sending back what is contested, does not happen. */
function possibly(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}
