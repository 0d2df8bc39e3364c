/**
 * The owner's command line, once Node 24 and the packages are there: `npm run shop -- help`.
 *
 * Exit codes: 0 done; 1 refused or failed, and nothing was changed but what was said before; 2 done, but a letter or a
 * refund did not go out or a payment provider did not answer: what is missing is written down, and tried again.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { Refused } from '../netlify/services/refusal.ts';
import { Unreachable } from '../netlify/storage/unreachable.ts';
import { NewerDocument } from '../netlify/storage/document-versions.ts';
import { projectRoot, SetupError } from '../scripts/setup.mjs';
import { backupCommands } from './backup.ts';
import { doctorCommand } from './doctor.ts';
import { invoiceCommands } from './invoices.ts';
import { codeCommands } from './codes.ts';
import { listCommands } from './lists.ts';
import { orderCommands } from './orders.ts';
import { reconcileCommand } from './reconcile.ts';
import { restockCommands } from './restock.ts';
import { salesCommand } from './sales.ts';
import { stockCommands } from './stock.ts';
import { printPlainText } from './terminal.ts';

function commands(): Command {
  const program = new Command('npm run shop --').description('The shop from the command line.');
  program.exitOverride().configureOutput({ outputError: () => {} });
  orderCommands(program);
  stockCommands(program);
  restockCommands(program);
  salesCommand(program);
  invoiceCommands(program);
  reconcileCommand(program);
  listCommands(program);
  codeCommands(program);
  doctorCommand(program);
  backupCommands(program);
  return program;
}

/** What was wrong with the line that was typed. Where help is the answer, it has been printed. */
function tellUsage({ code, exitCode, message }: CommanderError): void {
  process.exitCode = exitCode;
  if (exitCode === 0 || code === 'commander.help') return;
  const what = message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .replace(/\s+/g, ' ');
  console.error(`✗ The command cannot be read: ${what}; see "npm run shop -- help".`);
}

// `… export | head` closes the pipe when it has read enough: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

printPlainText();
try {
  process.chdir(resolve(projectRoot));
  await commands().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    tellUsage(error);
  } else {
    process.exitCode = 1;
    if (error instanceof SetupError || error instanceof Refused || error instanceof NewerDocument)
      console.error(`✗ ${error.message}`);
    else if (error instanceof Unreachable)
      console.error(`✗ The shop cannot be reached (${error.message}); is it open?`);
    else console.error(error);
  }
}
