/** `/__payments`: shows the ledger and controls faults. */
import { escapeHtml } from '../../netlify/email/html.ts';
import { formatPrice } from '../../src/domain/money.ts';
import type { Delivery, Ledger, Provider } from './ledger.ts';
import { type Fault, FAULTS } from './faults.ts';
import { faultSelect, htmlPage, row, SHOWN, table, when } from './html-page.ts';

function button(label: string, path: string, fields: Record<string, string>): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  return `<form method="post" action="${path}">${hidden}<button>${label}</button></form>`;
}

function ledger({ ledger: entries }: Ledger): string {
  const rows = entries.map((entry) =>
    row([
      when(entry.at),
      `${entry.provider} ${entry.kind}`,
      escapeHtml(entry.orderId ?? ''),
      escapeHtml(entry.id),
      (entry.amountPaise < 0 ? '−' : '') + formatPrice(Math.abs(entry.amountPaise)),
    ]),
  );
  return table('Money', ['When', 'What', 'Order', 'Id', 'Amount'], rows, 'No real money has moved.');
}

/** Actions of the owner on a provider's dashboard, and of the payer at their bank. */
function ofPayment(provider: Provider, payment: string, leftPaise: number): string {
  const half = String(Math.ceil(leftPaise / 2));
  return [
    button('Refund half', '/__payments/refund', { provider, payment, amount: half }),
    button('Refund', '/__payments/refund', { provider, payment }),
    button('Contest', '/__payments/contest', { provider, payment }),
  ].join(' ');
}

function refunds({ razorpay, stripe }: Ledger): string {
  const all = [
    ...razorpay.refunds.map(({ id, amount, status }) => ({ provider: 'razorpay', id, amount, status })),
    ...stripe.refunds.map(({ id, amount, status }) => ({ provider: 'stripe', id, amount, status })),
  ];
  const rows = all.map(({ provider, id, amount, status }) => {
    const settle = (label: string, answer: string) =>
      button(label, '/__payments/settle-refund', { provider, refund: id, answer });
    const isOver = status === 'failed';
    return row([
      escapeHtml(id),
      provider,
      String(status),
      formatPrice(amount),
      `${status === 'pending' ? settle('Bank accepts', 'done') : ''} ${isOver ? '' : settle('Bank rejects', 'failed')}`,
    ]);
  });
  return table('Refunds', ['Id', 'By', 'Status', 'Amount', ''], rows, 'No refunds yet.');
}

function disputes({ razorpay, stripe }: Ledger): string {
  const all = [
    ...razorpay.disputes.map(({ id, amount, status }) => ({ provider: 'razorpay', id, amount, status })),
    ...stripe.disputes.map(({ id, amount, status }) => ({ provider: 'stripe', id, amount, status })),
  ];
  const rows = all.map(({ provider, id, amount, status }) => {
    const settle = (label: string, answer: string) =>
      button(label, '/__payments/settle-dispute', { provider, dispute: id, answer });
    const isOpen = status === 'open' || status === 'needs_response';
    return row([
      escapeHtml(id),
      provider,
      status,
      formatPrice(amount),
      isOpen ? `${settle('Won', 'won')} ${settle('Lost', 'lost')}` : '',
    ]);
  });
  return table('Disputes', ['Id', 'At', 'Status', 'Amount', ''], rows, 'No disputes yet.');
}

/** Whether banks accept refunds at once from now on. */
function mannerForms(): string {
  const behaviour = (label: string, outcome: string) => button(label, '/__payments/refunds-are', { outcome });
  return `<p class="note">Refunds from now on:</p><div class="buttons">${behaviour('At once', 'done')}${behaviour('Wait for the bank', 'pending')}</div>`;
}

function razorpayPayments({ razorpay }: Ledger): string {
  const receipts = new Map(razorpay.orders.map(({ id, receipt }) => [id, receipt]));
  const rows = razorpay.payments.map((payment) =>
    row([
      escapeHtml(payment.id),
      escapeHtml(receipts.get(payment.order_id) ?? payment.order_id),
      payment.method,
      payment.status,
      formatPrice(payment.amount),
      payment.status === 'failed'
        ? button('Succeed after all', '/__payments/succeed-late', { payment: payment.id })
        : payment.status === 'captured'
          ? ofPayment('razorpay', payment.id, payment.amount - payment.amount_refunded)
          : '',
    ]),
  );
  return table('Razorpay payments', ['Id', 'Order', 'By', 'Status', 'Amount', ''], rows, 'No payments yet.');
}

function stripeSessions({ stripe }: Ledger): string {
  const rows = stripe.sessions.map((session) => {
    const waits = stripe.paymentIntents.some(
      ({ id, status }) => id === session.payment_intent && status === 'processing',
    );
    const settle = (label: string, answer: string) =>
      button(label, '/__payments/settle', { session: session.id, answer });
    const charge = stripe.charges.find(({ payment_intent }) => payment_intent === session.payment_intent);
    const isPaid = session.payment_status === 'paid' && charge && !charge.refunded;
    return row([
      session.url
        ? `<a href="${escapeHtml(session.url)}">${session.id.slice(0, 16)}…</a>`
        : `${session.id.slice(0, 16)}…`,
      escapeHtml(session.client_reference_id ?? ''),
      `${String(session.status)}, ${session.payment_status}`,
      formatPrice(session.amount_total ?? 0),
      waits ? `${settle('The bank pays', 'succeeded')} ${settle('The bank declines', 'failed')}` : '',
      isPaid
        ? ofPayment('stripe', String(session.payment_intent), charge.amount - charge.amount_refunded)
        : '',
    ]);
  });
  return table('Stripe sessions', ['Id', 'Order', 'Status', 'Amount', '', ''], rows, 'No sessions yet.');
}

function stateOf({ state, dueAt, attempts }: Delivery): string {
  const answers = attempts.map(({ status }) => status ?? 'no answer').join(', ');
  const next = dueAt === null ? '' : `, again at ${when(new Date(dueAt).toISOString())}`;
  return `${state}${answers ? ` (${answers})` : ''}${next}`;
}

function deliveries({ deliveries: all }: Ledger): string {
  const rows = all.map((delivery) =>
    row([
      when(delivery.createdAt),
      delivery.provider,
      `${escapeHtml(delivery.type)}<br><span class="note">${escapeHtml(delivery.id)}</span>`,
      escapeHtml(delivery.orderId ?? ''),
      stateOf(delivery),
      button(delivery.attempts.length === 0 ? 'Deliver' : 'Send again', '/__payments/deliver', {
        id: delivery.id,
      }),
    ]),
  );
  return table('Webhooks', ['When', 'From', 'Event', 'Order', 'State', ''], rows, 'No webhooks yet.');
}

function faultForm(provider: Provider, current: Fault): string {
  const name = provider === 'razorpay' ? 'Razorpay' : 'Stripe';
  return `<form method="post" action="/__payments/faults"><input type="hidden" name="provider" value="${provider}">${faultSelect(`fault-${provider}`, `${name}’s API`, FAULTS, current)}</form>`;
}

export function paymentsPage(books: Ledger, faults: Record<Provider, Fault>, alert?: string): Response {
  const body = `<div class="top"><h1>Payments</h1><span class="label">Local simulators: no money moves</span></div>
${alert === undefined ? '' : `<p class="alert" role="alert">${escapeHtml(alert)}</p>`}
<p>What the shop has:</p><p class="sum">${formatPrice(books.balancePaise)}</p>
<p class="note">The newest ${SHOWN} of each are shown; <a href="/__payments.json">all of them as JSON</a>.</p>
${ledger(books)}
${razorpayPayments(books)}
${stripeSessions(books)}
${refunds(books)}
${mannerForms()}
${disputes(books)}
${deliveries(books)}
<section class="card"><h2>What goes wrong</h2><div class="row">${faultForm('razorpay', faults.razorpay)}${faultForm('stripe', faults.stripe)}</div></section>`;
  return htmlPage({
    title: 'Payments',
    body,
    policy: "form-action 'self'",
    status: alert === undefined ? 200 : 400,
  });
}
