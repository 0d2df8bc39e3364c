/** Commands that send many emails and report the result of each. */
import { counted } from '../src/domain/counted.ts';
import type { DeliveryResult } from '../netlify/services/bulk-email.ts';
import { cannotMail } from '../netlify/services/cannot-mail.ts';
import { leaveUnfinished } from './open.ts';
import { type Progress, progress } from './progress.ts';

/** The results of the emails to one list. */
interface Outcome {
  sent: number;
  refused: number;
  /** Readers that another run has claimed. */
  elsewhere: number;
}

interface Report extends Pick<Progress, 'say'> {
  /** Prints one line per email. */
  onDelivery: (result: DeliveryResult) => void;
  /** @param readers the list's word for its readers, such as `shopper` */
  sum: (outcome: Outcome, readers: string) => void;
}

/**
 * Runs `write` with a progress bar. Refused emails and a missing mail server give the exit code for unfinished work.
 *
 * @param count the highest possible number of emails
 * @param again the command that continues this one
 */
export async function sendToReaders(
  count: number,
  again: string,
  write: (report: Report) => Promise<void>,
): Promise<void> {
  const { step, say, end } = progress('Emails', count);
  try {
    await write({
      say,
      onDelivery: ({ email, refused }) => {
        step();
        say(refused === null ? `✓ ${email}` : `✗ ${email}: ${refused}`);
      },
      sum: (outcome, readers) => {
        for (const line of summary(outcome, readers)) say(line);
        if (outcome.refused > 0) leaveUnfinished();
      },
    });
  } catch (error) {
    if (!cannotMail(error)) throw error;
    say(
      `✗ The emails cannot be sent: ${error.message}. Correct that and run "${again}"; unsent emails stay on the list.`,
    );
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
          `The mail server refused ${counted(refused, 'email')}: those shoppers stay on the list; you can run this again.`,
        ]
      : []),
    ...(elsewhere > 0
      ? [
          `Another run is sending to ${counted(elsewhere, readers)}; if it was stopped, run this again in a minute.`,
        ]
      : []),
  ];
}
