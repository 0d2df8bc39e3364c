import { createHash } from 'node:crypto';
import { pushMessages, type PushMessage } from '../../src/contract/messages/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { isQuiet, kindsOf } from '../../src/domain/desk-news.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { nextTry, pushRetries } from '../../src/domain/retry-schedule.ts';
import type { Role } from '../../src/domain/staff.ts';
import { ownerAddress } from '../email/owner-emails.ts';
import { sendPush } from '../push/send-push.ts';
import { type PushKeys, pushKeys } from '../push/vapid.ts';
import {
  type Claimed,
  claimNews,
  type KindNews,
  postponeNews,
  markDelivered,
  unsentSince,
} from '../storage/push-queue.ts';
import { readStaffNews } from '../storage/staff-news.ts';
import { staffMember } from './desk/desk-staff.ts';
import { forgetDevice } from './desk/news-changes.ts';

type Device = Awaited<ReturnType<typeof devicesToTell>>[number];

/**
 * Tells the devices of staff what happened. An order's commit queues its events (storage/push-queue), so none is lost
 * in a crash; the reconciliation job sends what this run cannot. A message goes out twice only if this run stops after
 * the push service has accepted it; the device then replaces the first by the second. All devices are notified at the
 * same time, so a slow push service delays only its own.
 * @param until (ms) starts nothing after this time
 * @returns whether no more can be sent for now
 */
export async function sendPushes(until: number): Promise<boolean> {
  if (Date.now() >= until) return false;
  const keys = pushKeys(ownerAddress());
  const devices = keys ? await devicesToTell(Date.now()) : [];
  if (!keys || devices.length === 0) return true;
  await Promise.all((await claimNews(devices)).map((claim) => tell(claim, keys)));
  return true;
}

/**
 * The devices of everybody who is on the list now, with what their role may hear, unless they are quiet: what happens
 * meanwhile is sent when that ends.
 */
async function devicesToTell(at: number) {
  return (await readStaffNews()).all.flatMap(({ email, kinds, quiet, devices }) => {
    const staff = staffMember(email);
    if (!staff || (quiet && isQuiet(quiet, at))) return [];
    const allowed = kinds.filter((kind) => kindsOf(staff.role).includes(kind));
    return devices.map((device) => ({ ...device, kinds: allowed, role: staff.role }));
  });
}

async function tell({ device, last, news }: Claimed<Device>, keys: PushKeys): Promise<void> {
  const topic = createHash('sha256').update(`${device.id} ${last}`).digest('base64url').slice(0, 32);
  const message = JSON.stringify(pushMessage(news, device.role));
  const outcome = await sendPush(device, message, topic, keys);
  if (outcome === 'gone') return forgetDevice(device.id);
  const now = Date.now();
  const next = outcome === 'sent' ? null : nextTry(pushRetries, await unsentSince(device.id, now), now);
  if (next === null) await markDelivered(device.id, last);
  else await postponeNews(device.id, next);
}

/** Short ids, kinds and, for owners, an amount: a locked phone shows nothing about a shopper. */
function pushMessage(news: readonly KindNews[], role: Role): PushMessage {
  const [first] = news;
  if (news.length === 1 && first?.count === 1) {
    const { kind, orderId, amountPaise, state } = first;
    const say = pushMessages.one[kind === 'dispute' ? (state as 'open' | 'won' | 'lost') : kind];
    return {
      title: say(shortOrderId(orderId)),
      body: role === 'owner' ? formatPrice(amountPaise) : '',
      path: deskPaths.order(orderId),
      tag: `${kind}-${orderId}-${state}`,
    };
  }
  return {
    title: pushMessages.many(news.map(({ kind, count }) => [kind, count])),
    body: '',
    path: news.every(({ kind }) => kind === 'order') ? deskPaths.orders : deskPaths.today,
    tag: 'many',
  };
}
