import type { Answer, CallOptions } from '../../client/api.ts';
import { accountCalls } from '../../contract/endpoints.ts';
import type { Body, RouteName } from '../../contract/routes.ts';
import type { Method } from '../../contract/calls/call.ts';
import { authorised } from '../session/authorised.ts';

const ways: Partial<Record<RouteName, { method: Method; path?: string }>> = accountCalls;

/** A call for the logged-in account; contract/endpoints gives its method. Same results as `authorised`. */
export function accountCall<Name extends RouteName>(
  name: Name,
  body: Body<Name>,
  options: Omit<CallOptions, 'token' | 'at'> = {},
): Promise<Answer<Name>> {
  const at = ways[name];
  return authorised(name, body, at ? { ...options, at } : options);
}

/**
 * The message for a failed call: the server's own, or the given one if no answer came. Null if the session has ended:
 * the shopper is being sent to /login.
 */
export function sentenceOf(
  { code, message }: { code: string; message: string },
  withoutAnswer: string,
): string | null {
  if (code === 'unauthorised') return null;
  return code === 'network' ? withoutAnswer : message;
}
