import { isEmail, normaliseEmail } from './user.ts';

/** Who works at the desk: the owner does everything; a packer sees orders without money, and stock. */
export const everyRole = ['owner', 'packer'] as const;
export type Role = (typeof everyRole)[number];

/** The other answer to who may make a call of the desk (contract/desk). */
export const ownerAlone = ['owner'] as const satisfies readonly Role[];

export interface Staff {
  email: string;
  role: Role;
}

/** The names of the calls that write into the log. */
export type LoggedAction =
  | `orders.${'list' | 'read' | 'invoice' | 'ask' | 'note' | 'pack' | 'ship' | 'deliver' | 'undo'}`
  | `orders.${'askReturn' | 'endReturn' | 'cancel' | 'refund' | 'refundAgain' | 'refundByHand' | 'release'}`
  | `packing.${'read' | 'print'}`
  | `stock.${'change' | 'count' | 'tell'}`
  | `shoppers.${'find' | 'note' | 'export' | 'delete'}`
  | `lists.${'reconcile' | 'export' | 'launch'}`
  | `passkey.${'prove' | 'register' | 'remove'}`
  | `session.${'enter' | 'end' | 'leave'}`
  | `news.${'choose' | 'subscribe' | 'stop'}`
  | 'money.cashReceived'
  | 'backup.begin';

/** One change that staff made, or one look (netlify/storage/staff-log). */
export interface LogEntry {
  /** In ms. */
  at: number;
  /** The email of the staff member, or `command line`. */
  who: string;
  /** Such as `orders.ship`; an older entry may have a name that is no `LoggedAction` any more. */
  action: string;
  /** Such as `order:ID`, `stock:product/size`, `shopper:ID` or `staff`. */
  subject: string;
  /** What it was and what it became; null if there was or is nothing. */
  before: unknown;
  after: unknown;
  reason?: string | undefined;
}

/**
 * The staff of the setting DESK_STAFF, such as `asha@example.com:owner, ravi@example.com:packer`.
 * @returns also every entry that is no `email:role` or names somebody twice; such an entry lets nobody in
 */
export function staffOf(setting: string): { staff: Staff[]; mistakes: string[] } {
  const staff: Staff[] = [];
  const mistakes: string[] = [];
  for (const entry of setting.split(/[,\s]+/).filter((part) => part !== '')) {
    const colon = entry.lastIndexOf(':');
    const email = normaliseEmail(entry.slice(0, Math.max(colon, 0)));
    const role = everyRole.find((known) => known === entry.slice(colon + 1).toLowerCase());
    const isRepeated = staff.some((one) => one.email === email);
    if (role === undefined || !isEmail(email) || isRepeated) mistakes.push(entry);
    else staff.push({ email, role });
  }
  return { staff, mistakes };
}
