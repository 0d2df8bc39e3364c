import { fstatSync, openSync, readSync } from 'node:fs';
import type { Facets } from '../../src/domain/catalogue.ts';
import type { Product } from '../../src/domain/product.ts';

/**
 * The catalogue for functions: a file with one product per line, ordered by id, of which a call reads only what it
 * needs. A cart of three products costs three small reads, however many products the shop has. Opening the file costs
 * the same for fifty as for fifty thousand products, except for its table of contents.
 *
 * Two lines follow the products: the columns that listings need; and the contents, which name the first product of
 * every shelf (a group of lines) and where it begins. The last digits of the file say where the contents begin.
 */
export interface Products {
  /** The deploy for which the file was made. */
  edition: string;
  byId: (id: string) => Product | undefined;
  /** Every product, ordered by id; read once and then cached. */
  listed: () => readonly Listed[];
  /** Every product with all its fields, shelf by shelf. */
  each: () => Generator<Product>;
}

/** The fields that filters, sorting and counts need. */
export type Listed = Facets & Pick<Product, 'bestsellerSeed' | 'earlyOrder'>;

/** Products per shelf: one read returns a shelf. */
const SHELF = 16;
/** Number of characters at the end of the file that say where the contents begin. */
const TAIL = 16;

interface Contents {
  edition: string;
  /** The first id of each shelf, and where it begins, in bytes. */
  shelves: [first: string, from: number][];
  listedFrom: number;
}

/** Sizes and types are few and repeat, so each value is stored once and referenced by its place. */
interface Columns {
  id: string[];
  pricePaise: number[];
  addedOn: string[];
  bestsellerSeed: number[];
  /** The places of early orders, because they are few. */
  early: number[];
  sizes: Pointed<string[]>;
  subCategory: Pointed<string>;
}

interface Pointed<Value> {
  values: Value[];
  at: number[];
}

/** @param products ordered by id @returns the file that `openProducts` reads */
export function productsFile(products: readonly Product[], edition: string): Buffer {
  const lines = products.map(({ id, ...product }) => Buffer.from(`${JSON.stringify({ id, ...product })}\n`));
  const shelves: Contents['shelves'] = [];
  let size = 0;
  for (const [at, line] of lines.entries()) {
    if (at % SHELF === 0) shelves.push([products[at]?.id ?? '', size]);
    size += line.length;
  }
  const listed = Buffer.from(`${JSON.stringify(columnsOf(products))}\n`);
  const contents = JSON.stringify({ edition, shelves, listedFrom: size } satisfies Contents);
  const tail = String(size + listed.length).padStart(TAIL);
  return Buffer.concat([...lines, listed, Buffer.from(`${contents}${tail}`)]);
}

/** The file stays open and unchanged even if another file replaces it under its name. */
export function openProducts(path: string): Products {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const read = (from: number, to: number) => {
    const bytes = Buffer.allocUnsafe(to - from);
    if (readSync(file, bytes, 0, bytes.length, from) !== bytes.length) {
      throw new Error(`${path} is cut short; run scripts/snapshot.ts`);
    }
    return bytes.toString();
  };
  const contentsFrom = Number(read(size - TAIL, size));
  const { edition, shelves, listedFrom } = JSON.parse(read(contentsFrom, size - TAIL)) as Contents;

  /** The place of the only shelf that can have this id; −1 if the id comes before the first shelf. */
  const shelfOf = (id: string) => {
    let low = 0;
    let high = shelves.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((shelves[middle]?.[0] ?? '') <= id) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };

  let listed: Listed[] | undefined;
  return {
    edition,
    byId: (id) => {
      const at = shelfOf(id);
      const from = shelves[at]?.[1];
      if (from === undefined) return undefined;
      const beginning = beginningOf(id);
      const line = read(from, shelves[at + 1]?.[1] ?? listedFrom)
        .split('\n')
        .find((own) => own.startsWith(beginning));
      return line === undefined ? undefined : (JSON.parse(line) as Product);
    },
    *each() {
      for (const [at, [, from]] of shelves.entries()) {
        const lines = read(from, shelves[at + 1]?.[1] ?? listedFrom).split('\n');
        for (const line of lines) if (line !== '') yield JSON.parse(line) as Product;
      }
    },
    listed: () => {
      listed ??= rowsOf(JSON.parse(read(listedFrom, contentsFrom)) as Columns);
      return listed;
    },
  };
}

/** The start of a product's line. The id is the first field, so only one line of a shelf is parsed. */
function beginningOf(id: string): string {
  return `{"id":${JSON.stringify(id)},`;
}

function columnsOf(products: readonly Product[]): Columns {
  return {
    id: products.map(({ id }) => id),
    pricePaise: products.map(({ pricePaise }) => pricePaise),
    addedOn: products.map(({ addedOn }) => addedOn),
    bestsellerSeed: products.map(({ bestsellerSeed }) => bestsellerSeed),
    early: products.flatMap(({ earlyOrder }, at) => (earlyOrder ? at : [])),
    sizes: pointed(products.map(({ sizes }) => sizes)),
    subCategory: pointed(products.map(({ subCategory }) => subCategory)),
  };
}

function rowsOf({ id, pricePaise, addedOn, bestsellerSeed, early, sizes, subCategory }: Columns): Listed[] {
  const areEarly = new Set(early);
  return id.map((own, at) => ({
    id: own,
    pricePaise: pricePaise[at] ?? 0,
    addedOn: addedOn[at] ?? '',
    bestsellerSeed: bestsellerSeed[at] ?? 0,
    earlyOrder: areEarly.has(at),
    sizes: sizes.values[sizes.at[at] ?? 0] ?? [],
    subCategory: subCategory.values[subCategory.at[at] ?? 0] ?? '',
  }));
}

function pointed<Value>(all: readonly Value[]): Pointed<Value> {
  const places = new Map<string, number>();
  const values: Value[] = [];
  const at = all.map((value) => {
    const text = JSON.stringify(value);
    const known = places.get(text) ?? values.push(value) - 1;
    places.set(text, known);
    return known;
  });
  return { values, at };
}
