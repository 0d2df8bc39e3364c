/**
 * The owner's command line, once Node 24 and the packages are there: `npm run shop -- help`.
 *
 * Exit codes: 0 done; 1 refused or failed, and nothing was changed but what was said before; 2 done, but a letter or a
 * refund did not go out or a payment provider did not answer: what is missing is written down, and tried again.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { projectRoot } from '../scripts/setup.mjs';
import { runCommand } from './run.ts';
import { printPlainText } from './terminal.ts';

// `… export | head` closes the pipe when it has read enough: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

printPlainText();
process.chdir(resolve(projectRoot));
await runCommand(process.argv.slice(2));
