import { LetterRefused, MailUnavailable } from '../mail/transport.ts';
import {
  type DueLetter,
  type LetterList,
  postponeLetter,
  settleLetter,
  takeLetters,
} from '../storage/letters.ts';

/** Letters taken in hand at once: as many as can go out while they are in hand. */
const AT_ONCE = 5;
const MINUTE_MS = 60_000;

/** Whether a letter is true cannot be told now. */
export class LetterWaits extends Error {
  override name = 'LetterWaits';
}

/** How the letters of one list go out. */
export interface Writing {
  list: LetterList;
  /** Sends a letter where it is still true, else nothing. @throws LetterRefused, MailUnavailable, LetterWaits */
  write: (due: DueLetter) => Promise<void>;
  /** What the log may be told of a letter: nobody's address. */
  logged: (due: DueLetter) => { letter: string; order?: string };
}

/**
 * Sends the letters of a list that are due. What brings a letter about notes it in the same step, so none is forgotten,
 * whatever dies when: what this run cannot send, the sweep does. A letter can go out twice only where the mail server has
 * it and this run dies before that is written down.
 * @param until (ms) begins no more after that
 */
export async function sendDue(writing: Writing, until: number): Promise<void> {
  while (Date.now() < until) {
    const due = await takeLetters(writing.list, AT_ONCE);
    if (due.length === 0) return;
    const sent = await Promise.all(due.map((letter) => send(letter, writing)));
    // Without a mail server the others would fare no better.
    if (sent.includes('no-server')) return;
  }
}

async function send(
  due: DueLetter,
  { list, write, logged }: Writing,
): Promise<'settled' | 'waits' | 'no-server'> {
  // Without the mail server's words, which quote the address.
  const log = ({ name }: Error) =>
    console.error(JSON.stringify({ level: 'error', ...logged(due), error: name }));
  try {
    await write(due);
  } catch (error) {
    if (error instanceof MailUnavailable || error instanceof LetterWaits) {
      await postponeLetter(list, due, Date.now() + 5 * MINUTE_MS);
      log(error);
      return error instanceof MailUnavailable ? 'no-server' : 'waits';
    }
    if (!(error instanceof LetterRefused)) throw error;
    // No mailbox: another try would fare no better.
    log(error);
  }
  await settleLetter(list, due);
  return 'settled';
}
