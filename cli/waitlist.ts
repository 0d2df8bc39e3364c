/** The command `waitlist mail`, which sends the launch announcement. */
import type { Command } from 'commander';
import { commandLine } from '../netlify/services/desk/order-log.ts';
import { siteUrl } from '../netlify/services/site-url.ts';
import { announceLaunch } from '../netlify/services/launch-announcement.ts';
import { logEntry } from '../netlify/storage/staff-log.ts';
import { writeLog } from '../netlify/storage/staff-view-log.ts';
import { readWaitlist } from '../netlify/storage/waitlist.ts';
import { counted } from '../src/domain/counted.ts';
import { routes } from '../src/contract/routes.ts';
import { SetupError } from '../scripts/setup.mjs';
import { connect } from './connect.ts';
import { sendToReaders } from './emails.ts';

/** Timeout: a shop that was just deployed may start slowly. */
const SITE_TIMEOUT_MS = 20_000;

export function waitlistMailCommand(waitlist: Command): void {
  waitlist
    .command('mail')
    .description(
      'Send the launch announcement to everyone on the waitlist, once each, and remove them; a new run finishes an interrupted one',
    )
    .action(mail);
}

async function mail(): Promise<void> {
  await connect();
  const waiting = await readWaitlist();
  if (waiting.length === 0) {
    console.log('Nobody is waiting.');
    return;
  }
  await mustBeOpen();
  await writeLog([logEntry(commandLine, 'lists.launch', 'list:waitlist', null, null)]);
  await sendToReaders(waiting.length, 'waitlist mail', async ({ say, onDelivery, sum }) => {
    say(`Writing to ${counted(waiting.length, 'visitor')} on the waitlist`);
    sum(await announceLaunch(waiting, onDelivery), 'visitor');
  });
}

/** A sent email cannot be taken back, so its link must work. @throws SetupError if the shop is not open */
async function mustBeOpen(): Promise<void> {
  let address: string;
  try {
    address = siteUrl();
  } catch (error) {
    throw new SetupError(`The emails link to the shop: ${(error as Error).message}.`);
  }
  const answer = await fetch(`${address}${routes['product.list'].path}?limit=1`, {
    signal: AbortSignal.timeout(SITE_TIMEOUT_MS),
  }).catch(() => null);
  if (answer?.ok) return;
  const code = await answer?.json().then(
    (body: { code?: unknown }) => body.code,
    () => undefined,
  );
  throw new SetupError(
    code === 'not-open'
      ? `The shop at ${address} still shows the waitlist page: remove SHOP_MODE and deploy, then run this again.`
      : `The shop at ${address} does not answer correctly, and the emails link to it; no email was sent.`,
  );
}
