import process from 'node:process';
import { staffOf } from '../domain/staff.ts';

/**
 * Whether this build has the desk: only with somebody in DESK_STAFF.
 * @throws if the setting has an entry that lets nobody in
 */
export function isDeskBuilt(setting = process.env['DESK_STAFF'] ?? ''): boolean {
  const { staff, mistakes } = staffOf(setting);
  if (mistakes.length > 0) {
    throw new Error(
      `DESK_STAFF must be emails with a role, such as "asha@example.com:owner, ravi@example.com:packer"; this is none, or names somebody twice: ${mistakes.join(', ')}`,
    );
  }
  return staff.length > 0;
}
