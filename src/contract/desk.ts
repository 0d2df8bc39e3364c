import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { z } from 'zod';
import { everyRole, type LogEntry, ownerAlone, type Role } from '../domain/staff.ts';
import { type DeskNote, type OrderDeskReplies, orderDeskRoutes } from './desk-orders.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { Percentile } from '../domain/vitals-report.ts';
import type { PageKind, Vital } from '../domain/web-vitals.ts';
import { MINUTE_MS } from '../domain/time-units.ts';
import { type BackupReplies, backupRoutes } from './desk-backup.ts';
import { type HealthReplies, healthRoutes } from './desk-health.ts';
import { type ListReplies, listRoutes } from './desk-lists.ts';
import { type MoneyReplies, moneyRoutes } from './desk-money.ts';
import { type NewsReplies, newsRoutes } from './desk-news.ts';
import type { deskSchemas } from './desk-schemas.ts';
import { type StockReplies, stockRoutes } from './desk-stock.ts';
import type { Policy, Refusal, RefusalCode, Success } from './calls/call.ts';

const signIn = { name: 'desk-sign-in', by: 'address', limit: 120, windowMs: 10 * MINUTE_MS } as const;

/**
 * The API of the desk (docs/architecture.md#the-desk). Every call is a POST to its `deskPath` with the desk's cookie; a
 * shopper's token opens none of them.
 *
 * - `roles`: whose session may make the call.
 * - `open: 'signed-out'`: needs no session. `open: 'link'`: the session of an emailed link is enough, before its passkey.
 * - `passkeyAgain`: a passkey was used within the last five minutes (`desk` of domain/config), else the call is refused
 *   with the code `passkey`.
 * - `limits`: beside the limit of every session (netlify/http/rate-limit-windows).
 */
export const deskRoutes = {
  'session.read': {
    roles: everyRole,
    open: 'signed-out',
    limits: [{ name: 'desk-read', by: 'address', limit: 1_200, windowMs: 10 * MINUTE_MS }],
  },
  'session.link': {
    roles: everyRole,
    open: 'signed-out',
    // Each call sends an email to somebody who may not have asked for it.
    limits: [{ name: 'desk-link', by: 'email', limit: 5, windowMs: 60 * MINUTE_MS }, signIn],
  },
  'session.enter': { roles: everyRole, open: 'signed-out', limits: [signIn] },
  'session.leave': { roles: everyRole, open: 'link' },
  'session.end': { roles: everyRole },
  'passkey.ask': { roles: everyRole, open: 'signed-out', limits: [signIn] },
  'passkey.prove': { roles: everyRole, open: 'signed-out', limits: [signIn] },
  'passkey.begin': { roles: everyRole, open: 'link' },
  'passkey.register': { roles: everyRole, open: 'link' },
  'passkey.remove': { roles: everyRole, passkeyAgain: true },
  'staff.list': { roles: everyRole },
  'shoppers.find': { roles: ownerAlone },
  'shoppers.note': { roles: ownerAlone },
  'shoppers.export': { roles: ownerAlone, passkeyAgain: true },
  'shoppers.delete': { roles: ownerAlone, passkeyAgain: true },
  'log.read': { roles: ownerAlone },
  'log.export': { roles: ownerAlone, passkeyAgain: true },
  'vitals.read': { roles: ownerAlone },
  ...orderDeskRoutes,
  ...stockRoutes,
  ...moneyRoutes,
  ...newsRoutes,
  ...listRoutes,
  ...healthRoutes,
  ...backupRoutes,
} as const satisfies Record<keyof typeof deskSchemas, DeskRoute>;

export interface DeskRoute {
  roles: readonly Role[];
  open?: 'signed-out' | 'link';
  passkeyAgain?: true;
  limits?: readonly Policy[];
}

export type DeskRouteName = keyof typeof deskRoutes;

/** `/api/desk/orders/ask-return` for `orders.askReturn`. */
export function deskPath(name: DeskRouteName): `/api/desk/${string}` {
  const kebab = name.replace('.', '/').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `/api/desk/${kebab}`;
}

/**
 * - `forbidden`: the role may not make this call.
 * - `passkey`: a passkey must be used again first.
 * - `provider`: the payment provider does not answer, and the change needs its answer.
 * - `changed`: the subject has changed since the sender saw it; `now` is its present state, as the reading call gives it.
 */
export type DeskRefusalCode = RefusalCode | 'forbidden' | 'passkey' | 'changed' | 'provider';

export interface DeskRefusal extends Omit<Refusal, 'code'> {
  code: DeskRefusalCode;
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

type SignedIn = Success & { stage: SignInStage; email: string | null; role: Role | null };

export interface DeskReplies
  extends
    OrderDeskReplies,
    StockReplies,
    MoneyReplies,
    NewsReplies,
    ListReplies,
    HealthReplies,
    BackupReplies {
  'session.read': SignedIn;
  /** The reply is the same whether or not the email is on the list. */
  'session.link': Success;
  'session.enter': SignedIn;
  /** `endpoint`: where this browser gets its notifications, which end too. */
  'session.leave': Success;
  'session.end': Success;
  /** Options to use a passkey: any passkey of this shop without a session, else one's own. */
  'passkey.ask': Success & { options: PublicKeyCredentialRequestOptionsJSON };
  'passkey.prove': SignedIn;
  /** Options to register a passkey: after a link the first one, in a session another one. */
  'passkey.begin': Success & { options: PublicKeyCredentialCreationOptionsJSON };
  'passkey.register': SignedIn;
  'passkey.remove': Success;
  'staff.list': Success & { staff: WireStaff[] };
  /** By the email of the account, or by the phone number of an order. Each look is logged. */
  'shoppers.find': Success & { shoppers: WireShopper[] };
  'shoppers.note': Success & { shopper: WireShopper };
  /** The JSON that the shopper could download. */
  'shoppers.export': Success & { json: string };
  'shoppers.delete': Success;
  /** Newest first; `before` continues after an earlier page. `isWhole` is false if an entry was changed or removed. */
  'log.read': Success & { months: string[]; month: string; entries: LogEntry[]; next: number | null };
  /** In parts, as `money.export`; `isWhole` is false if an entry of the part or next to it was changed or removed. */
  'log.export': Success & { csv: string; isWhole: boolean; next: number | null };
  /** Newest week first; nothing about what was not measured. */
  'vitals.read': Success & { figures: WireVital[] };
}

export type DeskBody<Name extends DeskRouteName> = z.output<(typeof deskSchemas)[Name]>;
export type DeskReply<Name extends DeskRouteName> = DeskReplies[Name];
