import process from 'node:process';
import type { Context } from '@netlify/functions';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { type RouteName, rulesOf } from '../../src/contract/routes.ts';
import { Refused } from '../services/refusal.ts';

/** Netlify's deploy context; Netlify sets it itself and drops what a caller sends. */
export type OfDeploy = Partial<Pick<Context, 'deploy'>>;

/** Everything except a clear yes is a no. The local shop says yes (local/functions/functions-host). */
export function isPublished({ deploy }: OfDeploy): boolean {
  return deploy?.published === true;
}

/**
 * Whether scheduled work may run. Netlify schedules only the published deploy, and nobody else can call it, so a
 * missing context counts as published: otherwise payments and stock of open orders would never be settled.
 */
export function mayRunScheduled({ deploy }: OfDeploy): boolean {
  return !deploy?.id || deploy.published;
}

/**
 * Netlify keeps every deploy at its own URL: previews with unapproved prices, and old deploys with old prices. All of
 * them share the shop's settings unless the owner separates them. So only the published deploy places orders, takes
 * payments and creates codes.
 * @throws Refused 'not-open' on every other deploy
 */
export function mustBePublished(name: RouteName, published: boolean): void {
  if (rulesOf(name).onlyPublished && !published) throw notPublished();
}

export function notPublished(): Refused {
  return new Refused('not-open', requestMessages.notPublished(process.env['SITE_URL'] || undefined));
}
