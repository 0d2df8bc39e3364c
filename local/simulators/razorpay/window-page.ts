/** Razorpay's payment window: the script that shops load, and the page that it opens. */
import { escapeHtml } from '../../../netlify/email/html.ts';
import { isCrossSite } from '../../../netlify/http/same-site.ts';
import { formatPrice } from '../../../src/domain/money.ts';
import type { RazorpayPayOptions } from '../controls.ts';
import { htmlPage, json, modeSelect, readBody, readMode, scriptFile } from '../html-page.ts';
import type { RazorpaySimulator } from './payments.ts';
import type { RazorpayOrder } from './entities.ts';
import { RazorpayRefusal } from './rules.ts';

/** What `checkout.js` has checked and posts; it keeps the other options. */
interface WindowOptions {
  key: string;
  order_id: string;
  amount: number | string;
  currency: string;
  name: string;
  description?: string;
  prefill?: { name?: string; email?: string; contact?: string; method?: string };
  readonly?: Record<string, boolean>;
  hidden?: Record<string, boolean>;
  callback_url?: string;
}

/** @returns the answer to a request for one of the window's URLs */
export function razorpayPages(simulator: RazorpaySimulator, keyId: string) {
  /** @throws RazorpayRefusal */
  function orderFor(options: WindowOptions): RazorpayOrder {
    if (options.key !== keyId) throw new RazorpayRefusal('The id provided does not exist');
    const order = simulator.order(options.order_id);
    if (Number(options.amount) !== order.amount || options.currency !== order.currency) {
      throw new RazorpayRefusal(
        'Your payment amount is different from your order amount. To pay successfully, please try using right amount.',
      );
    }
    if (order.status === 'paid') throw new RazorpayRefusal('Payment already done for this order.');
    return order;
  }

  async function open(request: Request): Promise<Response> {
    const fields = await readBody(request);
    const text = typeof fields['options'] === 'string' ? fields['options'] : '{}';
    try {
      const options = JSON.parse(text) as WindowOptions;
      return windowPage(options, text, orderFor(options));
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error;
      return refusalPage(error.message, text);
    }
  }

  async function pay(request: Request): Promise<Response> {
    const body = await readBody(request);
    try {
      const order = orderFor(body as unknown as WindowOptions);
      const options = { ...body, webhook: readMode(body['webhook']) } as RazorpayPayOptions;
      return json(simulator.pay(order.id, options));
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error;
      return json({ error: { ...error.error, metadata: { order_id: String(body['order_id']) } } });
    }
  }

  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const what = `${request.method} ${pathname}`;
    if (what === 'GET /__razorpay/v1/checkout.js') return scriptFile(new URL('checkout.js', import.meta.url));
    if (what === 'GET /__razorpay/window.js') return scriptFile(new URL('window.js', import.meta.url));
    if (request.method !== 'POST') return undefined;
    if (isCrossSite(request)) return json({ error: 'Other sites may not do this.' }, 403);
    if (what === 'POST /__razorpay/checkout') return open(request);
    if (what === 'POST /__razorpay/pay') return pay(request);
    return undefined;
  };
}

const LABEL = '<span class="label">Razorpay (local simulator: no money moves)</span>';
const CLOSE = '<button type="button" id="close" aria-label="Close">×</button>';

/** The options are data in the page; `<` is escaped, so that it cannot end their element. */
const asData = (text: string): string =>
  `<script type="application/json" id="options">${text.replaceAll('<', '\\u003c')}</script>`;

/** The callback may be on any site, and may redirect within that site. */
function policyFor(callback: string | undefined): string {
  const origin = callback === undefined ? undefined : URL.parse(callback)?.origin;
  return `script-src 'self'; connect-src 'self'; form-action 'self'${origin ? ` ${origin}` : ''}`;
}

function refusalPage(message: string, text: string): Response {
  const body = `<div class="top">${LABEL}${CLOSE}</div>
<h1>This payment cannot start</h1>
<p class="alert" role="alert">${escapeHtml(message)}</p>
${asData(text)}`;
  return htmlPage({
    title: 'Razorpay',
    narrow: true,
    body,
    policy: policyFor(undefined),
    script: '/__razorpay/window.js',
  });
}

const METHODS = { upi: 'UPI', card: 'Card', netbanking: 'Net banking' };

function contactField(
  options: WindowOptions,
  name: 'email' | 'contact',
  label: string,
  type: string,
): string {
  const value = escapeHtml(options.prefill?.[name] ?? '');
  const locked = options.readonly?.[name] ? ' readonly' : '';
  const away = options.hidden?.[name] ? ' hidden' : '';
  return `<div${away}><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${value}"${locked}></div>`;
}

function windowPage(options: WindowOptions, text: string, order: RazorpayOrder): Response {
  const wished = options.prefill?.method ?? 'upi';
  const chosen = wished in METHODS ? wished : 'upi';
  const choices = Object.entries(METHODS).map(
    ([name, label]) =>
      `<label><input type="radio" name="method" value="${name}"${name === chosen ? ' checked' : ''}> ${label}</label>`,
  );
  const amount = formatPrice(order.amount);
  const body = `<div class="top">${LABEL}${CLOSE}</div>
<h1>${escapeHtml(options.name)}</h1>
${options.description ? `<p>${escapeHtml(options.description)}</p>` : ''}
<p class="sum">${amount}</p>
<p class="note">${escapeHtml(order.id)}</p>
<p class="alert" id="alert" role="alert" hidden></p>
<form class="card" id="pay">
${contactField(options, 'contact', 'Phone', 'tel')}
${contactField(options, 'email', 'Email', 'email')}
<fieldset><legend>Pay by</legend><div class="choices">${choices.join('')}</div></fieldset>
<fieldset data-method="upi">
<label for="vpa">UPI ID</label><input id="vpa" name="vpa" value="success@razorpay" autocapitalize="none" aria-describedby="vpa-note">
<p class="note" id="vpa-note">success@razorpay pays, failure@razorpay fails.</p>
</fieldset>
<fieldset data-method="card">
<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" value="4111 1111 1111 1111" aria-describedby="card-note">
<div class="row"><div><label for="expiry">Expiry</label><input id="expiry" name="expiry" value="12/34"></div>
<div><label for="cvv">CVV</label><input id="cvv" name="cvv" inputmode="numeric" value="123"></div></div>
<p class="note" id="card-note">4111 1111 1111 1111 pays, 4000 0000 0000 0002 is declined.</p>
</fieldset>
<fieldset data-method="netbanking">
<label for="bank">Bank</label><select id="bank" name="bank"><option value="good">Bank that pays</option><option value="bad">Bank that declines</option></select>
</fieldset>
<button class="main" type="submit">Pay ${amount}</button>
<div class="buttons"><button type="button" id="decline">Decline</button><button type="button" id="lose">Pay, then lose the browser</button></div>
<details><summary>For trying things out</summary>
${modeSelect()}
<label class="check"><input type="checkbox" id="authorise"> Authorise only, capture later</label>
</details>
</form>
<div class="card" id="gone" hidden><h1>The browser is gone</h1><p>The payment was made, but this page got no result. The shop must learn it in another way.</p><p><a href="/" target="_top">Open the shop again</a></p></div>
${asData(text)}`;
  return htmlPage({
    title: `Pay ${options.name}`,
    narrow: true,
    body,
    policy: policyFor(options.callback_url),
    script: '/__razorpay/window.js',
  });
}
