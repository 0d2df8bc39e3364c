/** The commands for the desk: `desk forget-passkeys <email>`. */
import type { Command } from 'commander';
import { removeAllOf } from '../netlify/services/desk/passkeys.ts';
import { Refused } from '../netlify/services/refusal.ts';
import { normaliseEmail } from '../src/domain/user.ts';
import { connect } from './connect.ts';

export function deskCommands(program: Command): void {
  program
    .command('desk')
    .description('the staff’s part of the site')
    .command('forget-passkeys <email>')
    .description('when somebody lost every passkey: an emailed link is enough again')
    .action(forgetPasskeys);
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
