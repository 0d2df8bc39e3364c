/** Razorpay, Stripe, Google and EmailJS on this machine: no money moves and no data leaves it. */
import { type Api, serveApi } from './api-server.ts';
import { openLedger } from './ledger.ts';
import { openFormService } from './emailjs/service.ts';
import { type Faults, openFaults } from './faults.ts';
import { ISSUER, openIssuer } from './google/issuer.ts';
import type { SimulatedApi, SimulatedService, SimulatorOptions, Simulators } from './controls.ts';
import { openPages } from './simulator-pages.ts';
import { razorpayApi } from './razorpay/api.ts';
import { openRazorpay } from './razorpay/payments.ts';
import { stripeApi } from './stripe/api.ts';
import { openStripe } from './stripe/payments.ts';
import { openWebhooks } from './webhooks.ts';

/** How often sessions are checked for expiry, in ms. */
const EXPIRY_CHECK_MS = 1_000;

export async function openSimulators(options: SimulatorOptions): Promise<Simulators> {
  const {
    shopAddress,
    deliver = fetch,
    now = Date.now,
    providers = ['razorpay', 'stripe'],
    retryAfterMs,
  } = options;
  const books = openLedger(options.file, now);
  const webhooks = openWebhooks({ books, shopAddress, deliver, retryAfterMs });
  const razorpay = openRazorpay(books, webhooks);
  const stripe = openStripe(books, webhooks, shopAddress);
  const google = openIssuer(books);
  const emailjs = openFormService(books);
  const faults: Record<SimulatedApi, Faults> = {
    razorpay: openFaults(),
    stripe: openFaults(),
    google: openFaults(),
  };
  const apis: Record<SimulatedApi, Api> = {
    razorpay: razorpayApi(books, razorpay, shopAddress),
    stripe: stripeApi(books, stripe, shopAddress),
    google: google.api,
  };
  const urls: Record<SimulatedApi, string> = { razorpay: '', stripe: '', google: '' };
  const closings: (() => Promise<void>)[] = [];
  for (const provider of providers) {
    // EmailJS answers on the shop's own URL, because browsers call it and the CSP allows no other host.
    if (provider === 'emailjs') continue;
    const { url, stop } = await serveApi(apis[provider], faults[provider]);
    urls[provider] = url;
    closings.push(stop);
  }
  const expiry = setInterval(stripe.expireDue, EXPIRY_CHECK_MS).unref();

  const settings: Record<SimulatedService, Record<string, string>> = {
    razorpay: {
      RAZORPAY_KEY_ID: books.keys.razorpayKeyId,
      RAZORPAY_KEY_SECRET: books.keys.razorpayKeySecret,
      RAZORPAY_WEBHOOK_SECRET: books.keys.razorpayWebhookSecret,
      RAZORPAY_API_URL: urls.razorpay,
      RAZORPAY_CHECKOUT_URL: '/__razorpay/v1/checkout.js',
    },
    stripe: {
      STRIPE_SECRET_KEY: books.keys.stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: books.keys.stripeWebhookSecret,
      STRIPE_API_URL: urls.stripe,
    },
    google: {
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_ISSUER: ISSUER,
      GOOGLE_JWKS_URL: `${urls.google}/oauth2/v3/certs`,
      GOOGLE_SCRIPT_URL: '/__google/gsi/client',
    },
    emailjs: {
      EMAILJS_SERVICE_ID: books.keys.emailjsServiceId,
      EMAILJS_TEMPLATE_ID: books.keys.emailjsTemplateId,
      EMAILJS_PUBLIC_KEY: books.keys.emailjsPublicKey,
      EMAILJS_API_URL: '/__emailjs',
    },
  };
  const controls = {
    razorpay: {
      url: urls.razorpay,
      pay: razorpay.pay,
      succeedLate: razorpay.succeedLate,
      ...razorpay.controls,
    },
    stripe: {
      url: urls.stripe,
      pay: stripe.pay,
      cancel: stripe.cancel,
      expire: stripe.expire,
      settleSlow: stripe.settleSlow,
      ...stripe.controls,
    },
    google: { url: urls.google, credential: google.credential },
    emailjs,
    webhooks: { held: webhooks.held, deliver: webhooks.deliver, settled: webhooks.settled },
    fault: (provider, fault, more) => faults[provider].set(fault, more),
    books: books.copy,
  } satisfies Partial<Simulators>;
  return {
    ...controls,
    settings: Object.assign({}, ...providers.map((provider) => settings[provider])) as Record<string, string>,
    serve: openPages({
      ...controls,
      keyId: books.keys.razorpayKeyId,
      simulators: { razorpay, stripe },
      issuer: google,
      faults,
    }),
    stop: async () => {
      clearInterval(expiry);
      webhooks.stop();
      await Promise.all(closings.map((close) => close()));
    },
  };
}
