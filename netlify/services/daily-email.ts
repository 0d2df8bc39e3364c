import type { WireToday } from '../../src/contract/desk-money.ts';
import { desk } from '../../src/domain/config.ts';
import { clockOf, dayOf, startOf } from '../../src/domain/days.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { dailyEmail } from '../email/daily-email.ts';
import { siteUrl } from './site-url.ts';
import { sendEmail } from '../email/transport.ts';
import { commit, nothingElse, type Write } from '../storage/transaction.ts';
import { readDailyEmailDay } from '../storage/job-runs.ts';
import { type DueEmail, emailName } from '../storage/email-outbox.ts';
import { emailOutboxKey } from '../storage/keys.ts';
import { currentHash, personHash } from '../storage/person-hash.ts';
import { dailyEmailKey } from '../storage/staff-keys.ts';
import { readStaffNews } from '../storage/staff-news.ts';
import { allStaff } from './desk/desk-staff.ts';
import * as today from './desk/today.ts';

/**
 * The daily email to staff who want it. The first run of the reconciliation job after the hour queues everybody's in
 * the email outbox, in the step that notes the day; so a day has one each, and a missed run delays it only.
 */
const KIND = 'owner-daily-';
/** How long after the beginning of its day it may still go out: then the next one is near. */
const LATEST_MS = 28 * HOUR_MS;

export const isDailyEmail = (kind: string): boolean => kind.startsWith(KIND);

/** The log names an email by its kind, and must not name an address. */
const kindOf = (email: string): string => KIND + personHash(email);

export async function queueDailyEmails(at = Date.now()): Promise<void> {
  const day = dayOf(at);
  if (allStaff().length === 0 || clockOf(at) < desk.dailyEmailAt) return;
  const before = await readDailyEmailDay();
  if (before !== null && before >= day) return;
  const { all } = await readStaffNews();
  const wanting = allStaff().filter(({ email }) => all.some((one) => one.email === email && one.hasDaily));
  // If another run was faster, it has queued them.
  await commit(null, {
    ...nothingElse,
    expect: [{ key: dailyEmailKey(), text: before }],
    writes: [
      ['SET', dailyEmailKey(), day],
      ...wanting.map(({ email }): Write => {
        return ['ZADD', emailOutboxKey(), 'NX', at, emailName({ about: day, kind: kindOf(email) })];
      }),
    ],
  });
}

/** Sends it with the numbers of now, unless its reader left the list or the day is over. @param id Message-ID */
export async function sendDailyEmail({ about: day, kind }: DueEmail, id: string): Promise<void> {
  // It may have been queued before a new PERSON_HASH_KEY.
  const current = KIND + currentHash(kind.slice(KIND.length));
  const staff = allStaff().find(({ email }) => kindOf(email) === current);
  if (!staff || Date.now() > startOf(day) + LATEST_MS) return;
  const { today: numbers } = await today.read(staff);
  await sendEmail({ to: staff.email, id }, dailyEmail(day, numbers, yesterdayOf(day, numbers), siteUrl()));
}

/** What the day before came to; null for a packer. */
function yesterdayOf(day: string, { money }: WireToday) {
  const before = dayOf(startOf(day) - 1);
  return money?.days.find((one) => one.day === before) ?? null;
}
