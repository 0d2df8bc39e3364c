import type { Policy } from '../../src/contract/calls/call.ts';
import { type DeskRoute, type DeskRouteName, deskRoutes } from '../../src/contract/desk.ts';
import { type RouteName, rulesOf } from '../../src/contract/routes.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { limitKey, pairOf } from '../storage/keys.ts';
import type { Window } from '../storage/session-and-limits.ts';

/** The rate limits stand beside their calls: src/contract/calls and src/contract/desk. */

/** The subjects to count: the token's account, the body's email, the network address, the browser. */
export type Subjects = Partial<Record<Exclude<Policy['by'], 'pair'>, string>>;

/** The rate limit windows that a call counts against. */
export function windowsFor(name: RouteName, subjects: Subjects): Window[] {
  return windowsOf(rulesOf(name).limits ?? [], subjects);
}

/** Of a session at the desk: far more than a hand can do, also with a barcode reader. */
const desk = { name: 'desk', by: 'account', limit: 3_000, windowMs: 10 * MINUTE_MS } as const;

/** The windows of a call of the desk. @param subjects with `account`, the hash of the session's token, or without */
export function deskWindowsFor(name: DeskRouteName, subjects: Subjects): Window[] {
  const route: DeskRoute = deskRoutes[name];
  return windowsOf([desk, ...(route.limits ?? [])], subjects);
}

function windowsOf(own: readonly Policy[], subjects: Subjects): Window[] {
  const { email, address, device } = subjects;
  const withEmail = (other: string | undefined) =>
    email === undefined || other === undefined ? undefined : pairOf(email, other);
  return own.flatMap(({ name: policy, by, limit, windowMs, counts, forgiven = false }) => {
    const subject = { ...subjects, pair: withEmail(address), device: withEmail(device) }[by];
    if (subject === undefined) return [];
    return [{ key: limitKey(policy, by, subject), limit, windowMs, counts, forgiven }];
  });
}

/** The address to count by. An IPv6 customer can use a whole /64, so that prefix counts as one caller. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const all = [
    ...groups,
    ...new Array<string>(Math.max(missing, 0)).fill('0'),
    ...(tail ? tail.split(':') : []),
  ];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
