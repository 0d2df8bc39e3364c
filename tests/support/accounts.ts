/** Accounts as shoppers open them, and the links that their emails have. */
import { randomUUID } from 'node:crypto';
import { readToken } from '../../netlify/identity/tokens.ts';
import type { useMailServer } from './mail-server.ts';
import { call, confirmEmail, workDone } from './shop-calls.ts';

type MailServer = ReturnType<typeof useMailServer>;

/** An account with the password "warp and weft" and a confirmed email; the emails of its sign-up are forgotten. */
export async function openAccount(office: MailServer, email = `asha-${randomUUID()}@example.com`) {
  const { body } = await call('user.register', { body: { name: 'Asha', email, password: 'warp and weft' } });
  const userId = readToken(body.token)?.userId ?? '';
  await workDone();
  office.letters.length = 0;
  await confirmEmail(userId);
  return { email, token: body.token, userId };
}

/** The token of the newest email to this mailbox that links to this page; '' if there is none. */
export function tokenMailed(office: MailServer, email: string, page: string): string {
  const tokens = office.letters
    .filter(({ to }) => to.includes(email))
    .map(({ mail }) => mail.text?.split(`/${page}#token=`)[1]?.match(/^[\w-]+/)?.[0] ?? '');
  return tokens.findLast(Boolean) ?? '';
}
