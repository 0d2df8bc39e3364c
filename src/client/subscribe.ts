import type { Reply, routes } from '../contract/routes.ts';
import { addressOf } from '../contract/wire.ts';

/**
 * How a call to subscribe came out. A browser tells a script less than a server's program is told, so this is what can be
 * known, and how it stands for the words of specification §8:
 *
 * - `refused`: no connection was made although the device is online: the server is not there
 * - `no-response`: the device is offline, the time was over, or the connection broke before the answer was whole
 * - `answered`: with its HTTP status, and the body where that was JSON
 */
export type Subscribed =
  | { outcome: 'refused' }
  | { outcome: 'no-response' }
  | { outcome: 'answered'; status: number; body: Partial<Answer> | null };

type Answer = Omit<Reply<'newsletter.subscribe'>, 'success'> & { success: boolean };

/** @param timeoutMs until the whole answer must be there */
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
  return { outcome: 'answered', status: response.status, body: objectOf(text) };
}

function objectOf(text: string): Partial<Answer> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
