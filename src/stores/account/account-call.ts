import type { Answer, CallOptions } from '../../client/api.ts';
import { accountCalls } from '../../contract/account-wire.ts';
import type { Body, Method, RouteName } from '../../contract/routes.ts';
import { authorised } from '../session/authorised.ts';

const ways: Partial<Record<RouteName, { method: Method; path: string }>> = accountCalls;

/** A call of the shopper's own corner, which travels as contract/account-wire says. Outcomes as of `authorised`. */
export function accountCall<Name extends RouteName>(
  name: Name,
  body: Body<Name>,
  options: Omit<CallOptions, 'token' | 'at'> = {},
): Promise<Answer<Name>> {
  const at = ways[name];
  return authorised(name, body, at ? { ...options, at } : options);
}

/** The sentences of a refusal that belong to these fields of a form; the others have no place in it. */
export function markedIn<Field extends string>(
  fields: readonly Field[],
  refused: Record<string, string> | undefined,
): Partial<Record<Field, string>> {
  const marked: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const sentence = refused?.[field];
    if (sentence !== undefined) marked[field] = sentence;
  }
  return marked;
}

/**
 * The sentence for a call that failed (specification §8): the server's own where it answered, else the one of the place.
 * Null where the session ended: the shopper is on the way to /login.
 */
export function sentenceOf(
  { code, message }: { code: string; message: string },
  withoutAnswer: string,
): string | null {
  if (code === 'unauthorised') return null;
  return code === 'network' ? withoutAnswer : message;
}
