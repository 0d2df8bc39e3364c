import type { AstroGlobal } from 'astro';

/** Where the waitlist's form goes beside the shop. Only the page with the form calls this. */
export function allowFormSend(csp: AstroGlobal['csp']): void {
  csp?.insertDirective('connect-src https://api.emailjs.com');
}
