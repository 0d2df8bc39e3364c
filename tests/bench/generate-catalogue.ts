/**
 * A catalogue of any size for measurements: repeats the shop's own products with other names, prices and days. The same seed
 * gives the same catalogue.
 */
import matter from 'gray-matter';
import type { ProductFrontmatter } from '../../src/contract/product-schema.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { rupeesFromPaise } from '../../src/domain/money.ts';
import { type Product, sizesOf } from '../../src/domain/product.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';

const SYLLABLES =
  'aa ba chi da gul ha in ja ka la ma na or pa ra sa ta um va ya zari lok man dhu nil rang tej vir'.split(
    ' ',
  );
const COLOURS = [
  'Black',
  'Ivory',
  'Madder',
  'Indigo',
  'Moss',
  'Clay',
  'Slate',
  'Rose',
  'Sand',
  'Teal',
  'Plum',
];
const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAYS = 689;

/** Pseudo-random numbers from 0 to below 1 (Mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The first products are the shop's own. */
export function generateCatalogue(count: number, seed = 1): Product[] {
  const next = chance(seed);
  return Array.from({ length: count }, (_, at) => {
    const own = catalogue[at % catalogue.length];
    if (!own) throw new Error('The shop has no products to vary');
    return at < catalogue.length ? own : variation(own, Math.floor(at / catalogue.length), next);
  });
}

function variation(own: Product, round: number, next: () => number): Product {
  const below = (end: number) => Math.floor(next() * end);
  const one = (from: readonly string[]) => from[below(from.length)] ?? '';
  const word = () => Array.from({ length: 2 + below(2) }, () => one(SYLLABLES)).join('');
  const label = word();
  const capital = label.charAt(0).toUpperCase() + label.slice(1);
  const pricePaise = (299 + below(9_000)) * 100;
  const reduced = next() < 0.2;
  return {
    ...own,
    id: `${own.id}-${round}`,
    name: `${capital} ${own.name}`,
    pricePaise,
    oldPricePaise: reduced ? pricePaise + (100 + below(900)) * 100 : null,
    offersEnabled: reduced,
    offerTitle: null,
    offerDescription: null,
    colour: { ...own.colour, name: next() < 0.5 ? one(COLOURS) : own.colour.name },
    description: `${own.description} Cut for ${word()} and ${word()}, first shown in ${word()}.`,
    addedOn: new Date(FIRST_DAY + below(DAYS) * DAY_MS).toISOString().slice(0, 10),
    initialStock: Object.fromEntries(sizesOf(own).map((size) => [size, below(12)])),
    bestsellerSeed: below(400),
  };
}

/** The file that a marketer would write for a product. */
export function productFile(product: Product): string {
  const frontmatter = {
    name: product.name,
    subCategory: product.subCategory as ProductFrontmatter['subCategory'],
    category: product.categories as ProductFrontmatter['category'],
    price: rupeesFromPaise(product.pricePaise),
    oldPrice: product.oldPricePaise === null ? null : rupeesFromPaise(product.oldPricePaise),
    offersEnabled: product.offersEnabled,
    offerTitle: product.offerTitle,
    offerDescription: product.offerDescription,
    earlyOrder: product.earlyOrder,
    addedOn: product.addedOn,
    sizes: product.sizes,
    stock: product.initialStock,
    bestsellerSeed: product.bestsellerSeed,
    images: product.pictures.map(({ src, alt, view }) => ({
      file: src.replace('/products/', ''),
      alt,
      view,
    })),
    colour: product.colour,
    fabric: product.fabric,
    fit: product.fit,
    print: product.print,
    care: product.care,
  } satisfies ProductFrontmatter;
  return matter.stringify(product.description, frontmatter);
}
