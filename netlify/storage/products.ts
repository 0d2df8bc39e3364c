import { fstatSync, openSync, readSync } from 'node:fs';
import type { Facets } from '../../src/domain/catalogue.ts';
import type { Product } from '../../src/domain/product.ts';

/**
 * The catalogue as functions have it: a file of one product a line, in the order of their ids, of which a call reads what
 * it needs. A cart of three products costs three small reads, however many products the shop has, and opening the file
 * costs the same for fifty as for fifty thousand but for its table of contents.
 *
 * Behind the products stand, a line each: what a listing looks at, by columns; and the contents, which name the first
 * product of every shelf of lines and where it begins. The last figures of the file say where the contents begin.
 */
export interface Products {
  /** Of the deploy that the file was made for. */
  edition: string;
  byId: (id: string) => Product | undefined;
  /** Every product by the order of the ids; read once, and then kept. */
  listed: () => readonly Listed[];
}

/** The part of a product that filters, sorts and counts look at. */
export type Listed = Facets & Pick<Product, 'bestsellerSeed' | 'earlyOrder'>;

/** Products on one shelf: what is read at once to have one of them. */
const SHELF = 16;
/** Figures at the end of the file. */
const TAIL = 16;

interface Contents {
  edition: string;
  /** The first id of each shelf, and where it begins, in bytes. */
  shelves: [first: string, from: number][];
  listedFrom: number;
}

/** Sizes and types are few and come again with every product: each is written once, and pointed at. */
interface Columns {
  id: string[];
  pricePaise: number[];
  addedOn: string[];
  bestsellerSeed: number[];
  /** The places of early orders, which are few. */
  early: number[];
  sizes: Pointed<string[]>;
  subCategory: Pointed<string>;
}

interface Pointed<Value> {
  values: Value[];
  at: number[];
}

/** @param products in the order of their ids. @returns the file that `openProducts` reads */
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

/** The file stays open, and the same, where another takes its name meanwhile. */
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

  /** The place of the one shelf on which the id stands, if it stands anywhere; −1 where it comes before the first. */
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
    listed: () => {
      listed ??= rowsOf(JSON.parse(read(listedFrom, contentsFrom)) as Columns);
      return listed;
    },
  };
}

/** How the line of a product begins: its id is its first field, so that only one line of a shelf is parsed. */
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
