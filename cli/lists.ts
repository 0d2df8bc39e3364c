/** The shop's email lists as CSV: `waitlist`, `newsletter`, `notify` and `early-order`, each with `export`. */
import type { Command } from 'commander';
import { readInterests } from '../netlify/storage/early-orders.ts';
import { readSubscriptions } from '../netlify/storage/newsletter.ts';
import { readWaiting } from '../netlify/storage/owner-reads.ts';
import { readWaitlist } from '../netlify/storage/waitlist.ts';
import { sizesOf, type Product } from '../src/domain/product.ts';
import { connect } from './connect.ts';
import type { CsvRow } from '../netlify/services/csv.ts';
import { type Output, refuseToOverwrite, writeCsv } from './csv.ts';
import { timeOf } from './days.ts';
import { readCatalogue } from './open.ts';
import { waitlistMailCommand } from './waitlist.ts';

interface List {
  name: string;
  description: string;
  columns: readonly string[];
  read: (catalogue: readonly Product[], wanted: { all?: boolean }) => Promise<CsvRow[]>;
  /** Describes the rows that `--all` adds. */
  all?: string;
  /** Adds further commands besides `export`. */
  more?: (command: Command) => void;
}

const lists: readonly List[] = [
  {
    name: 'waitlist',
    description: 'who waits for the shop to open',
    columns: ['email', 'name', 'message', 'since', 'privacyPolicy', 'formSent'],
    read: async () =>
      (await readWaitlist()).map(({ email, name, message, at, privacyVersion, formSent }) => ({
        ...{ email, name, message, since: timeOf(at), privacyPolicy: privacyVersion },
        formSent: formSent ? 'yes' : 'no',
      })),
    more: waitlistMailCommand,
  },
  {
    name: 'newsletter',
    description: 'who gets the newsletter',
    columns: ['email', 'state', 'since', 'confirmed', 'privacyPolicy'],
    all: 'with those who have not confirmed yet, and must not be written to',
    read: async (_catalogue, { all = false }) =>
      (await readSubscriptions())
        .filter(({ confirmedAt }) => all || confirmedAt !== null)
        .map(({ email, at, confirmedAt, privacyVersion }) => ({
          ...{ email, state: confirmedAt === null ? 'unconfirmed' : 'confirmed', since: timeOf(at) },
          ...{ confirmed: confirmedAt === null ? '' : timeOf(confirmedAt), privacyPolicy: privacyVersion },
        })),
  },
  {
    name: 'notify',
    description: 'who waits for which size',
    columns: ['product', 'size', 'email', 'since'],
    read: readWishes,
  },
  {
    name: 'early-order',
    description: 'who wants which early-order product',
    columns: ['product', 'size', 'email', 'name', 'phone', 'since'],
    read: readEarlyOrders,
  },
];

export function listCommands(program: Command): void {
  for (const list of lists) {
    const command = program.command(list.name).description(list.description);
    list.more?.(command);
    const exporting = command
      .command('export')
      .description(`${list.description}, as CSV (${list.columns.join(', ')})`);
    if (list.all !== undefined) exporting.option('--all', list.all);
    exporting
      .option('--output <file>', 'write it into this file')
      .option('--force', 'write over a file that is there')
      .action((output: Output & { all?: boolean }) => exportList(list, output));
  }
}

async function exportList({ columns, read }: List, output: Output & { all?: boolean }): Promise<void> {
  await refuseToOverwrite(output);
  const catalogue = await readCatalogue();
  await connect();
  await writeCsv(columns, await read(catalogue, output), output);
}

async function readWishes(catalogue: readonly Product[]): Promise<CsvRow[]> {
  const sizes = catalogue.flatMap((product) =>
    sizesOf(product).map((size) => ({ productId: product.id, size })),
  );
  const waiting = await readWaiting(sizes);
  return sizes.flatMap(({ productId: product, size }, at) =>
    (waiting[at] ?? []).map(({ email, since }) => ({ product, size, email, since: timeOf(since) })),
  );
}

/** A list may remain after a product goes on sale, so every product is read. */
async function readEarlyOrders(catalogue: readonly Product[]): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for (const { id: product } of catalogue) {
    for (const { email, name, phone, size = '', at } of await readInterests(product)) {
      rows.push({ product, size, email, name, phone, since: timeOf(at) });
    }
  }
  return rows;
}
