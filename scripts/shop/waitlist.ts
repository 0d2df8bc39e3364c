/** `waitlist mail` of the owner's command line: the promise of the coming-soon page, kept. */
import type { Command } from 'commander';
import { siteUrl } from '../../netlify/mail/site.ts';
import { MailUnavailable } from '../../netlify/mail/transport.ts';
import { type Telling, tellWaitlist } from '../../netlify/services/opening.ts';
import { readWaitlist } from '../../netlify/storage/waitlist.ts';
import { routes } from '../../src/contract/routes.ts';
import { SetupError } from '../setup.mjs';
import { connect } from './connect.ts';
import { leaveUnfinished } from './open.ts';
import { progress } from './progress.ts';
import { counted } from './table.ts';

/** A shop that has just been deployed may have to wake up first. */
const SITE_MS = 20_000;

export function waitlistMailCommand(waitlist: Command): void {
  waitlist
    .command('mail')
    .description(
      'write to everyone on it that the shop is open, once each, and take them off it; a run that was stopped is finished by the next',
    )
    .action(mail);
}

async function mail(): Promise<void> {
  await connect();
  const waiting = await readWaitlist();
  if (waiting.length === 0) {
    console.log('Nobody waits.');
    return;
  }
  await mustBeOpen();
  const bar = progress('Letters', waiting.length);
  try {
    bar.say(`Writing to ${counted(waiting.length, 'visitor')} on the waitlist`);
    const telling = await tellWaitlist(waiting, ({ email, refused }) => {
      bar.step();
      bar.say(refused === null ? `✓ ${email}` : `✗ ${email}: ${refused}`);
    });
    for (const line of summary(telling)) bar.say(line);
    if (telling.refused > 0) leaveUnfinished();
  } catch (error) {
    if (!(error instanceof MailUnavailable)) throw error;
    bar.say(
      `✗ The letters cannot go out: ${error.message}. Mend that and run "waitlist mail" again; nobody is forgotten.`,
    );
    leaveUnfinished();
  } finally {
    bar.end();
  }
}

/** Nobody can unsend a letter that leads to a closed door. @throws SetupError where the shop does not show its pieces */
async function mustBeOpen(): Promise<void> {
  let address: string;
  try {
    address = siteUrl();
  } catch (error) {
    throw new SetupError(`The letters lead to the shop: ${(error as Error).message}.`);
  }
  const answer = await fetch(`${address}${routes['product.list'].path}?limit=1`, {
    signal: AbortSignal.timeout(SITE_MS),
  }).catch(() => null);
  if (answer?.ok) return;
  const code = await answer?.json().then(
    (body: { code?: unknown }) => body.code,
    () => undefined,
  );
  throw new SetupError(
    code === 'not-open'
      ? `The shop at ${address} still shows the waitlist page: take away SHOP_MODE and deploy, then run this again.`
      : `The shop at ${address} does not answer as it should, and the letters lead there; nobody was written to.`,
  );
}

function summary({ sent, refused, elsewhere }: Telling): string[] {
  return [
    `${counted(sent, 'letter')} sent.`,
    ...(refused > 0
      ? [
          `The mail server refused ${counted(refused, 'letter')}: who waited waits on, and this can be run again.`,
        ]
      : []),
    ...(elsewhere > 0
      ? [
          `Another run is writing to ${counted(elsewhere, 'visitor')}; if it was stopped, run this again in a minute.`,
        ]
      : []),
  ];
}
