/** Accounts with a password, and the links that their emails have. */
import { hashPassword } from '../../netlify/identity/passwords.ts';
import { acceptance } from '../../netlify/services/consents.ts';
import type { useMailServer } from './mail-server.ts';
import { newShopper } from './shop-calls.ts';

export const password = 'warp and weft';
let hash: Promise<string> | undefined;

/** An account with a password and a confirmed email, without the emails of a sign-up. */
export async function openAccount(email?: string) {
  hash ??= hashPassword(password);
  const now = Date.now();
  const own = { createdAt: now, updatedAt: now, emailConfirmedAt: 1, ...acceptance(now) };
  const made = await newShopper(email, own, await hash);
  return { email: made.email, token: made.token, userId: made.session.userId };
}

/** The token of the newest email to this mailbox that links to this page; '' if there is none. */
export function tokenMailed(
  mailServer: ReturnType<typeof useMailServer>,
  email: string,
  page: string,
): string {
  const tokens = mailServer.emails
    .filter(({ to }) => to.includes(email))
    .map(({ mail }) => mail.text?.split(`/${page}#token=`)[1]?.match(/^[\w-]+/)?.[0] ?? '');
  return tokens.findLast(Boolean) ?? '';
}
