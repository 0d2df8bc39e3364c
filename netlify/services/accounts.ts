import { authMessages } from '../../src/contract/messages/account.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { hashPassword, verifyPassword } from '../identity/passwords.ts';
import { newToken, newUserId } from '../identity/tokens.ts';
import { TooMany } from '../storage/session-and-limits.ts';
import { confirmLink } from '../storage/mailed-links.ts';
import { endSession, guessLogin, openSession } from '../storage/sessions.ts';
import { createUser, findLogin } from '../storage/accounts.ts';
import type { Call, ShopperCall } from './shopper-call.ts';
import { acceptance, storeConsent } from './consents.ts';
import { mailFirstConfirmLink } from './email-confirmation.ts';
import { refuseCommonPassword } from './passwords.ts';
import { Refused } from './refusal.ts';

/**
 * Creates an account and opens a session. The form cannot be sent before its terms checkbox is ticked, so the call
 * itself is the acceptance; the account stores its time and the accepted texts. An email asks the shopper to confirm
 * the address. Only features that belong to the mailbox wait for that confirmation.
 * @throws Refused 'taken', and 'invalid' for a common password
 */
export async function register(
  { name, email, password }: Body<'user.register'>,
  { windows, network, device, keepDevice, after }: Call,
): Promise<Reply<'user.register'>> {
  refuseCommonPassword(password);
  const taken = () => new Refused('taken', authMessages.taken, { email: authMessages.taken });
  if (await findLogin(windows, email)) throw taken();
  const passwordHash = await hashPassword(password, network);
  const id = newUserId();
  const { token, session } = newToken(id);
  const now = Date.now();
  const user = { id, name, email, createdAt: now, updatedAt: now, ...acceptance(now) };
  const link = newToken(id);
  const signUp = { link: confirmLink(link.session, email), origin: { network, device } };
  if (!(await createUser(user, passwordHash, session, signUp))) throw taken();
  keepDevice();
  after(() => mailFirstConfirmLink(email, link));
  return { success: true, token, email, message: authMessages.welcome(email) };
}

/**
 * Opens a session. The log-in form has the terms checkbox too, so a log-in accepts changed texts.
 * @throws Refused 'unauthorised', with one sentence for a wrong email and a wrong password
 */
export async function logIn(
  { email, password }: Body<'user.login'>,
  { windows, network, device, keepDevice }: Call,
): Promise<Reply<'user.login'>> {
  const wrong = () => new Refused('unauthorised', authMessages.wrongPair);
  const origin = { network, device };
  const { login, known } = await counted(() => guessLogin(windows, email, origin));
  // A shopper who has logged in from this device or network before does not queue behind strangers.
  const caller = { device, network: `${network} ${email}`, stranger: network }[known ?? 'stranger'];
  const { right, outdated } = await verifyPassword(password, login?.passwordHash ?? null, caller);
  if (!login?.passwordHash || !right) throw wrong();
  const { token, session } = newToken(login.userId);
  const verified = login.passwordHash;
  const renewed = outdated ? await hashPassword(password, caller) : verified;
  const found = await openSession(email, session, { verified, renewed }, { origin, known, windows });
  if (!found) throw wrong();
  keepDevice();
  await storeConsent(found, Date.now());
  return { success: true, token, email, message: authMessages.welcome(email) };
}

/** @throws TooMany, naming the other way to log in: a link by email makes network and device known. */
async function counted<T>(guess: () => Promise<T>): Promise<T> {
  try {
    return await guess();
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    throw new TooMany(error.retryAfterMs, authMessages.tooManyGuesses);
  }
}

/** Ends this session; other devices stay logged in. */
export async function logOut(_body: unknown, call: ShopperCall): Promise<Reply<'user.logout'>> {
  await endSession(call);
  return { success: true };
}
