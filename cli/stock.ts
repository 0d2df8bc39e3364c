/** The commands `stock …`. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { commandLine } from '../netlify/services/desk/order-log.ts';
import { restock, setStock } from '../netlify/services/restock.ts';
import { knownSize, readStockCsv, STOCK_COLUMNS, wholeNumber } from '../netlify/services/stock-csv.ts';
import { readStock } from '../netlify/storage/stock.ts';
import { counted } from '../src/domain/counted.ts';
import type { Product } from '../src/domain/product.ts';
import { SetupError } from '../scripts/setup.mjs';
import { connect } from './connect.ts';
import { fileOf, type Output, outputOptions, refuseToOverwrite, refuseUnreadable, writeCsv } from './csv.ts';
import { sendToReaders } from './emails.ts';
import { readCatalogue } from './open.ts';
import { progress } from './progress.ts';
import { table } from './table.ts';

export function stockCommands(program: Command): void {
  const stock = program.command('stock').description('Stock of each product and size');
  stock
    .command('list')
    .description('Show the stock of all products, or of one')
    .argument('[productId]', 'such as warp-line-hoodie')
    .option('--low <n>', 'only sizes with n pieces or fewer')
    .action(list);
  stock
    .command('set')
    .description('Set the stock of a size; sends back-in-stock emails if it was sold out')
    .argument('<productId>', 'such as warp-line-hoodie')
    .argument('<size>', 'such as M; "default" for a product without sizes')
    .argument('<pieces>', 'number of pieces in stock now')
    .action(set);
  outputOptions(stock.command('export'))
    .description(`Export all stock as CSV (${STOCK_COLUMNS.join(', ')}) for "stock import"`)
    .action(exportAll);
  stock
    .command('import')
    .description(
      `Set the stock of many sizes from a CSV file with the columns ${STOCK_COLUMNS.join(', ')}: all rows or none; ` +
        'sends back-in-stock emails',
    )
    .argument('<file.csv>')
    .action(importAll);
}

async function list(productId: string | undefined, { low }: { low?: string }): Promise<void> {
  const most = low === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--low', low);
  const catalogue = await readCatalogue();
  const products = productId === undefined ? catalogue : [productIn(catalogue, productId)];
  await connect();
  const rows = (await rowsOf(products)).filter(({ pieces }) => pieces <= most);
  console.log(
    rows.length === 0
      ? `No size has ${counted(most, 'piece')} or fewer.`
      : table(
          ['Product', 'Size', 'Pieces'],
          rows.map(({ product, size, pieces }) => [product, size, pieces]),
        ),
  );
}

async function set(productId: string, size: string, pieces: string): Promise<void> {
  const wanted = wholeNumber('The number of pieces', pieces);
  const product = productIn(await readCatalogue(), productId);
  const known = knownSize(product, size);
  await connect();
  const { before, waiting } = await setStock(commandLine, product, known, wanted);
  console.log(`${product.id} ${known}: ${before} → ${wanted}`);
  if (wanted > 0 && waiting > 0) await write([{ product, size: known, waiting }]);
}

async function exportAll(output: Output): Promise<void> {
  await refuseToOverwrite(output);
  const catalogue = await readCatalogue();
  await connect();
  await writeCsv(STOCK_COLUMNS, await rowsOf(catalogue), output);
}

/** One row per size. */
async function rowsOf(products: readonly Product[]) {
  const stock = await readStock(products);
  return products.flatMap(({ id }) =>
    Object.entries(stock.get(id) ?? {}).map(([size, pieces]) => ({ product: id, size, pieces })),
  );
}

async function importAll(file: string): Promise<void> {
  const text = await readFile(fileOf(file), 'utf8').catch(refuseUnreadable(file));
  const catalogue = await readCatalogue();
  const rows = readStockCsv(file, text, (id) => catalogue.find((product) => product.id === id));
  await connect();
  const bar = progress('Setting stock', rows.length);
  const back: Back[] = [];
  let done = 0;
  try {
    for (const { product, size, pieces, was } of rows) {
      const { before, after, waiting } = await setStock(commandLine, product, size, pieces, was);
      done += 1;
      if (before !== after) bar.say(`${product.id} ${size}: ${before} → ${after}`);
      if (after > 0 && waiting > 0) back.push({ product, size, waiting });
      bar.step();
    }
  } finally {
    bar.say(`${done} of ${counted(rows.length, 'row')} set.`);
    bar.end();
  }
  await write(back);
}

/** @throws SetupError */
export function productIn(catalogue: readonly Product[], id: string): Product {
  const product = catalogue.find((each) => each.id === id);
  if (product) return product;
  throw new SetupError(`No product has the id "${id}"; "npm run shop -- stock list" shows all ids.`);
}

interface Back {
  product: Product;
  size: string;
  waiting: number;
}

/** Sends back-in-stock emails for these sizes, and prints one line per email. */
export async function write(back: readonly Back[]): Promise<void> {
  const all = back.reduce((sum, { waiting }) => sum + waiting, 0);
  await sendToReaders(all, 'restock send', async ({ say, onDelivery, sum }) => {
    for (const { product, size, waiting } of back) {
      const what = back.length > 1 ? `${product.id} ${size}: ` : '';
      say(`${what}Writing to ${counted(waiting, 'shopper')} who asked for it`);
      const { sent, refused, waiting: wait, soldOut } = await restock(product, size, onDelivery);
      const others = wait - refused;
      sum({ sent, refused, elsewhere: soldOut ? 0 : others }, 'more shopper');
      if (soldOut && others > 0) {
        say(`It sold out again; ${counted(others, 'more shopper')} will get an email next time.`);
      }
    }
  });
}
