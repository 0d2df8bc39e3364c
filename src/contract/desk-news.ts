import type { NewsKind, QuietHours } from '../domain/desk-news.ts';
import { everyRole } from '../domain/staff.ts';
import type { Success } from './calls/call.ts';

/** The calls of the desk about notifications of staff; a part of contract/desk. */
export const newsRoutes = {
  'news.read': { roles: everyRole },
  'news.choose': { roles: everyRole },
  'news.subscribe': { roles: everyRole },
  'news.stop': { roles: everyRole },
} as const;

/** What one staff member wants to hear of. */
export interface NewsChoice {
  kinds: NewsKind[];
  /** Null: never quiet. */
  quiet: QuietHours | null;
  hasDaily: boolean;
}

/** A device that gets notifications; without its address, which no other browser needs. */
export interface WirePushDevice {
  id: string;
  email: string;
  /** Browser and system, such as “Chrome on Android”. */
  name: string;
  /** In ms. */
  addedAt: number;
}

export interface WireNews {
  /** Of this shop, for PushManager; null: the shop has no keys, and nothing is pushed. */
  publicKey: string | null;
  choice: NewsChoice;
  /** One's own devices; the owner gets everybody's. */
  devices: WirePushDevice[];
}

type NewsReply = Success & WireNews;

export interface NewsReplies {
  'news.read': NewsReply;
  /** A kind that the role must not hear of is refused. */
  'news.choose': NewsReply;
  /** Of this browser. Only addresses at push services of browsers are taken. */
  'news.subscribe': NewsReply;
  /** One's own device; the owner stops anybody's. */
  'news.stop': NewsReply;
}
