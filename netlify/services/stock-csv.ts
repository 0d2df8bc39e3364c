/** Stock as CSV: what an export writes and an import reads again. The command line and the desk share these rules. */
import { CsvError, parse } from 'csv-parse/sync';
import { counted } from '../../src/domain/counted.ts';
import { MOST_PIECES } from '../../src/domain/config.ts';
import { ONE_SIZE, sizesOf, type Product } from '../../src/domain/product.ts';
import { Refused } from './refusal.ts';

/** The columns that an import needs. */
export const STOCK_COLUMNS = ['product', 'size', 'pieces'] as const;
/** What an export has: `was` tells an import what was seen. */
export const EXPORT_COLUMNS = [...STOCK_COLUMNS, 'was'];

export interface StockRow {
  product: Product;
  size: string;
  pieces: number;
  /** What there was when the desk wrote the file: sales since then stay sold. Null in a file without that column. */
  was: number | null;
}

interface ParsedRow {
  record: Partial<Record<string, string>>;
  info: { lines: number };
}

/**
 * The rows of a file, all of them or none.
 * @param name of the file, for sentences
 * @throws Refused 'invalid' naming every wrong row by its line
 */
export function readStockCsv(
  name: string,
  text: string,
  productById: (id: string) => Product | undefined,
): StockRow[] {
  return checked(name, parsed(name, text), productById);
}

/** @throws Refused */
function parsed(name: string, text: string): ParsedRow[] {
  let headings: string[] = [];
  try {
    const rows = parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      info: true,
      columns: (names: string[]) => {
        headings = names.map((heading) => heading.toLowerCase());
        return headings;
      },
    }) as unknown as ParsedRow[];
    const missing = STOCK_COLUMNS.filter((column) => !headings.includes(column));
    if (missing.length > 0) {
      const columns = `${name} has no column ${missing.join(', ')}`;
      throw new Refused('invalid', `${columns}; its first line must name ${STOCK_COLUMNS.join(',')}.`);
    }
    if (rows.length === 0) throw new Refused('invalid', `${name} has no rows.`);
    return rows;
  } catch (error) {
    if (error instanceof CsvError) {
      throw new Refused('invalid', `${name} is not CSV as it should be: ${error.message}.`);
    }
    throw error;
  }
}

/** Checks every row before anything is written. @throws Refused */
function checked(
  name: string,
  rows: readonly ParsedRow[],
  productById: (id: string) => Product | undefined,
): StockRow[] {
  const good: StockRow[] = [];
  const wrong: string[] = [];
  const lines = new Map<string, number>();
  for (const { record, info } of rows) {
    try {
      const row = rowOf(record, productById);
      const variant = `${row.product.id} ${row.size}`;
      const earlier = lines.get(variant);
      if (earlier !== undefined) {
        throw new Refused('invalid', `${variant} stands in line ${earlier} already.`);
      }
      lines.set(variant, info.lines);
      good.push(row);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      wrong.push(`  line ${info.lines}: ${error.message}`);
    }
  }
  if (wrong.length === 0) return good;
  const count = counted(wrong.length, 'wrong row');
  throw new Refused('invalid', [`${name} has ${count}, so nothing was changed:`, ...wrong].join('\n'));
}

/** @throws Refused */
function rowOf(
  { product: id = '', size = '', pieces = '', was = '' }: ParsedRow['record'],
  productById: (id: string) => Product | undefined,
): StockRow {
  const product = productById(id);
  if (!product) throw new Refused('invalid', `No product has the id "${id}".`);
  return {
    product,
    size: knownSize(product, size || ONE_SIZE),
    pieces: wholeNumber('pieces', pieces),
    was: was === '' ? null : wholeNumber('was', was),
  };
}

/** Reads a typed whole number. @throws Refused */
export function wholeNumber(name: string, typed: string): number {
  if (/^\d+$/.test(typed) && Number(typed) <= MOST_PIECES) return Number(typed);
  throw new Refused('invalid', `${name} must be a whole number from 0 to ${MOST_PIECES}, not "${typed}".`);
}

/** @throws Refused */
export function knownSize(product: Product, typed: string): string {
  const sizes = sizesOf(product);
  if (sizes.includes(typed)) return typed;
  throw new Refused(
    'invalid',
    `${product.name} does not come in size "${typed}", only in ${sizes.join(', ')}.`,
  );
}
