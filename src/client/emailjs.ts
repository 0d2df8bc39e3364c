import type { FormSend } from '../contract/calls/newsletter.ts';

const TIMEOUT_MS = 10_000;

/**
 * Posts fields to the email service in the format of its send-form API. The call continues after the page is left.
 * @returns 'busy' if the service is over its rate limit, 'failed' for any other failure
 */
export async function sendForm({ address, fields }: FormSend): Promise<'sent' | 'busy' | 'failed'> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  try {
    const { ok, status } = await fetch(address, {
      method: 'POST',
      body,
      keepalive: true,
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (ok) return 'sent';
    return status === 429 ? 'busy' : 'failed';
  } catch {
    return 'failed';
  }
}
