/** Razorpay, Stripe, Google and EmailJS on this machine: no money moves and no data leaves it. */
import { serveApi } from './api-server.ts';
import { openLedger } from './ledger.ts';
import { openFormService } from './emailjs/service.ts';
import { openFaults } from './faults.ts';
import { ISSUER, openIssuer } from './google/issuer.ts';
import type { SimulatorOptions, Simulators } from './controls.ts';
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
  const faults = { razorpay: openFaults(), stripe: openFaults() };
  const servers = {
    razorpay: () => serveApi(razorpayApi(books, razorpay, shopAddress), faults.razorpay),
    stripe: () => serveApi(stripeApi(books, stripe, shopAddress), faults.stripe),
    google: () => serveApi(google.api),
  };
  const urls = { razorpay: '', stripe: '', google: '' };
  const closings: (() => Promise<void>)[] = [];
  for (const provider of providers) {
    // EmailJS answers on the shop's own URL, because browsers call it and the CSP allows no other host.
    if (provider === 'emailjs') continue;
    const { url, stop } = await servers[provider]();
    urls[provider] = url;
    closings.push(stop);
  }
  const expiry = setInterval(stripe.expireDue, EXPIRY_CHECK_MS).unref();

  const settings = {
    ...books.keys,
    RAZORPAY_API_URL: urls.razorpay,
    RAZORPAY_CHECKOUT_URL: '/__razorpay/v1/checkout.js',
    STRIPE_API_URL: urls.stripe,
    GOOGLE_ISSUER: ISSUER,
    GOOGLE_JWKS_URL: `${urls.google}/oauth2/v3/certs`,
    GOOGLE_SCRIPT_URL: '/__google/gsi/client',
    EMAILJS_API_URL: '/__emailjs',
  };
  const isSimulated = (name: string) =>
    providers.some((provider) => name.startsWith(`${provider.toUpperCase()}_`));
  const controls = {
    razorpay: { url: urls.razorpay, ...razorpay.controls },
    stripe: { url: urls.stripe, ...stripe.controls },
    google: { credential: google.credential },
    emailjs: { forms: () => structuredClone(books.forms) },
    webhooks,
    fault: (provider, fault, more) => faults[provider].set(fault, more),
    books: books.copy,
  } satisfies Partial<Simulators>;
  return {
    ...controls,
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => isSimulated(name))),
    serve: openPages({
      ...controls,
      faults,
      keyId: books.keys.RAZORPAY_KEY_ID,
      simulators: { razorpay, stripe, google, emailjs },
    }),
    stop: async () => {
      clearInterval(expiry);
      webhooks.stop();
      await Promise.all(closings.map((close) => close()));
    },
  };
}
