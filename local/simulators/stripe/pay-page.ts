/** Stripe's hosted page: pays, leaves or expires a Checkout Session. */
import type Stripe from 'stripe';
import { escapeHtml } from '../../../netlify/email/html.ts';
import { isCrossSite } from '../../../netlify/http/same-site.ts';
import { formatPrice } from '../../../src/domain/money.ts';
import type { StripeLine } from '../ledger.ts';
import { htmlPage, json, modeSelect, readBody, readMode, seeOther } from '../html-page.ts';
import type { StripeSimulator } from './payments.ts';
import { StripeRefusal } from './rules.ts';

type Session = Stripe.Checkout.Session;

const LABEL = '<p><span class="label">Stripe (local simulator: no money moves)</span></p>';
const PATH = /^\/__stripe\/c\/pay\/([^/]+)$/;

export function stripePages(simulator: StripeSimulator) {
  function show(id: string, alert?: string, filled: Record<string, unknown> = {}): Response {
    const session = simulator.session(id);
    return session.status === 'open'
      ? payPage(session, simulator.linesOf(id), alert, filled)
      : overPage(session);
  }

  function act(id: string, fields: Record<string, unknown>): Response {
    const { action, email, name, number } = fields;
    const webhook = readMode(fields['webhook']);
    if (action === 'back') return seeOther(simulator.cancel(id).redirect || '/');
    if (action === 'expire') {
      simulator.expire(id, { webhook });
      return show(id);
    }
    const wrong = mistakeIn(fields);
    if (wrong !== undefined) return show(id, wrong, fields);
    const paid = simulator.pay(id, {
      webhook,
      email: String(email),
      name: String(name),
      cardNumber: String(number),
      outcome: action === 'slow' ? 'slow' : 'paid',
    });
    if ('declined' in paid) return show(id, paid.declined.message, fields);
    return action === 'lose' ? lostPage() : seeOther(paid.redirect);
  }

  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const id = PATH.exec(pathname)?.[1];
    if (id === undefined) return undefined;
    try {
      if (request.method === 'GET' || request.method === 'HEAD') return show(id);
      if (request.method !== 'POST') return json({ error: 'Use GET or POST.' }, 405);
      if (isCrossSite(request)) return json({ error: 'Other sites may not do this.' }, 403);
      return act(id, await readBody(request));
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return messagePage('Page not found', error.message, error.status);
    }
  };
}

/** @returns the form's error, in Stripe's words */
function mistakeIn({ email, number, expiry, cvc }: Record<string, unknown>): string | undefined {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(String(email))) return 'Your email is incomplete.';
  if (!/^\d{13,19}$/.test(String(number).replaceAll(/\s/g, ''))) return 'Your card number is incomplete.';
  const [, month, year] = /^(\d\d)\s*\/\s*(\d\d)$/.exec(String(expiry)) ?? [];
  if (!month || Number(month) < 1 || Number(month) > 12) return "Your card's expiration date is incomplete.";
  if (new Date(2000 + Number(year), Number(month)) <= new Date()) {
    return "Your card's expiration year is in the past.";
  }
  return /^\d{3,4}$/.test(String(cvc)) ? undefined : "Your card's security code is incomplete.";
}

function messagePage(title: string, message: string, status = 200): Response {
  const body = `${LABEL}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p><p><a href="/">To the shop</a></p>`;
  return htmlPage({ title, body, status, narrow: true });
}

function overPage(session: Session): Response {
  return session.status === 'complete'
    ? messagePage('You are all done here', 'This payment has already been made. You cannot pay again.')
    : messagePage('This page has expired', 'This payment has expired. Nothing was paid.');
}

function lostPage(): Response {
  return messagePage(
    'The browser is gone',
    'The payment was made, but the browser did not return to the shop. The shop must learn it in another way.',
  );
}

function lineItem({ item }: StripeLine): string {
  const quantity = item.quantity === 1 ? '' : `<br>Qty ${String(item.quantity)}`;
  return `<li><span>${escapeHtml(item.description ?? '')}${quantity}</span>${formatPrice(item.amount_total)}</li>`;
}

/** The form may redirect to the shop's pages, at any host. */
function policyFor({ success_url, cancel_url }: Session): string {
  const origins = [success_url, cancel_url].flatMap((url) => (url ? [new URL(url).origin] : []));
  return `form-action 'self' ${[...new Set(origins)].join(' ')}`;
}

function payPage(
  session: Session,
  lines: readonly StripeLine[],
  alert: string | undefined,
  filled: Record<string, unknown>,
): Response {
  const value = (name: string, otherwise: string): string =>
    escapeHtml(typeof filled[name] === 'string' ? filled[name] : otherwise);
  const amount = formatPrice(session.amount_total ?? 0);
  const locked = session.customer_email === null ? '' : ' readonly';
  const body = `${LABEL}
<h1>Pay ${amount}</h1>
<div class="card"><ul class="lines">${lines.map(lineItem).join('')}</ul><p class="sum">${amount}</p></div>
${alert === undefined ? '' : `<p class="alert" role="alert">${escapeHtml(alert)}</p>`}
<form class="card" method="post">
<label for="email">Email</label><input id="email" name="email" type="email" value="${value('email', session.customer_email ?? '')}"${locked} required>
<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" value="${value('number', '4242 4242 4242 4242')}" required aria-describedby="numbers">
<div class="row"><div><label for="expiry">Expiry</label><input id="expiry" name="expiry" value="${value('expiry', '12/34')}" required></div>
<div><label for="cvc">CVC</label><input id="cvc" name="cvc" inputmode="numeric" value="${value('cvc', '123')}" required></div></div>
<label for="name">Name on card</label><input id="name" name="name" value="${value('name', 'Asha Rao')}" required>
<p class="note" id="numbers">4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has no money.</p>
<button class="main" name="action" value="pay">Pay</button>
<div class="buttons">${session.cancel_url === null ? '' : '<button name="action" value="back" formnovalidate>Back</button>'}</div>
<details><summary>For trying things out</summary>
${modeSelect()}
<div class="buttons"><button name="action" value="slow">Pay by a slow bank method</button>
<button name="action" value="lose">Pay, then lose the browser</button>
<button name="action" value="expire" formnovalidate>Let this session expire</button></div>
<p class="note">Decide a slow bank’s answer on <a href="/__payments">/__payments</a>. This session expires at ${new Date(session.expires_at * 1_000).toLocaleTimeString('en-IN')}.</p>
</details>
</form>`;
  return htmlPage({ title: `Pay ${amount}`, body, narrow: true, policy: policyFor(session) });
}
