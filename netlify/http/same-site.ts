import { requestMessages } from '../../src/contract/messages/request.ts';
import { Refused } from '../services/refusal.ts';

/**
 * Whether a page of another site made the browser send this: then the visitor may not know of it, and it would count as
 * theirs. Browsers say so themselves; older ones name the page's site with every post. Programs say nothing, and have no
 * visitor to act for.
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  // By host alone: a proxy in front may have taken the encryption off.
  return !URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host;
}

/** @throws Refused 'invalid' for what another site's page sends; reading is open to all */
export function requireSameSite(request: Request): void {
  if (request.method !== 'GET' && request.method !== 'HEAD' && isCrossSite(request)) {
    throw new Refused('invalid', requestMessages.elsewhere);
  }
}
