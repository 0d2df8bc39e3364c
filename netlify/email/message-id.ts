import { createHash } from 'node:crypto';

/**
 * An email's Message-ID, which reveals neither its content nor its recipient.
 * @param news equal for the same news, so that a mailbox can recognise a repeated email
 */
export function messageId(news: string): string {
  return createHash('sha256').update(news).digest('hex').slice(0, 32);
}
