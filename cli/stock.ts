/** The commands `stock …`. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { CsvError, parse } from 'csv-parse/sync';
import { restock, setStock } from '../netlify/services/restock.ts';
import { readStock } from '../netlify/storage/stock.ts';
import { ONE_SIZE, sizesOf, type Product } from '../src/domain/product.ts';
import { SetupError } from '../scripts/setup.mjs';
import { connect } from './connect.ts';
import { fileOf, type Output, refuseToOverwrite, writeCsv } from './csv.ts';
import { writeLetters } from './emails.ts';
import { readCatalogue } from './open.ts';
import { progress } from './progress.ts';
import { counted, table } from './table.ts';

const MOST_PIECES = 99_999;
const COLUMNS = ['product', 'size', 'pieces'] as const;

export function stockCommands(program: Command): void {
  const stock = program.command('stock').description('pieces in hand');
  stock
    .command('list')
    .description('show what is left of every product, or of one')
    .argument('[productId]', 'such as warp-line-hoodie')
    .option('--low <n>', 'only sizes with n pieces or fewer')
    .action(list);
  stock
    .command('set')
    .description('set what is left of a size; when it was sold out, write to everyone who waits for it')
    .argument('<productId>', 'such as warp-line-hoodie')
    .argument('<size>', 'such as M; "default" for a product without sizes')
    .argument('<pieces>', 'how many there are now')
    .action(set);
  stock
    .command('export')
    .description(`everything that is left as CSV (${COLUMNS.join(', ')}), which "stock import" reads again`)
    .option('--output <file>', 'write it into this file')
    .option('--force', 'write over a file that is there')
    .action(exportAll);
  stock
    .command('import')
    .description(
      `set what is left of many sizes from a CSV file with the columns ${COLUMNS.join(', ')}: all rows or none; ` +
        'write to everyone who waits for what is back',
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
  const known = sizeOf(product, size);
  await connect();
  const { before, waiting } = await setStock(product, known, wanted);
  console.log(`${product.id} ${known}: ${before} → ${wanted}`);
  if (wanted > 0 && waiting > 0) await write([{ product, size: known, waiting }]);
}

async function exportAll(output: Output): Promise<void> {
  await refuseToOverwrite(output);
  const catalogue = await readCatalogue();
  await connect();
  await writeCsv(COLUMNS, await rowsOf(catalogue), output);
}

/** One row per size. */
async function rowsOf(products: readonly Product[]) {
  const stock = await readStock(products);
  return products.flatMap(({ id }) =>
    Object.entries(stock.get(id) ?? {}).map(([size, pieces]) => ({ product: id, size, pieces })),
  );
}

async function importAll(file: string): Promise<void> {
  const rows = checked(file, await parsed(file), await readCatalogue());
  await connect();
  const bar = progress('Setting stock', rows.length);
  const back: Back[] = [];
  let done = 0;
  try {
    for (const { product, size, pieces } of rows) {
      const { before, waiting } = await setStock(product, size, pieces);
      done += 1;
      if (before !== pieces) bar.say(`${product.id} ${size}: ${before} → ${pieces}`);
      if (pieces > 0 && waiting > 0) back.push({ product, size, waiting });
      bar.step();
    }
  } finally {
    bar.say(`${done} of ${counted(rows.length, 'row')} set.`);
    bar.end();
  }
  await write(back);
}

interface Row {
  product: Product;
  size: string;
  pieces: number;
}

interface ParsedRow {
  record: Partial<Record<string, string>>;
  info: { lines: number };
}

/** @throws SetupError */
async function parsed(file: string): Promise<ParsedRow[]> {
  const text = await readFile(fileOf(file), 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new SetupError(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`,
    );
  });
  let headings: string[] = [];
  try {
    const rows = parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      info: true,
      columns: (names: string[]) => {
        headings = names.map((name) => name.toLowerCase());
        return headings;
      },
    }) as unknown as ParsedRow[];
    const missing = COLUMNS.filter((column) => !headings.includes(column));
    if (missing.length > 0) {
      throw new SetupError(
        `${file} has no column ${missing.join(', ')}; its first line must name ${COLUMNS.join(',')}.`,
      );
    }
    if (rows.length === 0) throw new SetupError(`${file} has no rows.`);
    return rows;
  } catch (error) {
    if (error instanceof CsvError)
      throw new SetupError(`${file} is not CSV as it should be: ${error.message}.`);
    throw error;
  }
}

/** Checks every row before it writes one. @throws SetupError naming every wrong row by its line */
function checked(file: string, rows: readonly ParsedRow[], catalogue: readonly Product[]): Row[] {
  const good: Row[] = [];
  const wrong: string[] = [];
  const lines = new Map<string, number>();
  for (const { record, info } of rows) {
    try {
      const row = rowOf(record, catalogue);
      const variant = `${row.product.id} ${row.size}`;
      const earlier = lines.get(variant);
      if (earlier !== undefined) throw new SetupError(`${variant} stands in line ${earlier} already.`);
      lines.set(variant, info.lines);
      good.push(row);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      wrong.push(`  line ${info.lines}: ${error.message}`);
    }
  }
  if (wrong.length === 0) return good;
  throw new SetupError(
    [`${file} has ${counted(wrong.length, 'wrong row')}, so nothing was changed:`, ...wrong].join('\n'),
  );
}

function rowOf(
  { product: id = '', size = '', pieces = '' }: ParsedRow['record'],
  catalogue: readonly Product[],
): Row {
  const product = productIn(catalogue, id);
  return {
    product,
    size: sizeOf(product, size || ONE_SIZE),
    pieces: wholeNumber('pieces', pieces),
  };
}

/** Reads a typed whole number. @throws SetupError */
export function wholeNumber(name: string, typed: string): number {
  if (/^\d+$/.test(typed) && Number(typed) <= MOST_PIECES) return Number(typed);
  throw new SetupError(`${name} must be a whole number from 0 to ${MOST_PIECES}, not "${typed}".`);
}

/** @throws SetupError */
export function productIn(catalogue: readonly Product[], id: string): Product {
  const product = catalogue.find((each) => each.id === id);
  if (product) return product;
  throw new SetupError(`No product has the id "${id}"; "npm run shop -- stock list" shows them all.`);
}

/** @throws SetupError */
export function sizeOf(product: Product, typed: string): string {
  const sizes = sizesOf(product);
  if (sizes.includes(typed)) return typed;
  throw new SetupError(`${product.name} does not come in size "${typed}", only in ${sizes.join(', ')}.`);
}

export interface Back {
  product: Product;
  size: string;
  waiting: number;
}

/** Sends back-in-stock emails for these sizes, and prints one line per email. */
export async function write(back: readonly Back[]): Promise<void> {
  const all = back.reduce((sum, { waiting }) => sum + waiting, 0);
  await writeLetters(all, 'restock send', async ({ say, hear, sum }) => {
    for (const { product, size, waiting } of back) {
      const what = back.length > 1 ? `${product.id} ${size}: ` : '';
      say(`${what}Writing to ${counted(waiting, 'shopper')} who asked for it`);
      const { sent, refused, waiting: wait, soldOut } = await restock(product, size, hear);
      const others = wait - refused;
      sum({ sent, refused, elsewhere: soldOut ? 0 : others }, 'more shopper');
      if (soldOut && others > 0) {
        say(`It sold out meanwhile; ${counted(others, 'more shopper')} will be told next time.`);
      }
    }
  });
}
