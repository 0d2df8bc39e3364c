import type { AstroGlobal } from 'astro';

/** CSP for the waitlist form's target besides the shop. Only the page with the form calls this. */
export function allowFormSend(csp: AstroGlobal['csp']): void {
  csp?.insertDirective('connect-src https://api.emailjs.com');
}
