import process from 'node:process';
import { brand } from '../../../src/domain/config.ts';
import { type Staff, staffOf } from '../../../src/domain/staff.ts';
import { siteUrl } from '../site-url.ts';
import type { RelyingParty } from '../../identity/passkeys.ts';

/** The staff of DESK_STAFF as it is now: a person who is removed from it loses access at the next call. */
export function allStaff(): Staff[] {
  return staffOf(process.env['DESK_STAFF'] ?? '').staff;
}

export function staffMember(email: string): Staff | null {
  return allStaff().find((one) => one.email === email) ?? null;
}

/** Passkeys belong to the shop's public address. */
export function relyingParty(): RelyingParty {
  return { name: brand.name, origin: new URL(siteUrl()).origin };
}
