/** Razorpay's payment window: the script that shops load, and the page that it opens. */
import { escapeHtml } from '../../../netlify/email/html.ts';
import { formatPrice } from '../../../src/domain/money.ts';
import {
  alertBox,
  field,
  htmlPage,
  json,
  modeSelect,
  type Pages,
  readBody,
  readMode,
  scriptFile,
} from '../html-page.ts';
import type { RazorpayOrder, RazorpayPayment } from './entities.ts';
import type { RazorpaySimulator } from './payments.ts';
import { RazorpayRefusal } from './rules.ts';

/** What `checkout.js` has checked and posts; it keeps the other options. */
interface WindowOptions {
  key: string;
  order_id: string;
  amount: number | string;
  currency: string;
  name: string;
  description?: string;
  prefill?: { email?: string; contact?: string };
  callback_url?: string;
}

/** What the window's form posts with the options that name the order. */
interface Attempt extends WindowOptions {
  method?: RazorpayPayment['method'];
  vpa?: string;
  number?: string;
  bank?: string;
  webhook?: string;
  authorise?: string;
  declined?: boolean;
}

/** What declines a payment: a UPI ID, a card, a bank. */
const DECLINING = ['failure@razorpay', '4000000000000002', 'bad'];

export function razorpayPages(simulator: RazorpaySimulator, keyId: string): Pages {
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
    const { options: text = '{}' } = await readBody(request);
    const options = JSON.parse(String(text)) as WindowOptions;
    try {
      return windowPage(options, payForm(options, orderFor(options)));
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error;
      return windowPage(options, `<h1>This payment cannot start</h1>${alertBox(error.message)}`);
    }
  }

  async function pay(request: Request): Promise<Response> {
    const attempt = (await readBody(request)) as unknown as Attempt;
    const { method = 'upi', vpa = '', number = '', bank = '', declined, authorise } = attempt;
    const isDeclined =
      declined || [vpa, number.replaceAll(' ', ''), bank].some((one) => DECLINING.includes(one));
    const outcome = isDeclined ? 'failed' : authorise ? 'authorized' : 'captured';
    try {
      const { id } = orderFor(attempt);
      return json(simulator.controls.pay(id, { method, outcome, webhook: readMode(attempt.webhook) }));
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error;
      return json({ error: { ...error.error, metadata: { order_id: attempt.order_id } } });
    }
  }

  return {
    'GET /__razorpay/v1/checkout.js': () => scriptFile(new URL('checkout.js', import.meta.url)),
    'GET /__razorpay/window.js': () => scriptFile(new URL('window.js', import.meta.url)),
    'POST /__razorpay/checkout': open,
    'POST /__razorpay/pay': pay,
  };
}

/** @param content of the window, as HTML */
function windowPage(options: WindowOptions, content: string): Response {
  // The callback may be on any site, and may redirect within that site.
  const origin = URL.parse(options.callback_url ?? '')?.origin ?? '';
  // The options are data in the page; `<` is escaped, so that it cannot end their element.
  const data = JSON.stringify(options).replaceAll('<', '\\u003c');
  const body = `<div class="top"><span class="label">Razorpay (local simulator: no money moves)</span><button type="button" id="close" aria-label="Close">×</button></div>
${content}
<script type="application/json" id="options">${data}</script>`;
  return htmlPage({
    title: 'Razorpay',
    bodyClass: 'narrow',
    body,
    policy: `script-src 'self'; connect-src 'self'; form-action 'self' ${origin}`,
    script: '/__razorpay/window.js',
  });
}

const METHODS = { upi: 'UPI', card: 'Card', netbanking: 'Net banking' };

function payForm(
  { name: shop, description = '', prefill = {} }: WindowOptions,
  order: RazorpayOrder,
): string {
  const { contact = '', email = '' } = prefill;
  const choices = Object.entries(METHODS).map(
    ([name, label]) =>
      `<label><input type="radio" name="method" value="${name}"${name === 'upi' ? ' checked' : ''}> ${label}</label>`,
  );
  const amount = formatPrice(order.amount);
  return `<h1>${escapeHtml(shop)}</h1>
<p>${escapeHtml(description)}</p>
<p class="sum">${amount}</p>
<p class="note">${escapeHtml(order.id)}</p>
${alertBox()}
<form class="card" id="pay">
${field({ name: 'contact', label: 'Phone', value: contact, more: 'type="tel"' })}
${field({ name: 'email', label: 'Email', value: email, more: 'type="email"' })}
<fieldset><legend>Pay by</legend><div class="choices">${choices.join('')}</div></fieldset>
<fieldset data-method="upi">
${field({ name: 'vpa', label: 'UPI ID', value: 'success@razorpay', more: 'autocapitalize="none" required pattern="(success|failure)@razorpay" aria-describedby="vpa-note"' })}
<p class="note" id="vpa-note">success@razorpay pays, failure@razorpay fails.</p>
</fieldset>
<fieldset data-method="card">
${field({ name: 'number', label: 'Card number', value: '4111 1111 1111 1111', more: 'inputmode="numeric" required pattern="(\\d *){13,19}" aria-describedby="card-note"' })}
<p class="note" id="card-note">4111 1111 1111 1111 pays, 4000 0000 0000 0002 is declined.</p>
</fieldset>
<fieldset data-method="netbanking">
<label for="bank">Bank</label><select id="bank" name="bank"><option value="good">Bank that pays</option><option value="bad">Bank that declines</option></select>
</fieldset>
<button class="main" type="submit">Pay ${amount}</button>
<div class="buttons"><button type="button" id="decline">Decline</button><button type="button" id="lose">Pay, then lose the browser</button></div>
<details><summary>For trying things out</summary>
${modeSelect()}
<label class="check"><input type="checkbox" name="authorise"> Authorise only, capture later</label>
</details>
</form>
<div class="card" id="gone" hidden><h1>The browser is gone</h1><p>The payment was made, but this page got no result. The shop must learn it in another way.</p><p><a href="/" target="_top">Open the shop again</a></p></div>`;
}
