/** `waitlist mail` of the owner's command line: the promise of the coming-soon page, kept. */
import type { Command } from 'commander';
import { siteUrl } from '../netlify/email/site-url.ts';
import { tellWaitlist } from '../netlify/services/launch-announcement.ts';
import { readWaitlist } from '../netlify/storage/waitlist.ts';
import { routes } from '../src/contract/routes.ts';
import { SetupError } from '../scripts/setup.mjs';
import { connect } from './connect.ts';
import { writeLetters } from './emails.ts';
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
  await writeLetters(waiting.length, 'waitlist mail', async ({ say, hear, sum }) => {
    say(`Writing to ${counted(waiting.length, 'visitor')} on the waitlist`);
    sum(await tellWaitlist(waiting, hear), 'visitor');
  });
}

/** Nobody can unsend a letter that leads to a closed door. @throws SetupError where the shop does not show its pieces */
async function mustBeOpen(): Promise<void> {
  let address: string;
  try {
    address = siteUrl();
  } catch (error) {
    throw new SetupError(`The emails link to the shop: ${(error as Error).message}.`);
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
      : `The shop at ${address} does not answer as it should, and the emails link there; nobody was written to.`,
  );
}
