import { deskMessages } from '../../../src/contract/messages/desk.ts';
import type { DeskBody, DeskReply } from '../../../src/contract/desk.ts';
import { desk } from '../../../src/domain/config.ts';
import type { LogEntry, Staff } from '../../../src/domain/staff.ts';
import { signInEmail } from '../../email/desk-emails.ts';
import { newLinkToken, tokenHash } from '../../identity/tokens.ts';
import { commit, nothingElse, type Write } from '../../storage/transaction.ts';
import { staffLinkKey } from '../../storage/staff-keys.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { readPasskeys } from '../../storage/staff-passkeys.ts';
import {
  storeStaffLink,
  readStaffLink,
  readStaffSessions,
  sessionEndWrites,
  sessionWrites,
  type StaffSession,
} from '../../storage/staff-sessions.ts';
import { Refused } from '../refusal.ts';
import { sendAccountEmail } from '../send-account-email.ts';
import type { DeskCall } from './desk-call.ts';
import { changeNews, withoutDevices } from './news-changes.ts';
import { staffMember } from './desk-staff.ts';
import { deviceOf } from './device.ts';

/**
 * Sessions of the desk. An emailed link opens one that can only register the first passkey, or use a passkey: a link
 * alone never opens the desk for somebody who has one.
 */

/** How far this visitor has come. */
export async function read(_body: unknown, { session, staff }: DeskCall): Promise<DeskReply<'session.read'>> {
  return signedIn(session, staff);
}

/** Emails a link after the response, so that neither reply nor time says whether the email is on the list. */
export async function link(
  { email }: DeskBody<'session.link'>,
  { after }: DeskCall,
): Promise<DeskReply<'session.link'>> {
  after(async () => {
    if (!staffMember(email)) return;
    const { token, tokenHash: hash } = newLinkToken();
    await storeStaffLink(hash, email);
    await sendAccountEmail(email, 'desk-sign-in', hash, (site) => signInEmail(token, site));
  });
  return { success: true };
}

/** Uses up an emailed link. @throws Refused 'unauthorised' */
export async function enter(
  { token }: DeskBody<'session.enter'>,
  { agent, keep }: DeskCall,
): Promise<DeskReply<'session.enter'>> {
  const bad = () => new Refused('unauthorised', deskMessages.badLink);
  const hash = tokenHash(token);
  const email = await readStaffLink(hash);
  const staff = email === null ? null : staffMember(email);
  if (!staff) throw bad();
  const opened = newSession(staff.email, agent, Date.now() + desk.signInMs);
  const { outcome } = await commit(null, {
    ...nothingElse,
    expect: [{ key: staffLinkKey(hash), text: email }],
    writes: [['DEL', staffLinkKey(hash)], ...sessionWrites(opened.session)],
    log: [signInEntry(staff, 'session.enter', opened.session)],
  });
  if (outcome !== 'done') throw bad();
  keep({ token: opened.token, endsAt: opened.session.endsAt });
  return signedIn(opened.session, staff);
}

/** Ends this session and the notifications of this browser. */
export async function leave(
  { endpoint }: DeskBody<'session.leave'>,
  { session, staff, keep }: DeskCall,
): Promise<DeskReply<'session.leave'>> {
  if (session && staff) {
    const { email, device } = session;
    const left = logEntry(staff, 'session.leave', 'staff', { email, device }, null);
    await changeNews((all) => {
      const { after, log } = withoutDevices(
        all,
        (one) =>
          one.sessionHash === session.tokenHash || (one.email === staff.email && one.endpoint === endpoint),
        staff,
      );
      return { after, log: [left, ...log], writes: sessionEndWrites([session.tokenHash]) };
    });
  }
  keep(null);
  return { success: true };
}

/** Ends one's own session elsewhere; the owner ends everybody's. @throws Refused 'not-found' */
export async function end(staff: Staff, { id }: DeskBody<'session.end'>): Promise<DeskReply<'session.end'>> {
  const found = (await readStaffSessions(Date.now())).find(({ tokenHash: hash }) => hash === id);
  if (!found || !(staff.role === 'owner' || found.email === staff.email)) {
    throw new Refused('not-found', deskMessages.noSession);
  }
  const before = { email: found.email, device: found.device, openedAt: found.openedAt };
  const ended = logEntry(staff, 'session.end', 'staff', before, null);
  await changeNews((all) => {
    const { after, log } = withoutDevices(all, ({ sessionHash }) => sessionHash === id, staff);
    return { after, log: [ended, ...log], writes: sessionEndWrites([id]) };
  });
  return { success: true };
}

/** Who came in, and by which device. */
export function signInEntry(
  staff: Staff,
  step: 'session.enter' | 'passkey.prove',
  { email, device }: StaffSession,
): LogEntry {
  return logEntry(staff, step, 'staff', null, { email, device });
}

/** A new session that no passkey has proved yet; its cookie is the token. */
function newSession(email: string, agent: string, endsAt: number) {
  const { token, tokenHash: hash } = newLinkToken();
  const session: StaffSession = {
    tokenHash: hash,
    email,
    device: deviceOf(agent),
    openedAt: Date.now(),
    endsAt,
    provedAt: null,
    passkeyId: null,
  };
  return { token, session };
}

/**
 * A session that a passkey has just opened, and the writes that store it. It replaces the one before and gets another
 * token, so that a planted cookie never becomes a session.
 */
export async function openedBy(
  passkeyId: string,
  email: string,
  { session, agent }: DeskCall,
): Promise<{ token: string; session: StaffSession; writes: Write[] }> {
  const now = Date.now();
  const { token, session: fresh } = newSession(email, agent, now + desk.sessionMs);
  const opened = { ...fresh, provedAt: now, passkeyId };
  const writes = [...(session ? sessionEndWrites([session.tokenHash]) : []), ...sessionWrites(opened)];
  return { token, session: opened, writes };
}

/** The reply of each step of a sign-in. */
export async function signedIn(
  session: StaffSession | null,
  staff: Staff | null,
): Promise<DeskReply<'session.read'>> {
  if (!session || !staff) return { success: true, stage: 'out', email: null, role: null };
  return { success: true, stage: await stageOf(session), email: staff.email, role: staff.role };
}

async function stageOf({ provedAt, email }: StaffSession): Promise<'register' | 'passkey' | 'in'> {
  if (provedAt !== null) return 'in';
  const { all } = await readPasskeys();
  return all.some((passkey) => passkey.email === email) ? 'passkey' : 'register';
}
