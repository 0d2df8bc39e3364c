/** Anybody can sign up with somebody else's email: calls of a squatter and of the email's owner. */
import { readToken } from '../../netlify/identity/tokens.ts';
import { tokenMailed } from './accounts.ts';
import type { useMailServer } from './mail-server.ts';
import { call, newEmail, workDone } from './shop-calls.ts';

/** The squatter's password. */
export const theirs = 'squat and weft';

export const confirm = (session: string, link: string) =>
  call('user.confirm-email', { token: session, body: { token: link } });

export const profileOf = async (token: string) => (await call('user.profile', { token })).body.user;

export function useSquatter(mailServer: ReturnType<typeof useMailServer>) {
  return {
    async signUp(email = newEmail()) {
      const { body } = await call('user.register', { body: { name: 'Squatter', email, password: theirs } });
      await workDone();
      return { email, token: body.token, userId: readToken(body.token)?.userId ?? '' };
    },
    mailed: (email: string, page: 'confirm-email' | 'reset-password') => tokenMailed(mailServer, email, page),
  };
}
