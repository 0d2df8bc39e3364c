/** All commands of the command line, and the output of a failed command. */
import process from 'node:process';
import { formatWithOptions } from 'node:util';
import { Command, CommanderError } from 'commander';
import { Refused } from '../netlify/services/refusal.ts';
import { Unreachable } from '../netlify/storage/unreachable.ts';
import { NewerDocument } from '../netlify/storage/document-versions.ts';
import { SetupError } from '../scripts/setup.mjs';
import { withoutControlsPerLine } from '../src/domain/text-limits.ts';
import { backupCommands } from './backup.ts';
import { codeCommands } from './codes.ts';
import { deskCommands } from './desk.ts';
import { doctorCommand } from './doctor.ts';
import { invoiceCommands } from './invoices.ts';
import { listCommands } from './lists.ts';
import { orderCommands } from './orders.ts';
import { reconcileCommand } from './reconcile.ts';
import { restockCommands } from './restock.ts';
import { salesCommand } from './sales.ts';
import { stockCommands } from './stock.ts';

function commands(): Command {
  const program = new Command('npm run shop --').description('Command line of the shop.');
  program.exitOverride().configureOutput({ outputError: () => {} });
  orderCommands(program);
  stockCommands(program);
  restockCommands(program);
  salesCommand(program);
  invoiceCommands(program);
  reconcileCommand(program);
  listCommands(program);
  codeCommands(program);
  deskCommands(program);
  doctorCommand(program);
  backupCommands(program);
  return program;
}

/** Prints what is wrong with the typed command. A help text has already been printed. */
function tellUsage({ code, exitCode, message }: CommanderError): void {
  process.exitCode = exitCode;
  if (exitCode === 0 || code === 'commander.help') return;
  const what = message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .replace(/\s+/g, ' ');
  console.error(`✗ The command cannot be read: ${what}; see "npm run shop -- help".`);
}

/**
 * Makes `console` print plain text only: every line may contain text from shoppers, mail servers and providers. The
 * progress bar writes to the terminal directly.
 */
export function printPlainText(): void {
  for (const name of ['log', 'error'] as const) {
    const print = console[name].bind(console);
    console[name] = (...data: unknown[]) =>
      print('%s', withoutControlsPerLine(formatWithOptions({ colors: false }, ...data)));
  }
}

/** Runs a command and prints its result; the exit code is in `process.exitCode`. */
export async function runCommand(words: readonly string[]): Promise<void> {
  try {
    await commands().parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return tellUsage(error);
    process.exitCode = 1;
    if (error instanceof SetupError || error instanceof Refused || error instanceof NewerDocument)
      console.error(`✗ ${error.message}`);
    else if (error instanceof Unreachable)
      console.error(`✗ The shop cannot be reached (${error.message}); is it open?`);
    else console.error(error);
  }
}
