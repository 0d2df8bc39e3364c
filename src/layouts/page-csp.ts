/**
 * What pages with a third party's script, frame or address add to their CSP. Only the page that needs it calls it. The
 * policy of all pages is in astro.config.mjs, that of calls in netlify/http/headers.
 */
import type { AstroGlobal } from 'astro';

/** The UPI apps that Razorpay's frame opens on a phone; the CSP limits where a frame may navigate. */
const upiApps = ['upi', 'intent', 'gpay', 'tez', 'phonepe', 'paytmmp', 'credpay', 'bhim'];

/**
 * What Razorpay's window needs in a page's CSP, as its own plug-ins list it. Its script writes the size and place of its
 * frame into style attributes, so inline styles are allowed there. A style can neither read nor send the session.
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

/**
 * What Google's button and One Tap need in a page's CSP, as Google lists it. Inline styles stay refused, because the
 * button comes in its own frame.
 */
export function allowGoogleSignIn(csp: AstroGlobal['csp']): void {
  for (const source of ["'self'", 'https://accounts.google.com/gsi/client'])
    csp?.insertScriptResource(source);
  for (const source of ["'self'", 'https://accounts.google.com/gsi/style']) csp?.insertStyleResource(source);
  csp?.insertDirective("frame-src 'self' https://accounts.google.com/gsi/");
  csp?.insertDirective('connect-src https://accounts.google.com/gsi/');
}

/** CSP for the waitlist form's target besides the shop. */
export function allowFormSend(csp: AstroGlobal['csp']): void {
  csp?.insertDirective('connect-src https://api.emailjs.com');
}
