import { type Answer, call, type CallOptions } from '../../client/api.ts';
import { sessionMessages } from '../../contract/messages/session.ts';
import type { Body, Refusal, RouteName } from '../../contract/routes.ts';
import { $token } from './session.ts';
import { endSession } from './session-change.ts';

/** An answer that came after its session had ended, and was not looked at: what was asked for may have been done. */
export const unread = {
  success: false,
  code: 'unauthorised',
  message: sessionMessages.expired,
} as const satisfies Refusal;

/**
 * Calls as the shopper who is logged in. A token that the server no longer knows ends the session quietly and leaves
 * the cart alone. An answer that arrives after its session ended is nobody's, so it counts as unauthorised too: a
 * reply on its way while a shared device changes hands must not show one shopper's things to another.
 */
export async function authorised<Name extends RouteName>(
  name: Name,
  body: Body<Name>,
  options: Omit<CallOptions, 'token'> = {},
): Promise<Answer<Name>> {
  const token = $token.get();
  if (!token) return { success: false, code: 'unauthorised', message: sessionMessages.required };
  const answer = await call(name, body, { ...options, token });
  if ($token.get() !== token) return unread;
  if (!answer.success && answer.code === 'unauthorised') endSession();
  return answer;
}
