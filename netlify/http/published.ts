import process from 'node:process';
import type { Context } from '@netlify/functions';
import { requestMessages } from '../../src/contract/messages/request.ts';
import type { RouteName } from '../../src/contract/routes.ts';
import { Refused } from '../services/refusal.ts';

/**
 * Netlify keeps every deploy at an address of its own: previews with prices that nobody has approved, and old deploys with
 * prices of the past. All of them have the settings of the shop unless the owner gives them others, so these calls are
 * carried out by the published deploy alone.
 */
export const onlyWhenPublished: ReadonlySet<RouteName> = new Set([
  'order.place',
  'order.razorpay',
  'order.stripe',
  'order.giveUp',
  'order.pay',
  'order.verifyRazorpay',
  'order.verifyStripe',
  // It gives a code, which is worth what that deploy says and is taken by all.
  'newsletter.confirm',
]);

/** What Netlify says of the deploy; it sets this itself, and drops what a caller says of it. */
export type OfDeploy = Partial<Pick<Context, 'deploy'>>;

/** Anything but a clear yes is a no. The local shop says yes (local/functions/functions-host). */
export function isPublished({ deploy }: OfDeploy): boolean {
  return deploy?.published === true;
}

/**
 * Whether scheduled work may run. Netlify starts schedules of the published deploy alone and lets nobody call them, so a
 * run of which nothing is said is one of those: without it, money and pieces of open orders would wait for ever.
 */
export function mayRunScheduled({ deploy }: OfDeploy): boolean {
  return !deploy?.id || deploy.published;
}

/** @throws Refused 'not-open' on any deploy but the published one */
export function mustBePublished(name: RouteName, published: boolean): void {
  if (onlyWhenPublished.has(name) && !published) throw notPublished();
}

export function notPublished(): Refused {
  return new Refused('not-open', requestMessages.notPublished(process.env['SITE_URL'] || undefined));
}
