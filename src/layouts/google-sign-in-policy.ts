import type { AstroGlobal } from 'astro';

/**
 * What Google's button and One Tap need of a page's content policy, as Google lists it. Only the page with the button
 * calls this. Styles that the script would write into the page stay closed: the button comes in a frame of its own.
 */
export function allowGoogleSignIn(csp: AstroGlobal['csp']): void {
  for (const source of ["'self'", 'https://accounts.google.com/gsi/client'])
    csp?.insertScriptResource(source);
  for (const source of ["'self'", 'https://accounts.google.com/gsi/style']) csp?.insertStyleResource(source);
  csp?.insertDirective("frame-src 'self' https://accounts.google.com/gsi/");
  csp?.insertDirective('connect-src https://accounts.google.com/gsi/');
}
