import { lifetimes } from '../../src/domain/config.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import type { Code } from './discount-codes.ts';
import { commit, nothingElse } from './transaction.ts';
import { readLimited, type Window, writeLimited } from './session-and-limits.ts';
import {
  codesKey,
  confirmLinkKey,
  unsubscribeLinkKey,
  newsletterKey,
  newsletterOutboxKey,
  codesGivenKey,
  unconfirmedKey,
} from './keys.ts';
import { personHash } from './person-hash.ts';
import { emailName } from './email-outbox.ts';
import { readList } from './email-lists.ts';
import { redis, run } from './redis.ts';
import { ask as askScript, confirm as confirmScript, forget as forgetScript } from './newsletter.lua.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/** A newsletter subscription, confirmed or not. Times in ms. */
export interface Subscription {
  email: string;
  /** When they last subscribed. */
  at: number;
  /** The privacy policy that they saw then: the day of its last change. */
  privacyVersion: string;
  /** When they confirmed it from their mailbox; null until then. */
  confirmedAt: number | null;
  /** Null if it has no code: it is not confirmed yet, or the mailbox has had its code before. */
  code: string | null;
}

/** A subscription and the text that it was read from. */
export interface StoredSubscription {
  subscription: Subscription;
  text: string;
}

/** Longer than the code in its email is valid. */
const LEAVE_MS = 730 * DAY_MS;

/** Why the shop emails a subscriber: they asked for the newsletter, or confirmed it. */
type EmailKind = 'asked' | 'confirmed';

/** Stores a subscription and queues an email about it. @throws TooMany */
export async function askFor(
  windows: readonly Window[],
  request: Pick<Subscription, 'email' | 'at' | 'privacyVersion'>,
): Promise<void> {
  const subscription: Subscription = { ...request, confirmedAt: null, code: null };
  await writeLimited(
    windows,
    askScript,
    [newsletterKey(), unconfirmedKey(), newsletterOutboxKey()],
    [
      personHash(request.email),
      writeDocument('subscription', subscription),
      request.at,
      emailAbout(request.email, 'asked'),
    ],
  );
}

/** Null if there is none. @param person the email's hash */
export async function readSubscription(person: string): Promise<StoredSubscription | null> {
  const text = await redis().hget<string>(newsletterKey(), person);
  return text === null ? null : { subscription: readDocument<Subscription>('subscription', text), text };
}

/** Every subscription, including unconfirmed ones, oldest first. */
export async function readSubscriptions(): Promise<Subscription[]> {
  return readList('subscription', newsletterKey());
}

/** Stores the links of an email, by the hashes of their tokens. */
export async function keepLinks(person: string, links: { confirm?: string; leave: string }): Promise<void> {
  const pipeline = redis().pipeline();
  if (links.confirm !== undefined)
    pipeline.set(confirmLinkKey(links.confirm), person, { px: lifetimes.newsletterLinkMs });
  pipeline.set(unsubscribeLinkKey(links.leave), person, { px: LEAVE_MS });
  await pipeline.exec();
}

/**
 * The hash of the email whose subscription a link confirms; null if the link has expired or never existed. @throws
 * TooMany
 */
export async function followConfirmLink(
  windows: readonly Window[],
  tokenHash: string,
): Promise<string | null> {
  const [person] = await readLimited(windows, (pipeline) => pipeline.get(confirmLinkKey(tokenHash)));
  return typeof person === 'string' ? person : null;
}

/**
 * Confirms a subscription. If its mailbox has had no code yet, the same step creates one.
 * @param mailboxes the email under which codes are counted, and the one under which older versions counted them
 * @returns 'stale' if the subscription has changed since it was read, or the code exists
 */
export async function confirmSubscription(
  { subscription, text }: StoredSubscription,
  at: number,
  mailboxes: { now: string; once: string },
  code: Code,
): Promise<'done' | 'stale'> {
  const { email } = subscription;
  const after: Subscription = { ...subscription, confirmedAt: at };
  const [outcome] = await run(
    confirmScript,
    [newsletterKey(), unconfirmedKey(), codesGivenKey(), codesKey(), newsletterOutboxKey()],
    [
      personHash(email),
      text,
      writeDocument('subscription', { ...after, code: code.code }),
      writeDocument('subscription', after),
      personHash(mailboxes.now),
      at,
      code.code,
      writeDocument('code', code),
      emailAbout(email, 'confirmed'),
      personHash(mailboxes.once),
    ],
  );
  return outcome as 'done' | 'stale';
}

/**
 * Unsubscribes the email of a link. The record that its mailbox has had a code stays, as a hash.
 * @returns false if the link has expired or never existed; true also if the email was unsubscribed already
 */
export async function unsubscribeBy(tokenHash: string): Promise<boolean> {
  const person = await redis().get<string>(unsubscribeLinkKey(tokenHash));
  if (person === null) return false;
  await commit(null, {
    ...nothingElse,
    writes: [
      ['HDEL', newsletterKey(), person],
      ['ZREM', unconfirmedKey(), person],
    ],
  });
  return true;
}

const AT_ONCE = 200;

/** Deletes some subscriptions that were not confirmed in time. @returns how many; 0 if none is left */
export async function forgetUnconfirmed(): Promise<number> {
  const [gone] = await run(
    forgetScript,
    [newsletterKey(), unconfirmedKey()],
    [lifetimes.newsletterLinkMs, AT_ONCE],
  );
  return Number(gone);
}

function emailAbout(email: string, kind: EmailKind): string {
  return emailName({ about: personHash(email), kind });
}
