/**
 * A catalogue of any size for measurements, always the same: repeats the shop's own products with other names, prices and
 * days.
 */
import matter from 'gray-matter';
import type { ProductFrontmatter } from '../../src/contract/product-schema.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { rupeesFromPaise } from '../../src/domain/money.ts';
import { type Product, sizesOf } from '../../src/domain/product.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { type Random, seededRandom } from '../chaos/faults/random.ts';

const SYLLABLES =
  'aa ba chi da gul ha in ja ka la ma na or pa ra sa ta um va ya zari lok man dhu nil rang tej vir'.split(
    ' ',
  );
const COLOURS = 'Black Ivory Madder Indigo Moss Clay Slate Rose Sand Teal Plum'.split(' ');
const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAYS = 689;

/** The first products are the shop's own. */
export function generateCatalogue(count: number): Product[] {
  const random = seededRandom('catalogue');
  return Array.from({ length: count }, (_, at) => {
    const own = catalogue[at % catalogue.length];
    if (!own) throw new Error('The shop has no products to vary');
    return at < catalogue.length ? own : variation(own, Math.floor(at / catalogue.length), random);
  });
}

function variation(own: Product, round: number, { between, pick, happens }: Random): Product {
  const word = () => Array.from({ length: between(2, 3) }, () => pick(SYLLABLES)).join('');
  const label = word();
  const capital = label.charAt(0).toUpperCase() + label.slice(1);
  const pricePaise = between(299, 9_298) * 100;
  const reduced = happens(0.2);
  return {
    ...own,
    id: `${own.id}-${round}`,
    name: `${capital} ${own.name}`,
    pricePaise,
    oldPricePaise: reduced ? pricePaise + between(100, 999) * 100 : null,
    offersEnabled: reduced,
    offerTitle: null,
    offerDescription: null,
    colour: { ...own.colour, name: happens(0.5) ? pick(COLOURS) : own.colour.name },
    description: `${own.description} Cut for ${word()} and ${word()}, first shown in ${word()}.`,
    addedOn: new Date(FIRST_DAY + between(0, DAYS - 1) * DAY_MS).toISOString().slice(0, 10),
    initialStock: Object.fromEntries(sizesOf(own).map((size) => [size, between(0, 11)])),
    bestsellerSeed: between(0, 399),
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
