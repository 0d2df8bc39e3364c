import { type Answer, call, type CallOptions } from '../../client/api.ts';
import { sessionMessages } from '../../contract/messages/account.ts';
import type { Body, RouteName } from '../../contract/routes.ts';
import type { Refusal } from '../../contract/calls/call.ts';
import { $token } from './session.ts';
import { endSession } from './session-change.ts';

/** The answer came after its session had ended and was ignored. The call may have succeeded. */
export const sessionEnded = {
  success: false,
  code: 'unauthorised',
  message: sessionMessages.expired,
} as const satisfies Refusal;

/**
 * Calls the server as the logged-in shopper. If the server does not know the token any more, the session ends without a
 * message and the cart stays. An answer that arrives after its session ended counts as unauthorised: on a shared
 * device, one shopper must never see another one's data.
 */
export async function authorised<Name extends RouteName>(
  name: Name,
  body: Body<Name>,
  options: Omit<CallOptions, 'token'> = {},
): Promise<Answer<Name>> {
  const token = $token.get();
  if (!token) return { success: false, code: 'unauthorised', message: sessionMessages.required };
  const answer = await call(name, body, { ...options, token });
  if ($token.get() !== token) return sessionEnded;
  if (!answer.success && answer.code === 'unauthorised') endSession();
  return answer;
}
