/** Commands that write to many at once, and say what became of each letter. */
import { MailUnavailable } from '../netlify/email/transport.ts';
import type { Heard } from '../netlify/services/bulk-email.ts';
import { leaveUnfinished } from './open.ts';
import { type Progress, progress } from './progress.ts';
import { counted } from './table.ts';

/** What came of letters to one list. */
interface Outcome {
  sent: number;
  refused: number;
  /** Readers whom another run has in hand. */
  elsewhere: number;
}

interface Report extends Pick<Progress, 'say'> {
  /** A line a letter. */
  hear: (heard: Heard) => void;
  /** @param readers how a list calls its own, such as `shopper` */
  sum: (outcome: Outcome, readers: string) => void;
}

/**
 * Runs `write` under a bar. Letters that the mail server refused, and a mail server that is not there, leave the command
 * unfinished.
 *
 * @param count of the letters at most
 * @param again the command that goes on where this one ends
 */
export async function writeLetters(
  count: number,
  again: string,
  write: (report: Report) => Promise<void>,
): Promise<void> {
  const { step, say, end } = progress('Emails', count);
  try {
    await write({
      say,
      hear: ({ email, refused }) => {
        step();
        say(refused === null ? `✓ ${email}` : `✗ ${email}: ${refused}`);
      },
      sum: (outcome, readers) => {
        for (const line of summary(outcome, readers)) say(line);
        if (outcome.refused > 0) leaveUnfinished();
      },
    });
  } catch (error) {
    if (!(error instanceof MailUnavailable)) throw error;
    say(`✗ The emails cannot go out: ${error.message}. Mend that and run "${again}"; nobody is forgotten.`);
    leaveUnfinished();
  } finally {
    end();
  }
}

function summary({ sent, refused, elsewhere }: Outcome, readers: string): string[] {
  return [
    `${counted(sent, 'email')} sent.`,
    ...(refused > 0
      ? [
          `The mail server refused ${counted(refused, 'email')}: those shoppers stay on the list, and this can be run again.`,
        ]
      : []),
    ...(elsewhere > 0
      ? [
          `Another run is writing to ${counted(elsewhere, readers)}; if it was stopped, run this again in a minute.`,
        ]
      : []),
  ];
}
