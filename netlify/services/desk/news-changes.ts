import type { LogEntry, Staff } from '../../../src/domain/staff.ts';
import { commit, nothingElse, type Write } from '../../storage/transaction.ts';
import { logEntry } from '../../storage/staff-log.ts';
import {
  devicesOf,
  type PushDevice,
  readStaffNews,
  type StaffNews,
  staffNewsChange,
} from '../../storage/staff-news.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

/** Who removes a device that its push service no longer knows, for the log. */
const pushService: Staff = { email: 'push service', role: 'owner' };

export interface NewsChange {
  after: readonly StaffNews[];
  log?: readonly LogEntry[];
  /** Further writes of the same step. */
  writes?: Write[];
}

/**
 * Changes the notification settings, which are one document.
 * @param next maps the settings of all staff; returning the same list writes nothing
 */
export async function changeNews(
  next: (all: readonly StaffNews[]) => NewsChange | Promise<NewsChange>,
): Promise<readonly StaffNews[]> {
  return retryOnConflict(20, 'The notification settings changed too often to be saved', async () => {
    const before = await readStaffNews();
    const { after, log = [], writes = [] } = await next(before.all);
    const own = after === before.all ? { expect: [], writes: [] } : staffNewsChange(before, after);
    const change = { ...nothingElse, expect: own.expect, writes: [...own.writes, ...writes], log };
    if (change.writes.length === 0) return after;
    return (await commit(null, change)).outcome === 'done' ? after : 'stale';
  });
}

type OwnDevice = PushDevice & { email: string };

/** Everybody's news without some devices, and the entries of the log; the same list if there are none. */
export function withoutDevices(
  all: readonly StaffNews[],
  isGone: (device: OwnDevice) => boolean,
  by: Staff,
): Required<Pick<NewsChange, 'after' | 'log'>> {
  const gone = devicesOf(all).filter(isGone);
  if (gone.length === 0) return { after: all, log: [] };
  const ids = new Set(gone.map(({ id }) => id));
  return {
    after: all.map((one) => ({ ...one, devices: one.devices.filter(({ id }) => !ids.has(id)) })),
    log: gone.map(({ email, name }) => logEntry(by, 'news.stop', 'staff', { email, device: name }, null)),
  };
}

export async function forgetDevice(deviceId: string): Promise<void> {
  await changeNews((all) => withoutDevices(all, ({ id }) => id === deviceId, pushService));
}
