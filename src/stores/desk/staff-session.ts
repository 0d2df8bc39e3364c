import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { atom } from 'nanostores';
import { forgetParts } from '../../client/backup-parts.ts';
import { deskCall, onDeskRefusals } from '../../client/desk-api.ts';
import { endPush } from '../../client/push.ts';
import { forgetLinkToken, isLinkStillGood, takeLinkToken } from '../../client/link-token.ts';
import { forgetStored, readLocal, writeLocal } from '../../client/local-storage.ts';
import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';
import type { DeskReply, SignInStage } from '../../contract/desk.ts';
import { deskPaths } from '../../contract/desk-paths.ts';
import { deskScreenMessages } from '../../contract/messages/desk.ts';
import type { Role } from '../../domain/staff.ts';

/**
 * Who works at this desk. `link`: the page was opened by an emailed link that waits for a tap. `failed`: the server
 * could not be asked.
 */
export interface Me {
  stage: SignInStage | 'unknown' | 'link' | 'failed';
  email: string;
  role: Role;
}

/** Also read by the script in the head of layouts/DeskLayout: it shows a role its navigation before the first paint. */
const ME = 'taana-desk';
/** Whose drafts and lists lie in this browser. Each of their names begins with ME. */
const LAST = 'taana-desk-last';

const nobody: Me = { stage: 'unknown', email: '', role: 'packer' };
export const $me = atom<Me>(nobody);

onDeskRefusals({
  signedOut: () => setMe({ ...nobody, stage: 'out' }),
  proveAgain: async () => (await provePasskey()) === null,
});

/** Shows at once what this tab knows; the server decides with each call. */
export async function openDesk(): Promise<void> {
  const known = parseStored(readTab(ME)) as Me | undefined;
  if (takeLinkToken(deskPaths.today) !== null) setMe({ ...nobody, stage: 'link' });
  else if (known?.stage === 'in') setMe(known);
  else await readMe();
}

export async function readMe(): Promise<void> {
  const answer = await deskCall('session.read');
  if (answer.success) accept(answer);
  else setMe({ ...nobody, stage: 'failed' });
}

/** @returns the sentence of a failure, else null; so do all that follow */
export async function askForLink(email: string): Promise<string | null> {
  const answer = await deskCall('session.link', { email });
  return answer.success ? null : answer.message;
}

/** Uses up the link. A scanner of the mailbox opens links too, so it needs a tap. */
export async function enterByLink(): Promise<string | null> {
  const answer = await deskCall('session.enter', { token: takeLinkToken(deskPaths.today) ?? '' });
  if (answer.success || !isLinkStillGood(answer.code)) forgetLinkToken(deskPaths.today);
  if (answer.success) return accept(answer);
  if (!isLinkStillGood(answer.code)) setMe({ ...nobody, stage: 'out' });
  return answer.message;
}

/** Signs in, or shows in an open session that its owner is still here. */
export async function provePasskey(): Promise<string | null> {
  const asked = await deskCall('passkey.ask');
  if (!asked.success) return asked.message;
  const response = await startAuthentication({ optionsJSON: asked.options }).catch(() => null);
  if (!response) return stopped();
  const answer = await deskCall('passkey.prove', { response });
  return answer.success ? accept(answer) : answer.message;
}

export async function addPasskey(): Promise<string | null> {
  const asked = await deskCall('passkey.begin');
  if (!asked.success) return asked.message;
  const response = await startRegistration({ optionsJSON: asked.options }).catch(() => null);
  if (!response) return stopped();
  const answer = await deskCall('passkey.register', { response });
  return answer.success ? accept(answer) : answer.message;
}

export async function signOut(): Promise<string | null> {
  const answer = await deskCall('session.leave', { endpoint: await endPush() });
  if (answer.success) {
    await forgetParts();
    forgetStored(ME);
    setMe({ ...nobody, stage: 'out' });
  }
  return answer.success ? null : answer.message;
}

function accept({ stage, email, role }: DeskReply<'session.read'>): null {
  // An ended session keeps its drafts for the same person, and leaves nothing to another.
  if (stage === 'in' && email !== null && email !== readLocal(LAST)) {
    if (readLocal(LAST) !== undefined) forgetStored(ME);
    writeLocal(LAST, email);
  }
  setMe({ stage, email: email ?? '', role: role ?? 'packer' });
  return null;
}

function setMe(me: Me): void {
  writeTab(ME, me.stage === 'in' ? JSON.stringify(me) : null);
  if (me.stage === 'in') document.documentElement.dataset['role'] = me.role;
  else delete document.documentElement.dataset['role'];
  $me.set(me);
}

const stopped = () =>
  'PublicKeyCredential' in window ? deskScreenMessages.passkeyStopped : deskScreenMessages.noPasskeys;
