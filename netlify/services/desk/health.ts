import process from 'node:process';
import type { DeskBody } from '../../../src/contract/desk.ts';
import type { Finding, HealthReplies } from '../../../src/contract/desk-health.ts';
import { deskHealthMessages as says } from '../../../src/contract/messages/desk-lists-and-shop.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { siteUrl } from '../site-url.ts';
import { Refused } from '../refusal.ts';

/** The health of the shop: the checks of `npm run shop -- doctor`, one in a call. */

type Reply<Name extends keyof HealthReplies> = Promise<HealthReplies[Name]>;

/** A function has ten seconds. */
const CHECK_TIMEOUT_MS = 8_000;

/** Fetched on demand: the other calls of the desk need none of it. */
const health = () => import('../health/checks.ts');

export async function list(): Reply<'health.list'> {
  const { checkGroups } = await health();
  const groups = checkGroups.map(({ name, checks }) => ({ name, checks: checks.map((check) => check.name) }));
  return { success: true, groups };
}

/** @throws Refused 'not-found' */
export async function look(_: Staff, { check: name }: DeskBody<'health.look'>): Reply<'health.look'> {
  const [{ checks, examine }, { shopAt }] = await Promise.all([health(), import('../health/shop-at.ts')]);
  const check = checks.find((one) => one.name === name);
  if (!check) throw new Refused('not-found', says.noCheck);
  const shop = shopAt({
    address: new URL(siteUrl()).origin,
    settings: process.env,
    openedAt: null,
    isInside: true,
    timeoutMs: CHECK_TIMEOUT_MS,
  });
  const { promise: late, resolve } = Promise.withResolvers<Finding>();
  const timer = setTimeout(
    () => resolve({ state: 'red', seen: says.slow, advice: says.slowAdvice }),
    CHECK_TIMEOUT_MS,
  );
  try {
    return { success: true, finding: await Promise.race([examine(check, shop), late]) };
  } finally {
    clearTimeout(timer);
  }
}
