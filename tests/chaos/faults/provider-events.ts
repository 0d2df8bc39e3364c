/** What happens to payments outside the shop: on a provider's dashboard and at the payers' banks. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Simulators } from '../../../local/simulators/controls.ts';
import type { Provider } from '../../../local/simulators/ledger.ts';
import type { Random } from '../../support/seeded-random.ts';

const PROVIDERS: readonly Provider[] = ['razorpay', 'stripe'];
const PART_PAISE = 5_000;

type Environment = { providers: Simulators };

/** Payments that were made, refunds that a bank processes, and undecided disputes. */
function booksOf({ providers }: Environment, name: Provider) {
  const { ledger, [name]: books } = providers.books();
  const ids = (all: readonly { id: string; status: unknown }[], ...statuses: string[]) =>
    all.filter(({ status }) => statuses.includes(String(status))).map(({ id }) => id);
  return {
    payments: ledger.filter((one) => one.provider === name && one.kind === 'payment').map(({ id }) => id),
    refunds: ids(books.refunds, 'pending'),
    disputes: ids(books.disputes, 'open', 'needs_response'),
  };
}

/** Acts at random intervals until the run is over. */
export async function runBanks(
  environment: Environment,
  isOver: () => boolean,
  random: Random,
): Promise<void> {
  while (!isOver()) {
    await wait(random.between(800, 3_000));
    const name = random.pick(PROVIDERS);
    const controls = environment.providers[name];
    const { payments, refunds, disputes } = booksOf(environment, name);
    const some = (ids: readonly string[]) => (ids.length === 0 ? undefined : random.pick(ids));
    const isGood = random.happens(0.5);
    const works: readonly ((payment: string) => unknown)[] = [
      (payment) => controls.refundThere(payment, { amountPaise: PART_PAISE }),
      (payment) => controls.refundThere(payment),
      (payment) => controls.contest(payment),
      () => controls.refundsAre({ outcome: isGood ? 'done' : 'pending' }),
      () => controls.settleRefund(some(refunds) ?? 'none', isGood ? 'done' : 'failed'),
      () => controls.settleDispute(some(disputes) ?? 'none', isGood ? 'won' : 'lost'),
    ];
    const payment = some(payments);
    if (payment !== undefined) possibly(() => random.pick(works)(payment));
  }
}

/** Settles every undecided refund and dispute. Makes at least one of each kind, however few shoppers have paid. */
export function decideAll(environment: Environment, random: Random): void {
  for (const name of PROVIDERS) {
    const controls = environment.providers[name];
    controls.refundsAre({});
    const [first, second] = booksOf(environment, name).payments;
    if (first !== undefined) possibly(() => controls.refundThere(first, { amountPaise: PART_PAISE }));
    if (second !== undefined) possibly(() => controls.contest(second));
    const { refunds, disputes } = booksOf(environment, name);
    for (const id of refunds) controls.settleRefund(id, random.happens(0.7) ? 'done' : 'failed');
    for (const id of disputes) controls.settleDispute(id, random.happens(0.5) ? 'won' : 'lost');
  }
}

/** Ignores the provider's refusal, such as for the refund of a disputed payment. */
function possibly(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}
