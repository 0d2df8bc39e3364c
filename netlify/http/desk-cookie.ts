/**
 * The cookie of a session at the desk. Browsers accept the prefix `__Host-` from a secure origin alone, without a
 * domain: no other host can plant it. Chromium and Firefox count http://localhost as secure.
 */
const NAME = '__Host-desk';

/** The cookie's token; null without one, or if two are sent. */
export function tokenOf({ headers }: Request): string | null {
  const sent = (headers.get('cookie') ?? '').split(/;\s*/).filter((part) => part.startsWith(`${NAME}=`));
  const [one, ...others] = sent;
  if (one === undefined || others.length > 0) return null;
  const token = one.slice(NAME.length + 1);
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** @param session null takes the cookie away @param now in ms */
export function cookieOf(session: { token: string; endsAt: number } | null, now: number): string {
  const { token, endsAt } = session ?? { token: '', endsAt: now };
  const seconds = Math.max(0, Math.floor((endsAt - now) / 1_000));
  return `${NAME}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`;
}
