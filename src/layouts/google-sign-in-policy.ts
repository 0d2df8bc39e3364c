import type { AstroGlobal } from 'astro';

/**
 * What Google's button and One Tap need in a page's CSP, as Google lists it. Only the page with the button calls this.
 * Inline styles stay refused: the button comes in its own frame.
 */
export function allowGoogleSignIn(csp: AstroGlobal['csp']): void {
  for (const source of ["'self'", 'https://accounts.google.com/gsi/client'])
    csp?.insertScriptResource(source);
  for (const source of ["'self'", 'https://accounts.google.com/gsi/style']) csp?.insertStyleResource(source);
  csp?.insertDirective("frame-src 'self' https://accounts.google.com/gsi/");
  csp?.insertDirective('connect-src https://accounts.google.com/gsi/');
}
