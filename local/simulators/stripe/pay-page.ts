/** Stripe's hosted page: pays, leaves or expires a Checkout Session. */
import type Stripe from 'stripe';
import { escapeHtml } from '../../../netlify/email/html.ts';
import { formatPrice } from '../../../src/domain/money.ts';
import { alertBox, field, htmlPage, modeSelect, readBody, readMode, seeOther } from '../html-page.ts';
import type { StripeSimulator } from './payments.ts';
import { StripeRefusal } from './rules.ts';

type Session = Stripe.Checkout.Session;

const LABEL = '<p><span class="label">Stripe (local simulator: no money moves)</span></p>';

/** @returns the answer to a request for a session's page */
export function stripePage({ session, linesOf, controls }: StripeSimulator) {
  function show(id: string, alert?: string, number?: string): Response {
    const { status } = session(id);
    if (status === 'open') return payPage(session(id), linesOf(id), alert, number);
    return status === 'complete'
      ? messagePage('You are all done here', 'This payment has already been made. You cannot pay again.')
      : messagePage('This page has expired', 'This payment has expired. Nothing was paid.');
  }

  function act(id: string, { action, number, webhook: mode }: Record<string, unknown>): Response {
    const webhook = readMode(mode);
    if (action === 'back') return seeOther(controls.cancel(id).redirect || '/');
    if (action === 'expire') {
      controls.expire(id, { webhook });
      return show(id);
    }
    const cardNumber = String(number);
    const paid = controls.pay(id, { webhook, cardNumber, outcome: action === 'slow' ? 'slow' : 'paid' });
    if ('declined' in paid) return show(id, paid.declined, cardNumber);
    if (action !== 'lose') return seeOther(paid.redirect);
    return messagePage(
      'The browser is gone',
      'The payment was made, but the browser did not return to the shop. The shop must learn it in another way.',
    );
  }

  return async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.replace('/__stripe/c/pay/', '');
    try {
      return request.method === 'POST' ? act(id, await readBody(request)) : show(id);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return messagePage('Page not found', error.message, error.status);
    }
  };
}

function messagePage(title: string, message: string, status = 200): Response {
  const body = `${LABEL}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p><p><a href="/">To the shop</a></p>`;
  return htmlPage({ title, body, status, bodyClass: 'narrow' });
}

/** The form may redirect to the shop's pages, at any host. */
function policyFor({ success_url, cancel_url }: Session): string {
  const origins = [success_url, cancel_url].flatMap((url) => (url ? [new URL(url).origin] : []));
  return `form-action 'self' ${[...new Set(origins)].join(' ')}`;
}

function payPage(
  session: Session,
  lines: ReturnType<StripeSimulator['linesOf']>,
  alert = '',
  number = '4242 4242 4242 4242',
): Response {
  const amount = formatPrice(session.amount_total ?? 0);
  const items = lines.map(({ description, quantity, amount_total }) => {
    const pieces = quantity === 1 ? '' : `<br>Qty ${quantity}`;
    return `<li><span>${escapeHtml(description)}${pieces}</span>${formatPrice(amount_total)}</li>`;
  });
  const email = session.customer_email ?? '';
  const body = `${LABEL}
<h1>Pay ${amount}</h1>
<div class="card"><ul class="lines">${items.join('')}</ul><p class="sum">${amount}</p></div>
${alertBox(alert)}
<form class="card" method="post">
${field({ name: 'email', label: 'Email', value: email, more: `type="email" required${email && ' readonly'}` })}
${field({ name: 'number', label: 'Card number', value: number, more: 'inputmode="numeric" required pattern="(\\d *){13,19}" aria-describedby="numbers"' })}
<div class="row"><div>${field({ name: 'expiry', label: 'Expiry', value: '12/34', more: 'required pattern="(0[1-9]|1[0-2]) */ *\\d\\d"' })}</div>
<div>${field({ name: 'cvc', label: 'CVC', value: '123', more: 'inputmode="numeric" required pattern="\\d{3,4}"' })}</div></div>
${field({ name: 'name', label: 'Name on card', value: 'Asha Rao', more: 'required' })}
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
  return htmlPage({ title: `Pay ${amount}`, body, bodyClass: 'narrow', policy: policyFor(session) });
}
