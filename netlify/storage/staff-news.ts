import type { NewsKind, QuietHours } from '../../src/domain/desk-news.ts';
import type { Change, Write } from './transaction.ts';
import { readDocument, writeDocument } from './document-versions.ts';
import { pushDeviceKey, staffNewsKey } from './staff-keys.ts';
import { redis } from './redis.ts';

/** A browser that gets push notifications. */
export interface PushDevice {
  id: string;
  /** Address and keys, as its PushManager gave them. */
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Such as “Chrome on Android”. */
  name: string;
  /** In ms. */
  addedAt: number;
  /** The session and the passkey with which it was added: it ends with either of them. */
  sessionHash: string;
  passkeyId: string | null;
}

/** The notification settings of one staff member. Those of all staff are one document: a label has few of them. */
export interface StaffNews {
  email: string;
  kinds: NewsKind[];
  quiet: QuietHours | null;
  hasDaily: boolean;
  devices: PushDevice[];
}

/** Everybody's, and the text that it was read from. */
export interface AllNews {
  all: StaffNews[];
  text: string | null;
}

export async function readStaffNews(): Promise<AllNews> {
  const text = await redis().get<string>(staffNewsKey());
  return { all: text === null ? [] : readDocument<{ all: StaffNews[] }>('staff news', text).all, text };
}

export const devicesOf = (all: readonly StaffNews[]): (PushDevice & { email: string })[] =>
  all.flatMap(({ email, devices }) => devices.map((device) => ({ ...device, email })));

/** The parts of a change that replaces everybody's news, unless it has changed since it was read. */
export function staffNewsChange(
  before: AllNews,
  after: readonly StaffNews[],
): Pick<Change, 'expect' | 'writes'> {
  const left = new Set(devicesOf(after).map(({ id }) => id));
  const gone = devicesOf(before.all).filter(({ id }) => !left.has(id));
  return {
    expect: [{ key: staffNewsKey(), text: before.text }],
    writes: [
      ['SET', staffNewsKey(), writeDocument('staff news', { all: after })],
      ...gone.map(({ id }): Write => ['DEL', pushDeviceKey(id)]),
    ],
  };
}
