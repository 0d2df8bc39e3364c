import { DAY_MS } from '../../src/domain/time-units.ts';
import { neverSentKey, unsentEmailsKey, restockPauseKey } from './keys.ts';
import { type DueEmail, keyOfList, emailName, type OutboxName } from './email-outbox.ts';
import { pairsOf, redis } from './redis.ts';

/** How long the owner sees the emails that the shop has given up sending. */
const SHOWN_MS = 30 * DAY_MS;

/** `restock`: all back-in-stock subscriptions of a variant, which is named as in `stock`. */
export type UnsentList = OutboxName | 'restock';

export interface AbandonedEmail extends DueEmail {
  list: UnsentList;
  /** When the shop gave up, in ms. */
  at: number;
}

/** Records the email and removes it from its outbox. @param at now, in ms */
export async function noteAbandonedEmail(list: UnsentList, due: DueEmail, at: number): Promise<void> {
  const name = emailName(due);
  const steps = redis()
    .multi()
    .zadd(neverSentKey(), { score: at, member: `${list}:${name}` })
    .zremrangebyscore(neverSentKey(), 0, at - SHOWN_MS);
  if (list !== 'restock') steps.zrem(keyOfList[list](), name).del(unsentEmailsKey(list, name));
  await steps.exec();
}

/** The emails of the last 30 days, oldest first. @param at now, in ms */
export async function readAbandonedEmails(at: number): Promise<AbandonedEmail[]> {
  const flat = await redis().zrange<(string | number)[]>(neverSentKey(), ...abandonedEmailsRange(at));
  return abandonedEmailsFrom(flat);
}

/** The part of `neverSentKey` that is shown, as arguments of ZRANGE. @param at now, in ms */
export function abandonedEmailsRange(at: number) {
  return [at - SHOWN_MS, '+inf', { byScore: true, withScores: true }] as const;
}

/** Reads the reply of ZRANGE: names and times in turn. */
export function abandonedEmailsFrom(flat: readonly (string | number)[]): AbandonedEmail[] {
  return pairsOf(flat).map(([member, at]) => {
    const [list = '', ...words] = member.split(':');
    // The name of a variant contains a colon.
    const rest = list === 'restock' ? [words.slice(0, -1).join(':'), ...words.slice(-1)] : words;
    const [about = '', ...kind] = rest;
    return { list: list as UnsentList, about, kind: kind.join(':'), at: Number(at) };
  });
}

/** Back-in-stock emails that cannot be sent: since when, and when to retry, in ms. */
export interface RestockPause {
  since: number;
  next: number;
}

export async function readRestockPause(): Promise<RestockPause | null> {
  const text = await redis().get<string>(restockPauseKey());
  return text === null ? null : (JSON.parse(text) as RestockPause);
}

export async function setRestockPause(pause: RestockPause | null): Promise<void> {
  if (pause === null) await redis().del(restockPauseKey());
  else await redis().set(restockPauseKey(), JSON.stringify(pause), { px: SHOWN_MS });
}
