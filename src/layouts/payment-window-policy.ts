import type { AstroGlobal } from 'astro';

/** The UPI apps that Razorpay's frame opens on a phone; the CSP limits where a frame may navigate. */
const upiApps = ['upi', 'intent', 'gpay', 'tez', 'phonepe', 'paytmmp', 'credpay', 'bhim'];

/**
 * What Razorpay's window needs in a page's CSP, as its own plug-ins list it. Only the pages that open the window call
 * this. Its script writes size and place of its frame into style attributes, so inline styles are allowed there; a
 * style can neither read the session nor send it anywhere.
 */
export function allowPaymentWindow(csp: AstroGlobal['csp']): void {
  for (const source of ["'self'", 'https://checkout.razorpay.com', 'https://cdn.razorpay.com'])
    csp?.insertScriptResource(source);
  for (const source of ["'self'", "'unsafe-inline'"]) csp?.insertStyleResource(source);
  const frames = [
    'https://api.razorpay.com',
    'https://checkout.razorpay.com',
    ...upiApps.map((app) => `${app}:`),
  ];
  csp?.insertDirective(`frame-src 'self' ${frames.join(' ')}`);
  csp?.insertDirective(
    'connect-src https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-cx.razorpay.com https://lumberjack-metrics.razorpay.com',
  );
  csp?.insertDirective('img-src https://cdn.razorpay.com');
  csp?.insertDirective('form-action https://api.razorpay.com');
}
