import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { everyRole, type LogEntry, ownerAlone, type Role } from '../domain/staff.ts';
import { type DeskNote, type OrderDeskCalls, orderDeskRoutes } from './desk-orders.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { Percentile } from '../domain/vitals-report.ts';
import type { PageKind, Vital } from '../domain/web-vitals.ts';
import { type BackupCalls, backupRoutes } from './desk-backup.ts';
import { type HealthCalls, healthRoutes } from './desk-health.ts';
import { type ListCalls, listRoutes } from './desk-lists.ts';
import { type MoneyCalls, moneyRoutes } from './desk-money.ts';
import { type NewsCalls, newsRoutes } from './desk-news.ts';
import { type StockCalls, stockRoutes } from './desk-stock.ts';
import type { RefusalCode } from './calls/call.ts';

/**
 * The API of the desk (docs/architecture.md#the-desk). Every call is a POST under /api/desk with the desk's cookie; a
 * shopper's token opens none of them.
 *
 * - `roles`: whose session may make the call.
 * - `open: 'signed-out'`: needs no session. `open: 'link'`: the session of an emailed link is enough, before its passkey.
 * - `passkeyAgain`: a passkey was used within the last five minutes (`desk` of domain/config), else the call is refused
 *   with the code `passkey`.
 */
export const deskRoutes = {
  'session.read': { path: '/api/desk/session/read', roles: everyRole, open: 'signed-out' },
  'session.link': { path: '/api/desk/session/link', roles: everyRole, open: 'signed-out' },
  'session.enter': { path: '/api/desk/session/enter', roles: everyRole, open: 'signed-out' },
  'session.leave': { path: '/api/desk/session/leave', roles: everyRole, open: 'link' },
  'session.end': { path: '/api/desk/session/end', roles: everyRole },
  'passkey.ask': { path: '/api/desk/passkey/ask', roles: everyRole, open: 'signed-out' },
  'passkey.prove': { path: '/api/desk/passkey/prove', roles: everyRole, open: 'signed-out' },
  'passkey.begin': { path: '/api/desk/passkey/begin', roles: everyRole, open: 'link' },
  'passkey.register': { path: '/api/desk/passkey/register', roles: everyRole, open: 'link' },
  'passkey.remove': { path: '/api/desk/passkey/remove', roles: everyRole, passkeyAgain: true },
  'staff.list': { path: '/api/desk/staff/list', roles: everyRole },
  'shoppers.find': { path: '/api/desk/shoppers/find', roles: ownerAlone },
  'shoppers.note': { path: '/api/desk/shoppers/note', roles: ownerAlone },
  'shoppers.export': { path: '/api/desk/shoppers/export', roles: ownerAlone, passkeyAgain: true },
  'shoppers.delete': { path: '/api/desk/shoppers/delete', roles: ownerAlone, passkeyAgain: true },
  'log.read': { path: '/api/desk/log/read', roles: ownerAlone },
  'log.export': { path: '/api/desk/log/export', roles: ownerAlone, passkeyAgain: true },
  'vitals.read': { path: '/api/desk/vitals/read', roles: ownerAlone },
  ...orderDeskRoutes,
  ...stockRoutes,
  ...moneyRoutes,
  ...newsRoutes,
  ...listRoutes,
  ...healthRoutes,
  ...backupRoutes,
} as const satisfies Record<string, DeskRoute>;

export interface DeskRoute {
  path: `/api/desk/${string}`;
  roles: readonly Role[];
  open?: 'signed-out' | 'link';
  passkeyAgain?: true;
}

export type DeskRouteName = keyof typeof deskRoutes;

/**
 * - `forbidden`: the role may not make this call.
 * - `passkey`: a passkey must be used again first.
 * - `provider`: the payment provider does not answer, and the change needs its answer.
 * - `changed`: the subject has changed since the sender saw it; `now` is its present state, as the reading call gives it.
 */
export type DeskRefusalCode = RefusalCode | 'forbidden' | 'passkey' | 'changed' | 'provider';

export interface DeskRefusal {
  success: false;
  code: DeskRefusalCode;
  message: string;
  fields?: Record<string, string>;
  now?: unknown;
}

/** How far a sign-in is: `register` and `passkey` come after an emailed link. */
export type SignInStage = 'out' | 'register' | 'passkey' | 'in';

export interface WirePasskey {
  id: string;
  name: string;
  /** In ms. */
  usedAt: number;
}

export interface WireStaffSession {
  id: string;
  /** Browser and system, such as “Chrome on Android”. */
  device: string;
  /** Times in ms. */
  openedAt: number;
  endsAt: number;
  isThis: boolean;
}

/** A staff member; the owner gets everybody, a packer only themselves. `role` is null for somebody who left the setting. */
export interface WireStaff {
  email: string;
  role: Role | null;
  passkeys: WirePasskey[];
  sessions: WireStaffSession[];
}

/** An account with its orders, newest first. */
export interface WireShopper {
  id: string;
  name: string;
  email: string;
  isConfirmed: boolean;
  phone: string;
  /** Times in ms. */
  createdAt: number;
  lastUsedAt: number | null;
  orders: { id: string; placedAt: number; status: OrderStatus; totalPaise: number; pieces: number }[];
  /** Oldest first. */
  notes: DeskNote[];
  /** What staff did with this account, newest first. */
  log: LogEntry[];
}

/** The 75th percentile of a metric (domain/vitals-report), of one kind of page or of all. */
export interface WireVital extends Percentile {
  /** The date of its Monday. */
  week: string;
  vital: Vital;
  page: PageKind | 'all';
}

interface Success {
  success: true;
}

type SignedIn = Success & { stage: SignInStage; email: string | null; role: Role | null };

/** Body and reply of each call. */
export interface DeskCalls
  extends OrderDeskCalls, StockCalls, MoneyCalls, NewsCalls, ListCalls, HealthCalls, BackupCalls {
  'session.read': { body: undefined; reply: SignedIn };
  /** The reply is the same whether or not the email is on the list. */
  'session.link': { body: { email: string }; reply: Success };
  'session.enter': { body: { token: string }; reply: SignedIn };
  /** `endpoint`: where this browser is told by push, which ends too. */
  'session.leave': { body: { endpoint?: string | undefined }; reply: Success };
  'session.end': { body: { id: string }; reply: Success };
  /** Options to use a passkey: any passkey of this shop without a session, else one's own. */
  'passkey.ask': { body: undefined; reply: Success & { options: PublicKeyCredentialRequestOptionsJSON } };
  'passkey.prove': { body: { response: AuthenticationResponseJSON }; reply: SignedIn };
  /** Options to register a passkey: after a link the first one, in a session another one. */
  'passkey.begin': { body: undefined; reply: Success & { options: PublicKeyCredentialCreationOptionsJSON } };
  'passkey.register': { body: { response: RegistrationResponseJSON }; reply: SignedIn };
  'passkey.remove': { body: { email: string; id: string }; reply: Success };
  'staff.list': { body: undefined; reply: Success & { staff: WireStaff[] } };
  /** By the email of the account, or by the phone number of an order. Each look is logged. */
  'shoppers.find': { body: { search: string }; reply: Success & { shoppers: WireShopper[] } };
  'shoppers.note': { body: { id: string; text: string }; reply: Success & { shopper: WireShopper } };
  /** The JSON that the shopper could download. */
  'shoppers.export': { body: { id: string }; reply: Success & { json: string } };
  'shoppers.delete': { body: { id: string }; reply: Success };
  /** Newest first; `before` continues after an earlier page. `isWhole` is false if an entry was changed or removed. */
  'log.read': {
    body: { month?: string | undefined; before?: number | undefined };
    reply: Success & { months: string[]; month: string; entries: LogEntry[]; next: number | null };
  };
  /** In parts, as `money.export`; `isWhole` is false if an entry of the part or next to it was changed or removed. */
  'log.export': {
    body: { month: string; after?: number | undefined };
    reply: Success & { csv: string; isWhole: boolean; next: number | null };
  };
  /** Newest week first; nothing about what was not measured. */
  'vitals.read': { body: undefined; reply: Success & { figures: WireVital[] } };
}

export type DeskBody<Name extends DeskRouteName> = DeskCalls[Name]['body'];
export type DeskReply<Name extends DeskRouteName> = DeskCalls[Name]['reply'];
