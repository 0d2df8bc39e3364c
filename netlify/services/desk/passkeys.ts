import { deskMessages } from '../../../src/contract/messages/desk.ts';
import type { DeskBody, DeskReply } from '../../../src/contract/desk.ts';
import { desk } from '../../../src/domain/config.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { newPasskeyEmail } from '../../email/desk-emails.ts';
import {
  askForNewPasskey,
  askForPasskey,
  challengeOf,
  newPasskey,
  provedCounter,
} from '../../identity/passkeys.ts';
import { commit, type Committed, nothingElse, type Write } from '../../storage/transaction.ts';
import { passkeyChallengeKey } from '../../storage/staff-keys.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { readStaffNews, staffNewsChange } from '../../storage/staff-news.ts';
import { type Passkey, type Passkeys, passkeysChange, readPasskeys } from '../../storage/staff-passkeys.ts';
import {
  storeChallenge,
  readChallenge,
  readStaffSessions,
  sessionEndWrites,
  sessionWrites,
  type StaffSession,
} from '../../storage/staff-sessions.ts';
import { Refused } from '../refusal.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { sendAccountEmail } from '../send-account-email.ts';
import type { DeskCall } from './desk-call.ts';
import { relyingParty, staffMember } from './desk-staff.ts';
import { withoutDevices } from './news-changes.ts';
import { commandLine } from './order-log.ts';
import { DeskRefused } from './refusal.ts';
import { openedBy, signedIn, signInEntry } from './session.ts';

/** Passkeys of the staff: using one, adding one, removing one. Each challenge counts once. */

/** Whether a passkey was used shortly before. */
export function isFresh({ provedAt }: StaffSession, now: number): boolean {
  return provedAt !== null && now - provedAt < desk.freshPasskeyMs;
}

/** Without a session any passkey of the shop may answer: it says who signs in. */
export async function ask(_body: unknown, { session }: DeskCall): Promise<DeskReply<'passkey.ask'>> {
  const own = session ? (await readPasskeys()).all.filter(({ email }) => email === session.email) : [];
  const options = await askForPasskey(relyingParty(), own);
  await storeChallenge(options.challenge, purposeOf('use', session));
  return { success: true, options };
}

/** Signs in, or proves in an open session that its owner is still there. @throws Refused 'unauthorised' */
export async function prove(
  { response }: DeskBody<'passkey.prove'>,
  call: DeskCall,
): Promise<DeskReply<'passkey.prove'>> {
  const { session } = call;
  const { challenge, question } = await answered(response, purposeOf('use', session));
  return withPresentPasskeys(async (before) => {
    const passkey = before.all.find(({ id }) => id === response.id);
    const staff = passkey ? staffMember(passkey.email) : null;
    const isOwn = passkey && (!session || session.email === passkey.email);
    const counter = isOwn ? await provedCounter(relyingParty(), challenge, response, passkey) : null;
    if (!passkey || !staff || counter === null) throw bad();
    const used: Passkey = { ...passkey, counter, usedAt: Date.now() };
    const { expect, write } = passkeysChange(before, [...before.all.filter((one) => one !== passkey), used]);
    const opened = await openedOrProved(used, call);
    const done = await commit(null, {
      ...nothingElse,
      expect: [question, expect],
      writes: [['DEL', question.key], write, ...opened.writes],
      log: opened.token ? [signInEntry(staff, 'passkey.prove', opened.session)] : [],
    });
    if (isStaleIn(done)) return 'stale';
    if (opened.token) call.keep({ token: opened.token, endsAt: opened.session.endsAt });
    return signedIn(opened.session, staff);
  });
}

/** All passkeys of the staff are one document. */
function withPresentPasskeys<Result>(
  change: (before: Passkeys) => Promise<Result | 'stale'>,
): Promise<Result> {
  return retryOnConflict(20, 'Passkeys changed faster than they could be changed', async () => {
    return change(await readPasskeys());
  });
}

/** Of a change that expects the challenge first, then the passkeys. @throws Refused if the challenge was used */
function isStaleIn(done: Committed): boolean {
  if (done.outcome === 'done') return false;
  if (done.outcome === 'stale' && done.at === 1) return true;
  throw new Refused('unauthorised', deskMessages.lateQuestion);
}

/** An open session stays, with a new time; any other is replaced. */
async function openedOrProved(
  { id, email, usedAt }: Passkey,
  call: DeskCall,
): Promise<{ token?: string; session: StaffSession; writes: Write[] }> {
  const { session } = call;
  if (!session || session.provedAt === null) return openedBy(id, email, call);
  const proved = { ...session, provedAt: usedAt };
  return { session: proved, writes: sessionWrites(proved) };
}

/** @throws Refused, DeskRefused if another passkey must be used first */
export async function begin(_body: unknown, call: DeskCall): Promise<DeskReply<'passkey.begin'>> {
  const { all } = await readPasskeys();
  const session = mayAdd(call, all);
  const own = all.filter(({ email }) => email === session.email);
  const options = await askForNewPasskey(relyingParty(), session.email, own);
  await storeChallenge(options.challenge, purposeOf('add', session));
  return { success: true, options };
}

/** Stores a new passkey; the first one opens the session of the link. @throws Refused, DeskRefused */
export async function register(
  { response }: DeskBody<'passkey.register'>,
  call: DeskCall,
): Promise<DeskReply<'passkey.register'>> {
  return withPresentPasskeys(async (before) => {
    const session = mayAdd(call, before.all);
    const staff = staffMember(session.email);
    const { challenge, question } = await answered(response, purposeOf('add', session));
    const made = await newPasskey(relyingParty(), challenge, response);
    if (!made || !staff || before.all.some(({ id }) => id === made.id)) throw bad();
    const { email, device } = session;
    const now = Date.now();
    const passkey: Passkey = { ...made, email, name: device, addedAt: now, usedAt: now };
    const { expect, write } = passkeysChange(before, [...before.all, passkey]);
    const opened = await openedOrProved(passkey, call);
    const done = await commit(null, {
      ...nothingElse,
      expect: [question, expect],
      writes: [['DEL', question.key], write, ...opened.writes],
      log: [logEntry(staff, 'passkey.register', 'staff', null, { email, passkey: device })],
    });
    if (isStaleIn(done)) return 'stale';
    if (opened.token) call.keep({ token: opened.token, endsAt: opened.session.endsAt });
    call.after(async () => {
      await sendAccountEmail(email, 'desk-passkey', made.id, (site) => newPasskeyEmail(device, site));
    });
    return signedIn(opened.session, staff);
  });
}

/** Removes a passkey and ends the sessions that it opened: one's own, or as the owner anybody's. */
export async function remove(
  staff: Staff,
  { email, id }: DeskBody<'passkey.remove'>,
  { session }: DeskCall,
): Promise<DeskReply<'passkey.remove'>> {
  return withPresentPasskeys(async (before) => {
    const passkey = before.all.find((one) => one.id === id && one.email === email);
    if (!passkey || !(staff.role === 'owner' || email === staff.email)) {
      throw new Refused('not-found', deskMessages.noPasskey);
    }
    return (await forget(staff, before, [passkey], session)) ? { success: true } : 'stale';
  });
}

/** Removes all passkeys of a staff member who lost them; an emailed link then works again. @returns their number */
export async function removeAllOf(email: string): Promise<number> {
  return withPresentPasskeys(async (before) => {
    const own = before.all.filter((one) => one.email === email);
    return own.length === 0 || (await forget(commandLine, before, own, null)) ? own.length : 'stale';
  });
}

/**
 * With the sessions and the devices that the passkeys opened.
 * @param kept a session that goes on
 * @returns false if the passkeys or the notification settings have changed meanwhile
 */
async function forget(
  by: Staff,
  before: Passkeys,
  gone: readonly Passkey[],
  kept: StaffSession | null,
): Promise<boolean> {
  const { expect, write } = passkeysChange(
    before,
    before.all.filter((one) => !gone.includes(one)),
  );
  const ended = (await readStaffSessions(Date.now())).filter(({ email, passkeyId, provedAt, tokenHash }) => {
    // A link's session has proved only the mailbox, and would register the next passkey.
    const isOf = gone.some((one) => one.id === passkeyId || (provedAt === null && one.email === email));
    return isOf && tokenHash !== kept?.tokenHash;
  });
  const news = await readStaffNews();
  const remaining = withoutDevices(news.all, ({ passkeyId }) => gone.some(({ id }) => id === passkeyId), by);
  const silent =
    remaining.after === news.all ? { expect: [], writes: [] } : staffNewsChange(news, remaining.after);
  const removed = gone.map(({ email, name }) =>
    logEntry(by, 'passkey.remove', 'staff', { email, passkey: name }, null),
  );
  const { outcome } = await commit(null, {
    ...nothingElse,
    expect: [expect, ...silent.expect],
    writes: [write, ...sessionEndWrites(ended.map(({ tokenHash }) => tokenHash)), ...silent.writes],
    log: [...removed, ...remaining.log],
  });
  return outcome === 'done';
}

/** @throws Refused, DeskRefused unless this is somebody's first passkey, or their present one was just used */
function mayAdd({ session }: DeskCall, all: readonly Passkey[]): StaffSession {
  if (!session) throw new Refused('unauthorised', deskMessages.signIn);
  if (session.provedAt !== null && !isFresh(session, Date.now())) {
    throw new DeskRefused('passkey', deskMessages.passkeyAgain);
  }
  if (session.provedAt === null && all.some(({ email }) => email === session.email)) {
    throw new Refused('unauthorised', deskMessages.alreadyRegistered);
  }
  return session;
}

/** What a challenge is for: an answer in another session, or to the other question, does not count. */
const purposeOf = (purpose: 'use' | 'add', session: StaffSession | null) =>
  `${purpose}:${session?.tokenHash ?? ''}`;

/** The challenge of an answer, which the change must find unused. @throws Refused 'unauthorised' */
async function answered(response: { response: { clientDataJSON: string } }, purpose: string) {
  const challenge = challengeOf(response);
  if (challenge === null || (await readChallenge(challenge)) !== purpose) {
    throw new Refused('unauthorised', deskMessages.lateQuestion);
  }
  return { challenge, question: { key: passkeyChallengeKey(challenge), text: purpose } };
}

const bad = () => new Refused('unauthorised', deskMessages.badPasskey);
