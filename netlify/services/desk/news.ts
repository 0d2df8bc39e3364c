import { createHash } from 'node:crypto';
import { deskNewsMessages } from '../../../src/contract/messages/desk.ts';
import type { DeskBody } from '../../../src/contract/desk.ts';
import type { NewsChoice, NewsReplies } from '../../../src/contract/desk-news.ts';
import { desk } from '../../../src/domain/config.ts';
import { kindsOf } from '../../../src/domain/desk-news.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { ownerAddress } from '../../email/owner-emails.ts';
import { isDeviceKey, isPushAddress } from '../../push/send-push.ts';
import { pushKeys } from '../../push/vapid.ts';
import { pushStateWrites, readNewestEvent } from '../../storage/push-queue.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { devicesOf, type PushDevice, readStaffNews, type StaffNews } from '../../storage/staff-news.ts';
import { Refused } from '../refusal.ts';
import type { DeskCall } from './desk-call.ts';
import { deviceOf } from './device.ts';
import { changeNews, withoutDevices } from './news-changes.ts';
import { DeskRefused } from './refusal.ts';

/** Notifications to staff: which kinds, when, on which devices, and the daily email. */

type Reply<Name extends keyof NewsReplies> = Promise<NewsReplies[Name]>;

export async function read(staff: Staff): Reply<'news.read'> {
  return wireOf(staff, (await readStaffNews()).all);
}

/** @throws DeskRefused 'forbidden' */
export async function choose(staff: Staff, choice: DeskBody<'news.choose'>): Reply<'news.choose'> {
  if (!choice.kinds.every((kind) => kindsOf(staff.role).includes(kind))) {
    throw new DeskRefused('forbidden', deskNewsMessages.notYours);
  }
  const chosen: NewsChoice = { ...choice, kinds: [...new Set(choice.kinds)] };
  const after = await changeNews((all) => ({
    after: withOwn(staff, all, (own) => ({ ...own, ...chosen })),
    log: [logEntry(staff, 'news.choose', 'staff', choiceOf(newsOf(staff, all)), chosen)],
  }));
  return wireOf(staff, after);
}

/**
 * Tells this browser from now on. An address belongs to one person: of two who share a phone, the one who asked last.
 * @throws Refused 'invalid' for an address that is no browser's, or with too many devices
 */
export async function subscribe(
  staff: Staff,
  { endpoint, keys: { p256dh, auth } }: DeskBody<'news.subscribe'>,
  { session, agent }: DeskCall,
): Reply<'news.subscribe'> {
  if (!isPushAddress(endpoint) || !isDeviceKey(p256dh)) {
    throw new Refused('invalid', deskNewsMessages.foreign);
  }
  // Read before the change, so that events in between are sent.
  const lastEventId = await readNewestEvent();
  const device: PushDevice = {
    id: idOf(endpoint),
    endpoint,
    p256dh,
    auth,
    name: deviceOf(agent),
    addedAt: Date.now(),
    sessionHash: session?.tokenHash ?? '',
    passkeyId: session?.passkeyId ?? null,
  };
  const after = await changeNews((all) => {
    const others = withoutDevices(all, (one) => one.endpoint === endpoint, staff);
    if (newsOf(staff, others.after).devices.length >= desk.mostDevices) {
      throw new Refused('invalid', deskNewsMessages.tooMany(desk.mostDevices));
    }
    const added = { email: staff.email, device: device.name };
    return {
      after: withOwn(staff, others.after, (own) => ({ ...own, devices: [...own.devices, device] })),
      log: [...others.log, logEntry(staff, 'news.subscribe', 'staff', null, added)],
      writes: pushStateWrites(device.id, lastEventId),
    };
  });
  return wireOf(staff, after);
}

/** @throws Refused 'not-found' */
export async function stop(staff: Staff, { id }: DeskBody<'news.stop'>): Reply<'news.stop'> {
  const after = await changeNews((all) => {
    const change = withoutDevices(all, (one) => one.id === id && isTheirs(staff, one.email), staff);
    if (change.after === all) throw new Refused('not-found', deskNewsMessages.noDevice);
    return change;
  });
  return wireOf(staff, after);
}

/** A browser knows its own device by it (src/client/push). */
const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex').slice(0, 32);

const isTheirs = (staff: Staff, email: string) => staff.role === 'owner' || staff.email === email;

/** The default is every kind that the role may see. */
function newsOf({ email, role }: Staff, all: readonly StaffNews[]): StaffNews {
  const own = all.find((one) => one.email === email);
  return own ?? { email, kinds: [...kindsOf(role)], quiet: null, hasDaily: false, devices: [] };
}

function withOwn(
  staff: Staff,
  all: readonly StaffNews[],
  next: (own: StaffNews) => StaffNews,
): readonly StaffNews[] {
  return [...all.filter(({ email }) => email !== staff.email), next(newsOf(staff, all))];
}

function choiceOf({ kinds, quiet, hasDaily }: StaffNews): NewsChoice {
  return { kinds, quiet, hasDaily };
}

async function wireOf(staff: Staff, all: readonly StaffNews[]): Reply<'news.read'> {
  const { kinds, ...choice } = choiceOf(newsOf(staff, all));
  return {
    success: true,
    publicKey: pushKeys(ownerAddress())?.publicKey ?? null,
    // Of somebody who was an owner before.
    choice: { ...choice, kinds: kinds.filter((kind) => kindsOf(staff.role).includes(kind)) },
    devices: devicesOf(all)
      .filter(({ email }) => isTheirs(staff, email))
      .map(({ id, email, name, addedAt }) => ({ id, email, name, addedAt })),
  };
}
