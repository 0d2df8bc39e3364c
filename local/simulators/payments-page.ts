/** `/__payments`: shows the ledger, and acts for owner, banks and network. */
import { escapeHtml } from '../../netlify/email/html.ts';
import { formatPrice } from '../../src/domain/money.ts';
import type { PaymentControls, Simulators } from './controls.ts';
import { type Fault, type Faults, FAULTS } from './faults.ts';
import {
  alertBox,
  htmlPage,
  json,
  type Pages,
  readBody,
  seeOther,
  select,
  SHOWN,
  table,
  when,
} from './html-page.ts';
import type { Delivery, Ledger, Provider } from './ledger.ts';

export interface PaymentParts extends Pick<
  Simulators,
  'razorpay' | 'stripe' | 'webhooks' | 'fault' | 'books'
> {
  faults: Record<Provider, Faults>;
}

type Fields = Record<string, string>;

const PROVIDERS = { razorpay: 'Razorpay', stripe: 'Stripe' };

export function paymentPages(parts: PaymentParts): Pages {
  const { books, faults, webhooks, razorpay, stripe } = parts;

  function controlsOf({ provider }: Fields): PaymentControls {
    if (provider === 'razorpay' || provider === 'stripe') return parts[provider];
    throw new Error('provider is razorpay or stripe.');
  }

  const actions: Record<string, (fields: Fields) => unknown> = {
    faults: ({ provider, fault }) => parts.fault(provider as Provider, fault as Fault),
    deliver: ({ id = '' }) => webhooks.deliver(id),
    settle: ({ id = '', answer }) => stripe.settleSlow(id, answer === 'failed' ? 'failed' : 'succeeded'),
    'succeed-late': ({ id = '' }) => razorpay.succeedLate(id),
    'refunds-are': ({ answer }) => {
      for (const { refundsAre } of [razorpay, stripe]) {
        refundsAre({ outcome: answer === 'pending' ? 'pending' : 'done' });
      }
    },
    refund: ({ id = '', amount, ...of }) =>
      controlsOf(of).refundThere(id, amount === undefined ? {} : { amountPaise: Number(amount) }),
    'settle-refund': ({ id = '', answer, ...of }) =>
      controlsOf(of).settleRefund(id, answer === 'failed' ? 'failed' : 'done'),
    contest: ({ id = '', ...of }) => controlsOf(of).contest(id),
    'settle-dispute': ({ id = '', answer, ...of }) =>
      controlsOf(of).settleDispute(id, answer === 'lost' ? 'lost' : 'won'),
  };

  const page = (alert?: string) =>
    paymentsPage(books(), { razorpay: faults.razorpay.current(), stripe: faults.stripe.current() }, alert);
  const act = (action: (fields: Fields) => unknown) => async (request: Request) => {
    try {
      await action((await readBody(request)) as Fields);
      return seeOther('/__payments');
    } catch (error) {
      return page(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    'GET /__payments': () => page(),
    'GET /__payments.json': () => json(books()),
    ...Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [`POST /__payments/${name}`, act(action)]),
    ),
  };
}

/** A button that carries out an action. */
function button(label: string, action: string, fields: Fields): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  return `<form method="post" action="/__payments/${action}">${hidden}<button>${label}</button></form>`;
}

/** Actions of the owner on a provider's dashboard, and of the payer at their bank. */
function ofPayment(provider: Provider, id: string, leftPaise: number): string {
  return [
    button('Refund half', 'refund', { provider, id, amount: String(Math.ceil(leftPaise / 2)) }),
    button('Refund', 'refund', { provider, id }),
    button('Contest', 'contest', { provider, id }),
  ].join(' ');
}

const money = ({ ledger }: Ledger) =>
  ledger.map(({ at, provider, kind, orderId, id, amountPaise }) => [
    when(at),
    `${provider} ${kind}`,
    escapeHtml(orderId ?? ''),
    escapeHtml(id),
    (amountPaise < 0 ? '−' : '') + formatPrice(Math.abs(amountPaise)),
  ]);

interface Decided {
  id: string;
  amount: number;
  status: string | null;
}

/** Refunds or disputes, with the answers that a bank can still give. */
function decisions(
  action: string,
  all: Record<Provider, readonly Decided[]>,
  answersTo: (status: string) => Record<string, string>,
) {
  return (Object.keys(PROVIDERS) as Provider[]).flatMap((provider) =>
    all[provider].map(({ id, amount, status }) => [
      escapeHtml(id),
      provider,
      String(status),
      formatPrice(amount),
      Object.entries(answersTo(String(status)))
        .map(([answer, label]) => button(label, action, { provider, id, answer }))
        .join(' '),
    ]),
  );
}

const refundAnswers = (status: string): Record<string, string> => ({
  ...(status === 'pending' && { done: 'Bank accepts' }),
  ...(status !== 'failed' && { failed: 'Bank rejects' }),
});

const disputeAnswers = (status: string): Record<string, string> =>
  status === 'open' || status === 'needs_response' ? { won: 'Won', lost: 'Lost' } : {};

function razorpayPayments({ razorpay: { orders, payments } }: Ledger) {
  const receipts = new Map(orders.map(({ id, receipt }) => [id, receipt]));
  return payments.map(({ id, order_id, method, status, amount, amount_refunded }) => [
    escapeHtml(id),
    escapeHtml(receipts.get(order_id) ?? order_id),
    method,
    status,
    formatPrice(amount),
    (status === 'failed' && button('Succeed after all', 'succeed-late', { id })) ||
      (status === 'captured' && ofPayment('razorpay', id, amount - amount_refunded)) ||
      '',
  ]);
}

function stripeSessions({ stripe: { sessions, paymentIntents, charges } }: Ledger) {
  return sessions.map(({ id, url, status, payment_status, payment_intent, ...session }) => {
    const intent = paymentIntents.find((one) => one.id === payment_intent);
    const charge = charges.find((one) => one.payment_intent === payment_intent && one.paid && !one.refunded);
    const short = `${id.slice(0, 16)}…`;
    return [
      url ? `<a href="${escapeHtml(url)}">${short}</a>` : short,
      escapeHtml(session.client_reference_id ?? ''),
      `${String(status)}, ${payment_status}`,
      formatPrice(session.amount_total ?? 0),
      intent?.status === 'processing'
        ? button('The bank pays', 'settle', { id, answer: 'succeeded' }) +
          button('The bank declines', 'settle', { id, answer: 'failed' })
        : '',
      charge ? ofPayment('stripe', String(payment_intent), charge.amount - charge.amount_refunded) : '',
    ];
  });
}

function stateOf({ state, dueAt, attempts }: Delivery): string {
  const answers = attempts.map(({ status }) => status ?? 'no answer').join(', ');
  const next = dueAt === null ? '' : `, again at ${when(new Date(dueAt).toISOString())}`;
  return `${state}${answers ? ` (${answers})` : ''}${next}`;
}

const deliveries = ({ deliveries: all }: Ledger) =>
  all.map((delivery) => [
    when(delivery.createdAt),
    delivery.provider,
    `${escapeHtml(delivery.type)}<br><span class="note">${escapeHtml(delivery.id)}</span>`,
    escapeHtml(delivery.orderId ?? ''),
    stateOf(delivery),
    button(delivery.attempts.length === 0 ? 'Deliver' : 'Send again', 'deliver', { id: delivery.id }),
  ]);

function faultForm(provider: Provider, current: Fault): string {
  const choice = select('fault', `${PROVIDERS[provider]}’s API`, FAULTS, current, `fault-${provider}`);
  return `<form method="post" action="/__payments/faults"><input type="hidden" name="provider" value="${provider}">${choice}<button>Set</button></form>`;
}

function paymentsPage(books: Ledger, faults: Record<Provider, Fault>, alert?: string): Response {
  const { razorpay, stripe } = books;
  const refunds = { razorpay: razorpay.refunds, stripe: stripe.refunds };
  const disputes = { razorpay: razorpay.disputes, stripe: stripe.disputes };
  const decided = ['Id', 'By', 'Status', 'Amount', ''];
  const body = `<div class="top"><h1>Payments</h1><span class="label">Local simulators: no money moves</span></div>
${alert === undefined ? '' : alertBox(alert)}
<p>What the shop has:</p><p class="sum">${formatPrice(books.balancePaise)}</p>
<p class="note">The newest ${SHOWN} of each are shown; <a href="/__payments.json">all of them as JSON</a>.</p>
${table('Money', ['When', 'What', 'Order', 'Id', 'Amount'], money(books), 'No real money has moved.')}
${table('Razorpay payments', ['Id', 'Order', 'By', 'Status', 'Amount', ''], razorpayPayments(books), 'No payments yet.')}
${table('Stripe sessions', ['Id', 'Order', 'Status', 'Amount', '', ''], stripeSessions(books), 'No sessions yet.')}
${table('Refunds', decided, decisions('settle-refund', refunds, refundAnswers), 'No refunds yet.')}
<p class="note">Refunds from now on:</p><div class="buttons">${button('At once', 'refunds-are', { answer: 'done' })}${button('Wait for the bank', 'refunds-are', { answer: 'pending' })}</div>
${table('Disputes', decided, decisions('settle-dispute', disputes, disputeAnswers), 'No disputes yet.')}
${table('Webhooks', ['When', 'From', 'Event', 'Order', 'State', ''], deliveries(books), 'No webhooks yet.')}
<section class="card"><h2>What goes wrong</h2><div class="row">${faultForm('razorpay', faults.razorpay)}${faultForm('stripe', faults.stripe)}</div></section>`;
  return htmlPage({
    title: 'Payments',
    body,
    policy: "form-action 'self'",
    status: alert === undefined ? 200 : 400,
  });
}
