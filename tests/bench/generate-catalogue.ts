/**
 * A catalogue of any size for measurements, always the same: the shop's own product files again and again, with other
 * names, prices and days.
 */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import matter from 'gray-matter';
import { projectRoot } from '../../scripts/setup.mjs';
import type { ProductFrontmatter } from '../../src/contract/product-schema.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { type Random, seededRandom } from '../support/seeded-random.ts';

const SYLLABLES =
  'aa ba chi da gul ha in ja ka la ma na or pa ra sa ta um va ya zari lok man dhu nil rang tej vir'.split(
    ' ',
  );
const COLOURS = 'Black Ivory Madder Indigo Moss Clay Slate Rose Sand Teal Plum'.split(' ');
const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAYS = 689;

/** The first products are the shop's own. @param folder of the product files @returns the ids of all products */
export async function writeCatalogue(folder: string, count: number): Promise<string[]> {
  const random = seededRandom('catalogue');
  const own = join(projectRoot, 'src/content/products');
  await cp(own, folder, { recursive: true });
  const ids = (await readdir(own)).map((name) => name.replace(/\.md$/, '')).sort();
  const texts = await Promise.all(ids.map((id) => readFile(join(own, `${id}.md`), 'utf8')));
  for (let at = texts.length; at < count; at += 1) {
    const of = at % texts.length;
    const id = `${ids[of]}-${Math.floor(at / texts.length)}`;
    ids.push(id);
    await writeFile(join(folder, `${id}.md`), variation(texts[of] ?? '', random));
  }
  return ids;
}

function variation(text: string, { between, pick, happens }: Random): string {
  const { data, content } = matter(text);
  const { name, stock, colour } = data as ProductFrontmatter;
  const word = () => Array.from({ length: between(2, 3) }, () => pick(SYLLABLES)).join('');
  const label = word();
  const price = between(299, 9_298);
  const reduced = happens(0.2);
  const changed: Partial<ProductFrontmatter> = {
    name: `${label.charAt(0).toUpperCase()}${label.slice(1)} ${name}`,
    price,
    oldPrice: reduced ? price + between(100, 999) : null,
    offersEnabled: reduced,
    offerTitle: null,
    offerDescription: null,
    colour: { ...colour, name: happens(0.5) ? pick(COLOURS) : colour.name },
    addedOn: new Date(FIRST_DAY + between(0, DAYS - 1) * DAY_MS).toISOString().slice(0, 10),
    stock: Object.fromEntries(Object.keys(stock).map((size) => [size, between(0, 11)])),
    bestsellerSeed: between(0, 399),
    aliases: [],
  };
  const body = `${content.trim()} Cut for ${word()} and ${word()}, first shown in ${word()}.`;
  return matter.stringify(body, { ...data, ...changed });
}
