/** The commands for the desk: `desk forget-passkeys <email>`, `desk push-keys`. */
import type { Command } from 'commander';
import { newPushKeys } from '../netlify/push/vapid.ts';
import { removeAllOf } from '../netlify/services/desk/passkeys.ts';
import { Refused } from '../netlify/services/refusal.ts';
import { normaliseEmail } from '../src/domain/user.ts';
import { connect } from './connect.ts';

export function deskCommands(program: Command): void {
  const desk = program.command('desk').description('the staff’s part of the site');
  desk
    .command('forget-passkeys <email>')
    .description('when somebody lost every passkey: an emailed link is enough again')
    .action(forgetPasskeys);
  desk
    .command('push-keys')
    .description('make the settings with which the desk tells devices; nothing is stored')
    .action(printPushKeys);
}

/** Once: devices that were told under other keys would have to be added again. */
function printPushKeys(): void {
  const { publicKey, privateKey } = newPushKeys();
  console.log(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`);
}

async function forgetPasskeys(typed: string): Promise<void> {
  await connect();
  const email = normaliseEmail(typed);
  const count = await removeAllOf(email);
  if (count === 0) throw new Refused('not-found', `${email} has no passkey.`);
  console.log(
    `Removed ${count === 1 ? 'the passkey' : `${count} passkeys`} of ${email}, and ended the sessions.`,
  );
}
