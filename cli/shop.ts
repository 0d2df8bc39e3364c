/**
 * The owner's command line: `npm run shop -- help`. It starts after Node 24 and the packages are found.
 *
 * Exit codes: 0 done. 1 refused or failed; nothing was changed except what the output says. 2 done, but an email or a
 * refund was not sent, or a payment provider did not answer; this is recorded and retried.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { projectRoot } from '../scripts/setup.mjs';
import { printPlainText, runCommand } from './run.ts';

// `… export | head` closes the pipe early: that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

printPlainText();
process.chdir(resolve(projectRoot));
await runCommand(process.argv.slice(2));
