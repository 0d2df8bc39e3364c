/** All simulator pages for the browser, on the shop's own URL. */
import { isCrossSite } from '../../netlify/http/same-site.ts';
import { formPages } from './emailjs/pages.ts';
import { type Fault, type Faults, FAULTS } from './faults.ts';
import { googlePages } from './google/pages.ts';
import type { Issuer } from './google/issuer.ts';
import type { PaymentControls, Simulators } from './controls.ts';
import type { Provider } from './ledger.ts';
import { json, readBody, seeOther } from './html-page.ts';
import { paymentsPage } from './payments-page.ts';
import type { RazorpaySimulator } from './razorpay/payments.ts';
import { razorpayPages } from './razorpay/window-page.ts';
import type { StripeSimulator } from './stripe/payments.ts';
import { stripePages } from './stripe/pay-page.ts';

export interface PageParts extends Omit<Simulators, 'settings' | 'serve' | 'stop'> {
  keyId: string;
  simulators: { razorpay: RazorpaySimulator; stripe: StripeSimulator };
  issuer: Issuer;
  faults: Record<Provider, Faults>;
}

type Fields = Record<string, unknown>;

export function openPages(parts: PageParts): Simulators['serve'] {
  const { books, faults, webhooks } = parts;
  const razorpay = razorpayPages(parts.simulators.razorpay, parts.keyId);
  const stripe = stripePages(parts.simulators.stripe);
  const google = googlePages(parts.issuer);
  const emailjs = formPages(parts.emailjs);
  const currentFaults = () => ({ razorpay: faults.razorpay.current(), stripe: faults.stripe.current() });

  function providerOf(value: unknown): Provider {
    if (value === 'razorpay' || value === 'stripe') return value;
    throw new Error('provider is razorpay or stripe.');
  }

  const controlsOf = (provider: unknown): PaymentControls => parts[providerOf(provider)];

  function setFault({ provider, fault, ms, times, only }: Fields): unknown {
    const faulty = providerOf(provider);
    if (typeof fault !== 'string' || !(fault in FAULTS)) {
      throw new Error(`fault is one of ${Object.keys(FAULTS).join(', ')}.`);
    }
    parts.fault(faulty, fault as Fault, {
      ...(ms === undefined ? {} : { ms: Number(ms) }),
      ...(times === undefined ? {} : { times: Number(times) }),
      ...(only === undefined ? {} : { only: String(only) }),
    });
    return currentFaults();
  }

  const actions: Record<string, (fields: Fields) => unknown> = {
    '/__payments/faults': setFault,
    '/__payments/deliver': async ({ id }) => {
      const response = await webhooks.deliver(String(id));
      return { status: response.status };
    },
    '/__payments/settle': ({ session, answer }) =>
      parts.stripe.settleSlow(String(session), answer === 'failed' ? 'failed' : 'succeeded'),
    '/__payments/succeed-late': ({ payment }) => parts.razorpay.succeedLate(String(payment)),
    '/__payments/refunds-are': ({ outcome }) => {
      for (const provider of ['razorpay', 'stripe'] as const) {
        parts[provider].refundsAre({ outcome: outcome === 'pending' ? 'pending' : 'done' });
      }
    },
    '/__payments/refund': ({ provider, payment, amount }) =>
      controlsOf(provider).refundThere(
        String(payment),
        amount === undefined ? {} : { amountPaise: Number(amount) },
      ),
    '/__payments/settle-refund': ({ provider, refund, answer }) =>
      controlsOf(provider).settleRefund(String(refund), answer === 'failed' ? 'failed' : 'done'),
    '/__payments/contest': ({ provider, payment }) => controlsOf(provider).contest(String(payment)),
    '/__payments/settle-dispute': ({ provider, dispute, answer }) =>
      controlsOf(provider).settleDispute(String(dispute), answer === 'lost' ? 'lost' : 'won'),
  };

  async function act(request: Request, action: (fields: Fields) => unknown): Promise<Response> {
    const wantsJson = request.headers.get('content-type')?.startsWith('application/json');
    try {
      const outcome = await action(await readBody(request));
      return wantsJson ? json(outcome ?? null) : seeOther('/__payments');
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return wantsJson ? json({ error: message }, 400) : paymentsPage(books(), currentFaults(), message);
    }
  }

  async function payments(request: Request, pathname: string): Promise<Response | undefined> {
    const action = actions[pathname];
    if (!action && pathname !== '/__payments' && pathname !== '/__payments.json') return undefined;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (action ? request.method !== 'POST' : !reads) {
      const allowed = action ? 'POST' : 'GET, HEAD';
      return new Response(`Use ${allowed}.`, { status: 405, headers: { Allow: allowed } });
    }
    if (!action) {
      return pathname === '/__payments'
        ? paymentsPage(books(), currentFaults())
        : json({ ...books(), faults: currentFaults() });
    }
    return isCrossSite(request) ? json({ error: 'Other sites may not do this.' }, 403) : act(request, action);
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/__')) return undefined;
    return (
      (await payments(request, pathname)) ??
      (await razorpay(request, pathname)) ??
      (await stripe(request, pathname)) ??
      (await google(request, pathname)) ??
      (await emailjs(request, pathname))
    );
  };
}
