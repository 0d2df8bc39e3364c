import type { FormSend } from '../contract/routes.ts';

const PATIENCE_MS = 10_000;

/**
 * Posts fields to the e-mail service as its send-form call wants them. The call goes on when the page is left.
 * @returns 'busy' where it takes no more just now, 'failed' for anything else that is not its yes
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
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (ok) return 'sent';
    return status === 429 ? 'busy' : 'failed';
  } catch {
    return 'failed';
  }
}
