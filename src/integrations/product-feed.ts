/**
 * Writes `/feeds/google.xml` for Google Merchant Center part by part. As a page, Astro would keep the whole document in
 * memory, twice: that of 50,000 products has 370 MB. It does not exist before the shop opens.
 */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { isComingSoon } from '../contract/coming-soon.ts';
import { productFeed } from '../seo/product-feed.ts';
import { readCatalogue } from './snapshot-file.ts';

/** @param mode the setting SHOP_MODE */
export function writeProductFeed(mode = process.env['SHOP_MODE']): AstroIntegration {
  let root = '';
  let site: URL | undefined;
  return {
    name: 'product-feed',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
        site = config.site === undefined ? undefined : new URL(config.site);
      },
      'astro:build:done': async ({ dir }) => {
        if (isComingSoon(mode)) return;
        const file = new URL('feeds/google.xml', dir);
        await mkdir(new URL('.', file), { recursive: true });
        await pipeline(Readable.from(productFeed(await readCatalogue(root), site)), createWriteStream(file));
      },
    },
  };
}
