import { createHash } from 'node:crypto';

/**
 * What a letter is told by (its Message-ID), without saying what it is about or to whom.
 * @param news the same for the same news, so that a mailbox that gets it twice can tell that it is one
 */
export function messageId(news: string): string {
  return createHash('sha256').update(news).digest('hex').slice(0, 32);
}
