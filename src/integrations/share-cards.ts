/**
 * Draws the pictures of shared links that pages name (src/seo/share-card). A card costs more time than a page, so cards
 * are cached in .cache/cards, by a hash of all their inputs.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import matter from 'gray-matter';
import type { HomeFile } from '../contract/home-schema.ts';
import { PHONE_CROP } from '../contract/pictures.ts';
import { productCard, shopCard, textCard } from '../seo/share-card.ts';
import { formatPrice } from '../domain/money.ts';
import { brand } from '../domain/config.ts';
import { DAY_MS } from '../domain/time-units.ts';
import type { BuiltPages } from './page-metadata.ts';
import type { Card } from './share-card-drawing.ts';
import { readCatalogue } from './snapshot-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export function shareCards(built: BuiltPages): AstroIntegration {
  return {
    name: 'share-cards',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const { drawn, kept } = await makeCards(fileURLToPath(dir), built);
        logger.info(`${drawn} drawn, ${kept} kept from before`);
      },
    },
  };
}

interface Wanted {
  /** Path of the card in the site. */
  address: string;
  card: Card;
  /** Its file name in the cache. */
  kept: string;
}

async function makeCards(dist: string, built: BuiltPages): Promise<{ drawn: number; kept: number }> {
  const cache = join(root, '.cache/cards');
  await mkdir(cache, { recursive: true });
  const known = new Set(await readdir(cache));
  const code = await drawingCode();
  const sources = await cardSources();
  const wanted = await fewAtATime(namedCards(built), async (address): Promise<Wanted> => {
    const source = sources.get(address);
    if (!source) throw new Error(`A page names the card ${address}, which is of no product and of no text.`);
    const card = await source();
    return { address, card, kept: `${hashOf(card, code)}.jpg` };
  });

  const missing = wanted.filter(({ kept }) => !known.has(kept));
  if (missing.length > 0) await draw(missing, cache);
  await fewAtATime(wanted, async ({ address, kept }) => {
    const target = join(dist, address);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(cache, kept), target);
    await utimes(join(cache, kept), new Date(), new Date());
  });
  await forgetUnused(cache);
  return { drawn: missing.length, kept: wanted.length - missing.length };
}

const KEPT_DAYS = 30;

/**
 * Deletes cache entries that were not used for a long time. Builds of other branches, or before the launch, may use
 * other cards.
 */
async function forgetUnused(cache: string): Promise<void> {
  const oldest = Date.now() - KEPT_DAYS * DAY_MS;
  await fewAtATime(await readdir(cache), async (name) => {
    const { mtimeMs } = await stat(join(cache, name));
    if (mtimeMs < oldest) await rm(join(cache, name));
  });
}

/** The cards that pages name: every page has its card, and no other card is drawn. */
function namedCards(built: BuiltPages): string[] {
  const cards = [...built.values()].flatMap(({ card }) => (card ? [new URL(card).pathname] : []));
  return [...new Set(cards)];
}

/** The inputs of each card, by its path. */
async function cardSources(): Promise<Map<string, () => Promise<Card>>> {
  const products = await readCatalogue(root);
  const { hero } = JSON.parse(await readFile(join(root, 'src/content/home.json'), 'utf8')) as HomeFile;
  const master = (src: string) => readFile(join(root, 'public', src));
  const sources = new Map<string, () => Promise<Card>>();
  sources.set(shopCard, async () => ({
    name: hero.headline,
    price: null,
    picture: { master: await master(hero.picture), ratio: PHONE_CROP, focus: hero.focus.phone },
  }));
  for (const { id, name, pricePaise, pictures } of products) {
    const src = pictures[0]?.src ?? '';
    sources.set(productCard(id), async () => ({
      name,
      price: formatPrice(pricePaise),
      picture: { master: await master(src), ratio: 1 / 1.1, focus: '50% 50%' },
    }));
  }
  for (const folder of ['src/content/pages', 'src/content/policies']) {
    for (const file of await readdir(join(root, folder))) {
      sources.set(textCard(basename(file, '.md')), async () => {
        const { data } = matter(await readFile(join(root, folder, file), 'utf8'));
        return { name: String(data['title']), price: null, picture: null };
      });
    }
  }
  return sources;
}

/** The drawing code is part of the hash. */
async function drawingCode(): Promise<string> {
  const files = ['share-card-drawing.ts', 'text-outlines.ts', '../contract/pictures.ts'].map(
    (file) => new URL(file, import.meta.url),
  );
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
}

function hashOf({ name, price, picture }: Card, code: string): string {
  const hash = createHash('sha256').update(
    JSON.stringify([code, brand.name, brand.nativeName, name, price, picture?.ratio, picture?.focus]),
  );
  if (picture) hash.update(picture.master);
  return hash.digest('hex').slice(0, 32);
}

async function draw(missing: readonly Wanted[], cache: string): Promise<void> {
  // Loaded only if there is something to draw.
  const { openType } = await import('./text-outlines.ts');
  const { drawCard } = await import('./share-card-drawing.ts');
  const type = await openType([
    brand.name,
    brand.nativeName,
    ...missing.map(({ card: { name, price } }) => name + (price ?? '')),
  ]);
  await fewAtATime(missing, async ({ address, card, kept }) => {
    try {
      const draft = join(cache, `${kept}.${process.pid}`);
      await writeFile(draft, await drawCard(card, type));
      await rename(draft, join(cache, kept));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`“${card.name}” cannot be drawn on its card ${address}: ${reason}.`, { cause: error });
    }
  });
}

/** Limits concurrency to the number of processors. */
async function fewAtATime<T, Result>(
  items: readonly T[],
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      results[at] = await work(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
