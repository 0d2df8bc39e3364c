/** The commands for the desk: `desk forget-passkeys <email>`, `desk push-keys`. */
import type { Command } from 'commander';
import { newPushKeys } from '../netlify/push/vapid.ts';
import { removeAllOf } from '../netlify/services/desk/passkeys.ts';
import { Refused } from '../netlify/services/refusal.ts';
import { normaliseEmail } from '../src/domain/user.ts';
import { connect } from './connect.ts';

export function deskCommands(program: Command): void {
  const desk = program.command('desk').description('Commands for the staff desk');
  desk
    .command('forget-passkeys <email>')
    .description('Remove all passkeys of a staff member; an emailed link then works again')
    .action(forgetPasskeys);
  desk
    .command('push-keys')
    .description('Print new keys for push notifications; stores nothing')
    .action(printPushKeys);
}

/** Needed once: with other keys, every device must be added again. */
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
