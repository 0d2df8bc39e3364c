/** The shop's email lists as CSV: `waitlist`, `newsletter`, `notify` and `early-order`, each with `export`. */
import type { Command } from 'commander';
import { type ListExport, listExports } from '../netlify/services/list-exports.ts';
import { connect } from './connect.ts';
import { type Output, outputOptions, refuseToOverwrite, writeCsv } from './csv.ts';
import { readCatalogue } from './open.ts';
import { waitlistMailCommand } from './waitlist.ts';

export function listCommands(program: Command): void {
  for (const list of listExports) {
    const command = program.command(list.name).description(list.description);
    if (list.name === 'waitlist') waitlistMailCommand(command);
    const exporting = command.command('export').description(`Export as CSV (${list.columns.join(', ')})`);
    if (list.all !== undefined) exporting.option('--all', list.all);
    outputOptions(exporting).action((output: Output & { all?: boolean }) => exportList(list, output));
  }
}

async function exportList({ columns, read }: ListExport, output: Output & { all?: boolean }): Promise<void> {
  await refuseToOverwrite(output);
  const catalogue = await readCatalogue();
  await connect();
  await writeCsv(columns, await read(catalogue, output), output);
}
