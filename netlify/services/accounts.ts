import { authMessages } from '../../src/contract/messages/auth.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { hashPassword, verifyPassword } from '../identity/passwords.ts';
import { newToken, newUserId } from '../identity/tokens.ts';
import { endSession, openSession } from '../storage/sessions.ts';
import { createUser, findLogin } from '../storage/users.ts';
import { type Call, callerOf, type ShopperCall } from './call.ts';
import { acceptance, keepConsent } from './consents.ts';
import { Refused } from './refusal.ts';

/**
 * Makes an account and logs it in. The screen sends nothing before its terms checkbox is ticked (specification §5), so
 * the call itself is the acceptance; its time and what was accepted are kept.
 * @throws Refused 'taken'
 */
export async function register(
  { name, email, password }: Body<'user.register'>,
  { windows }: Call,
): Promise<Reply<'user.register'>> {
  const taken = () => new Refused('taken', authMessages.taken, { email: authMessages.taken });
  if (await findLogin(windows, email)) throw taken();
  const passwordHash = await hashPassword(password, callerOf({ windows }));
  const id = newUserId();
  const { token, session } = newToken(id);
  const now = Date.now();
  const user = { id, name, email, createdAt: now, updatedAt: now, ...acceptance(now) };
  if (!(await createUser(user, passwordHash, session))) throw taken();
  return { success: true, token, email, message: authMessages.welcome(email) };
}

/**
 * Opens a session. The terms checkbox is ticked for a log-in as well, so a text that has changed is accepted by it.
 * @throws Refused 'unauthorised', in one sentence for a wrong e-mail and a wrong password
 */
export async function logIn(
  { email, password }: Body<'user.login'>,
  { windows }: Call,
): Promise<Reply<'user.login'>> {
  const wrong = () => new Refused('unauthorised', authMessages.wrongPair);
  const login = await findLogin(windows, email);
  const caller = callerOf({ windows });
  const { right, outdated } = await verifyPassword(password, login?.passwordHash ?? null, caller);
  if (!login?.passwordHash || !right) throw wrong();
  const { token, session } = newToken(login.userId);
  const verified = login.passwordHash;
  const renewed = outdated ? await hashPassword(password, caller) : verified;
  const forgiven = windows.filter((window) => window.forgiven);
  const found = await openSession(email, session, { verified, renewed }, forgiven);
  if (!found) throw wrong();
  await keepConsent(found, Date.now());
  return { success: true, token, email, message: authMessages.welcome(email) };
}

/** Ends this session; other devices stay logged in. */
export async function logOut(_body: unknown, call: ShopperCall): Promise<Reply<'user.logout'>> {
  await endSession(call);
  return { success: true };
}
