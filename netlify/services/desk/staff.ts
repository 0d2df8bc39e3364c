import type { DeskReply, WireStaff } from '../../../src/contract/desk.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { readPasskeys } from '../../storage/staff-passkeys.ts';
import { readStaffSessions } from '../../storage/staff-sessions.ts';
import type { DeskCall } from './desk-call.ts';
import { allStaff } from './desk-staff.ts';

/**
 * Who works here, with passkeys and open sessions: everybody for the owner, oneself for a packer. Somebody who left the
 * setting is listed as long as a passkey of theirs is stored.
 */
export async function list(
  staff: Staff,
  _body: unknown,
  { session: own }: DeskCall,
): Promise<DeskReply<'staff.list'>> {
  const [{ all }, sessions] = await Promise.all([readPasskeys(), readStaffSessions(Date.now())]);
  const listed = allStaff();
  const emails = new Set([...listed, ...all].map(({ email }) => email));
  const shown = staff.role === 'owner' ? [...emails] : [staff.email];
  const wire = shown.map((email): WireStaff => {
    const passkeys = all.filter((one) => one.email === email);
    const open = sessions.filter((one) => one.email === email && one.provedAt !== null);
    return {
      email,
      role: listed.find((one) => one.email === email)?.role ?? null,
      passkeys: passkeys.map(({ id, name, usedAt }) => ({ id, name, usedAt })),
      sessions: open.map(({ tokenHash, device, openedAt, endsAt }) => ({
        id: tokenHash,
        device,
        openedAt,
        endsAt,
        isThis: tokenHash === own?.tokenHash,
      })),
    };
  });
  return { success: true, staff: wire };
}
