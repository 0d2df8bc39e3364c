import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time-units.ts';
import {
  type ListedItem,
  logProvider,
  type PaymentProvider,
  ProviderRefused,
} from '../payments/payment-provider.ts';
import { providersOffered } from '../payments/providers.ts';
import { Unreachable } from '../storage/unreachable.ts';
import {
  acquireLock,
  holdLock,
  markEventHandled,
  readUnhandled,
  releaseLock,
} from '../storage/work-locks.ts';
import { unquoted } from './order-reconciliation.ts';
import { confirmListed } from './payment-status.ts';

/**
 * Disputes and dashboard refunds whose webhook was lost. A paid order is not checked any more, so nothing else reports
 * them: about once an hour the reconciliation job asks each provider for its lists.
 */

const PAUSE_MS = HOUR_MS;
/** One check at most; after this time another run repeats that of a run that was killed. */
const CHECK_MS = 15 * MINUTE_MS;
/** Time span of the lists: webhooks may have been lost for this long. */
const LISTED_MS = 30 * DAY_MS;

const kinds = ['disputes', 'refunds'] as const;
type Kind = (typeof kinds)[number];

/** @returns false if the time was over before everything listed was looked at */
export async function catchUpOnWebhooks(until: number): Promise<boolean> {
  const all = await Promise.all(
    providersOffered().flatMap((provider) => kinds.map((kind) => catchUp(provider, kind, until))),
  );
  return all.every(Boolean);
}

async function catchUp(provider: PaymentProvider, kind: Kind, until: number): Promise<boolean> {
  const work = `${kind}:${provider.id}`;
  if (Date.now() > until || !(await acquireLock(work, CHECK_MS))) return true;
  const asked = provider[kind](Date.now() - LISTED_MS).catch(async (error: unknown) => {
    // Keys without the permission are refused each time: once an hour is enough for the log.
    if (error instanceof ProviderRefused) await holdLock(work, PAUSE_MS);
    else await releaseLock(work);
    return logged(provider.id)(error);
  });
  // A long list may take more time than this run has: a run with more time reads it.
  const listed = await Promise.race([asked, wait(until - Date.now(), 'late' as const, { ref: false })]);
  if (listed === 'late') {
    await releaseLock(work);
    return false;
  }
  if (listed === null) return true;
  const unhandled = await readUnhandled(provider.id, listed.map(eventOf));
  for (const item of listed.filter((one) => unhandled.has(eventOf(one)))) {
    if (Date.now() > until) {
      await releaseLock(work);
      return false;
    }
    const confirmed = confirmListed(provider, kind, item).then(() => true);
    if (await confirmed.catch(logged(item.id)))
      await markEventHandled(provider.id, eventOf(item), LISTED_MS + PAUSE_MS);
  }
  await holdLock(work, PAUSE_MS);
  return true;
}

/** Each state of an item is an event, as with webhooks. */
const eventOf = ({ id, status }: ListedItem): string => `${id}-${status}`;

/** Logs an error: an item that cannot be checked must not prevent the checks of the others. @param about for the log */
const logged = (about: string) => (error: unknown) => {
  if (error instanceof Unreachable) throw error;
  logProvider(about, unquoted(error));
  return null;
};
