/** All simulator pages for the browser, on the shop's own URL. */
import { isCrossSite } from '../../netlify/http/same-site.ts';
import type { Simulators } from './controls.ts';
import { googlePages } from './google/pages.ts';
import type { Issuer } from './google/issuer.ts';
import { json, type Pages } from './html-page.ts';
import { type PaymentParts, paymentPages } from './payments-page.ts';
import type { RazorpaySimulator } from './razorpay/payments.ts';
import { razorpayPages } from './razorpay/window-page.ts';
import type { StripeSimulator } from './stripe/payments.ts';
import { stripePage } from './stripe/pay-page.ts';

interface PageParts extends PaymentParts {
  keyId: string;
  simulators: { razorpay: RazorpaySimulator; stripe: StripeSimulator; google: Issuer; emailjs: Pages };
}

export function openPages({ keyId, simulators, ...parts }: PageParts): Simulators['serve'] {
  const pages: Pages = {
    ...paymentPages(parts),
    ...razorpayPages(simulators.razorpay, keyId),
    ...googlePages(simulators.google),
    ...simulators.emailjs,
  };
  const stripe = stripePage(simulators.stripe);

  return async (request) => {
    const { pathname } = new URL(request.url);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const page = pages[`${method} ${pathname}`] ?? (pathname.startsWith('/__stripe/') ? stripe : undefined);
    if (!page) {
      const other = ['GET', 'POST'].find((one) => pages[`${one} ${pathname}`]);
      return other ? new Response(`Use ${other}.`, { status: 405, headers: { Allow: other } }) : undefined;
    }
    if (method !== 'GET' && isCrossSite(request)) {
      return json({ error: 'Other sites may not do this.' }, 403);
    }
    return page(request);
  };
}
