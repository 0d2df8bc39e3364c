import type { Reply, routes } from '../contract/routes.ts';
import { addressOf } from '../contract/endpoints.ts';
import { parseStored } from './tab-storage.ts';

/**
 * The result of a subscription request. A browser tells a script less than a server gets, so these are the cases that
 * can be told apart (docs/behaviour.md#newsletter-and-codes):
 *
 * - `refused`: no connection although the device is online: the server is down
 * - `no-response`: the device is offline, the timeout passed, or the connection broke before the full answer
 * - `answered`: the HTTP status, and the body if it was JSON
 */
export type Subscribed =
  | { outcome: 'refused' }
  | { outcome: 'no-response' }
  | { outcome: 'answered'; status: number; body: Partial<Answer> | null };

type Answer = Omit<Reply<'newsletter.subscribe'>, 'success'> & { success: boolean };

/** @param timeoutMs timeout for the complete answer */
export async function askToSubscribe(email: string, timeoutMs: number): Promise<Subscribed> {
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(addressOf('newsletter.subscribe'), {
      method: 'POST' satisfies (typeof routes)['newsletter.subscribe']['method'],
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
      signal,
    });
  } catch {
    const isThere = !signal.aborted && navigator.onLine !== false;
    return { outcome: isThere ? 'refused' : 'no-response' };
  }
  let text: string;
  try {
    text = await response.text();
  } catch {
    return { outcome: 'no-response' };
  }
  const body = parseStored(text);
  return { outcome: 'answered', status: response.status, body: typeof body === 'object' ? body : null };
}
