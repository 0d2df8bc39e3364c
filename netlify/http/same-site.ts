import { requestMessages } from '../../src/contract/messages/page.ts';
import { Refused } from '../services/refusal.ts';

/**
 * Whether a page of another site sent this request: the visitor may not know of it, but it would count as theirs.
 * Browsers send Sec-Fetch-Site; older ones send the page's Origin with every post. Programs send neither, and act for
 * no visitor.
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  // Compares hosts only: a proxy in front may have ended TLS.
  return !URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host;
}

/** @throws Refused 'invalid' for a write from another site's page; reads are open to all */
export function requireSameSite(request: Request): void {
  if (request.method !== 'GET' && request.method !== 'HEAD' && isCrossSite(request)) {
    throw new Refused('invalid', requestMessages.elsewhere);
  }
}
