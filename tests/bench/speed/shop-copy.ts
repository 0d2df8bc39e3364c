/**
 * A copy of the project whose collection begins with products on sale and ends with early orders. It has 24 products:
 * more cards would cost more processor time, so that runs of a growing catalogue would not be comparable.
 */
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../../../src/domain/time-units.ts';
import { projectRoot, SetupError } from '../../../scripts/setup.mjs';
import { copyShop } from '../../support/copied-shop.ts';
import { atEnd } from './cleanup.ts';

/** First on the listing, in this order. The first one is bought: it has four pictures and size M in stock. */
export const firstPieces = ['warp-line-hoodie', 'dilli-crew', 'godown-cargo', 'phool-camp-shirt'] as const;

/** Those, the ones of the home page, and some more. */
export const shownPieces: ReadonlySet<string> = new Set([
  ...firstPieces,
  'taana-cap',
  'pahadi-check-shacket',
  'rust-cord-cargo',
  'pahadi-beanie',
  'teen-dhaari-socks',
  'neel-denim-shorts',
  'chowpatty-tote',
  'patang-hoodie',
  'patang-coord',
  'colour-block-crew',
  'do-rang-cap',
  'rust-cord-shacket',
  'baoli-tee',
  'teen-v-bralette',
  'raat-panel-hoodie',
  'sand-jogger',
  'ecru-twill-shacket',
  'kulhad-hoodie',
  'dhoop-shorts',
  'black-utility-cargo',
]);

const ADDED_ON = /^addedOn: *(\S+)/m;

async function choosePieces(products: string): Promise<void> {
  const texts = new Map<string, string>();
  for (const name of await readdir(products)) {
    if (shownPieces.has(name.replace(/\.md$/, '')))
      texts.set(name, await readFile(join(products, name), 'utf8'));
    else await rm(join(products, name));
  }
  const days = [...texts.values()].map((text) => Date.parse(ADDED_ON.exec(text)?.[1] ?? ''));
  const newest = Math.max(...days.filter(Number.isFinite));
  for (const [index, id] of [...firstPieces].reverse().entries()) {
    const text = texts.get(`${id}.md`);
    if (!text) throw new SetupError(`The catalogue has no ${id}, which the speed benchmark buys.`);
    const day = new Date(newest + (index + 1) * DAY_MS).toISOString().slice(0, 10);
    await writeFile(join(products, `${id}.md`), text.replace(ADDED_ON, `addedOn: ${day}`));
  }
}

/** @returns the folder of the copy */
export async function prepareShop(): Promise<string> {
  const root = join(projectRoot, '.cache', 'speed');
  atEnd(() => rm(root, { recursive: true, force: true, maxRetries: 3 }));
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  await copyShop(projectRoot, root);
  await choosePieces(join(root, 'src/content/products'));
  // Keeps pictures and cards that are already encoded.
  await mkdir(join(projectRoot, '.cache'), { recursive: true });
  await symlink(join(projectRoot, '.cache'), join(root, '.cache'));
  return root;
}
