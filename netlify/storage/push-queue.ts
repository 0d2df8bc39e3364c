import { deskNewsOf, type NewsKind } from '../../src/domain/desk-news.ts';
import type { Order } from '../../src/domain/order.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import type { Write } from './transaction.ts';
import { pushDeviceKey, pushEventsKey } from './staff-keys.ts';
import { claimNews as claimScript, newestEvent } from './push-queue.lua.ts';
import { redis, run } from './redis.ts';

/** Push notifications of staff: a stream of events, and for each device the last event that it was notified of. */

/** More than a busy day has; the stream drops the oldest events beyond it. */
const EVENTS_MAX = 10_000;

/** A push service answers within seconds; a device gets one message in this time at most. */
const CLAIM_MS = 60_000;

/** Older events are not sent any more: they stand on the desk, and in the daily email. */
const OLDEST_MS = DAY_MS;

/** Longer than `OLDEST_MS`: a device without a state gets what is not older. */
const STATE_MS = 2 * OLDEST_MS;

/** Writes that queue the notifications about a changed order; part of the commit that changes it. */
export function pushEventWrites(before: Order | null, after: Order): Write[] {
  return deskNewsOf(before, after).map(({ kind, orderId, amountPaise, state }) => [
    'XADD',
    pushEventsKey(),
    'MAXLEN',
    '~',
    EVENTS_MAX,
    '*',
    'kind',
    kind,
    'order',
    orderId,
    'paise',
    amountPaise,
    'state',
    state,
  ]);
}

/** A write that starts a device's news with what comes after this event. */
export function pushStateWrites(deviceId: string, lastEventId: string): Write[] {
  return [
    ['HSET', pushDeviceKey(deviceId), 'told', lastEventId],
    ['PEXPIRE', pushDeviceKey(deviceId), STATE_MS],
  ];
}

/** The id of the newest event. */
export async function readNewestEvent(): Promise<string> {
  const [found] = await run(newestEvent, [pushEventsKey()], []);
  return found as string;
}

/** How many events of a kind a device must be notified of, and the newest one. */
export interface KindNews {
  kind: NewsKind;
  count: number;
  orderId: string;
  amountPaise: number;
  state: string;
}

export interface Claimed<Device> {
  device: Device;
  /** The id of the last event of this news. */
  last: string;
  news: KindNews[];
}

/** Claims the news of some devices for a minute. One round trip. */
export async function claimNews<Device extends { id: string; kinds: readonly NewsKind[] }>(
  devices: readonly Device[],
): Promise<Claimed<Device>[]> {
  const keys = [pushEventsKey(), ...devices.map(({ id }) => pushDeviceKey(id))];
  const kinds = devices.map((device) => device.kinds.map((kind) => `${kind},`).join(''));
  const [claims] = await run(claimScript, keys, [CLAIM_MS, OLDEST_MS, STATE_MS, ...kinds]);
  return (claims as [number, string, [NewsKind, number, string, string, string][]][]).flatMap(
    ([place, last, found]) => {
      const device = devices[place];
      const news = found.map(([kind, count, orderId, paise, state]) => {
        return { kind, count, orderId, amountPaise: Number(paise), state };
      });
      return device ? [{ device, last, news }] : [];
    },
  );
}

/** Marks events up to this one as sent to the device, or never to be sent. All commands can be retried. */
export async function markDelivered(deviceId: string, last: string): Promise<void> {
  const key = pushDeviceKey(deviceId);
  await redis().pipeline().hset(key, { told: last }).hdel(key, 'since').pexpire(key, STATE_MS).exec();
}

/** Since when (ms) the device cannot be notified: the stored time, else now, which is then stored. */
export async function unsentSince(deviceId: string, now: number): Promise<number> {
  const key = pushDeviceKey(deviceId);
  const [, since] = await redis()
    .pipeline()
    .hsetnx(key, 'since', String(now))
    .hget(key, 'since')
    .exec<[number, string]>();
  return Number(since);
}

/** Sets the time (ms) of the next attempt. */
export async function postponeNews(deviceId: string, at: number): Promise<void> {
  await redis().hset(pushDeviceKey(deviceId), { free: String(at) });
}
