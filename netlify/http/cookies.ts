import { DAY_S } from '../../src/domain/time-units.ts';
import { newLinkToken, tokenHash } from '../identity/tokens.ts';

/**
 * The cookie of a session at the desk. Browsers accept the prefix `__Host-` only from a secure origin, without a
 * domain: no other host can plant it. Chromium and Firefox count http://localhost as secure.
 */
const DESK = '__Host-desk';

/**
 * The cookie of a browser in which a shopper has logged in. It opens nothing: it only gives guesses of a password
 * counters of their own. `__Secure-` and not `__Host-`, because only the calls of accounts need it.
 */
const DEVICE = '__Secure-device';
const DEVICE_SECONDS = 365 * DAY_S;

const guarded = 'HttpOnly; Secure; SameSite=Strict';

/** The token of the desk's cookie; null without one, or if two are sent. */
export const deskTokenOf = (request: Request): string | null => sent(request, DESK);

/** @param session null takes the cookie away @param now in ms */
export function deskCookie(session: { token: string; endsAt: number } | null, now: number): string {
  const { token, endsAt } = session ?? { token: '', endsAt: now };
  const seconds = Math.max(0, Math.floor((endsAt - now) / 1_000));
  return `${DESK}=${token}; Path=/; Max-Age=${seconds}; ${guarded}`;
}

/** The browser's secret as its hash, and the cookie that keeps it. A browser without one gets a new secret. */
export function deviceOf(request: Request): { hash: string; cookie: string } {
  const secret = sent(request, DEVICE) ?? newLinkToken().token;
  const cookie = `${DEVICE}=${secret}; Path=/api/user; Max-Age=${DEVICE_SECONDS}; ${guarded}`;
  return { hash: tokenHash(secret), cookie };
}

function sent({ headers }: Request, name: string): string | null {
  const own = (headers.get('cookie') ?? '').split(/;\s*/).filter((part) => part.startsWith(`${name}=`));
  const [one, ...others] = own;
  if (one === undefined || others.length > 0) return null;
  const token = one.slice(name.length + 1);
  return /^[\w-]{43}$/.test(token) ? token : null;
}
