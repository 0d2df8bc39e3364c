import type { EmailMessage } from '../email/email-parts.ts';
import { cannotMail } from './cannot-mail.ts';
import { siteUrl } from './site-url.ts';
import { EmailRefused, messageId, sendEmail } from '../email/transport.ts';

/**
 * Sends an account email now. These emails contain secrets or become outdated soon, so none is stored for later.
 * @param kind for the log, which gets neither the address nor the mail server's message that quotes it
 * @param seed equal for the same news
 * @returns 'refused' if there is no such mailbox, 'no-server' if a later try may succeed
 */
export async function sendAccountEmail(
  to: string,
  kind: string,
  seed: string,
  write: (siteUrl: string) => EmailMessage,
): Promise<'sent' | 'refused' | 'no-server'> {
  try {
    await sendEmail({ to, id: messageId(`${kind}:${seed}`) }, write(siteUrl()));
    return 'sent';
  } catch (error) {
    if (!(error instanceof EmailRefused) && !cannotMail(error)) throw error;
    console.error(JSON.stringify({ level: 'error', email: kind, error: error.name }));
    return error instanceof EmailRefused ? 'refused' : 'no-server';
  }
}
