import { deskMessages } from '../../src/contract/messages/desk.ts';
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
  return isOtherHost(origin, request);
}

/** Compares hosts only: a proxy in front may have ended TLS. */
function isOtherHost(origin: string, request: Request): boolean {
  return !URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host;
}

/** @throws Refused 'invalid' for a write from another site's page; reads are open to all */
export function requireSameSite(request: Request): void {
  if (request.method !== 'GET' && request.method !== 'HEAD' && isCrossSite(request)) {
    throw new Refused('invalid', requestMessages.elsewhere);
  }
}

/**
 * For the desk, whose calls act by a cookie: only the shop's own pages may make one, and every browser says which page
 * it is. @throws Refused 'invalid' also for a call that does not say
 */
export function requireOwnPage(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin === null || isCrossSite(request) || isOtherHost(origin, request)) {
    throw new Refused('invalid', deskMessages.elsewhere);
  }
}
