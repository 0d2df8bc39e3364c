/**
 * The sitemap of the pages that may be found. A page that says `noindex` is not among them, nor one that was taken out of the
 * site, so that no list of pages has to be kept; a text's last change is what it says itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import sitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { canonicalPath } from '../../src/discovery/addresses.ts';

export function publicSitemap(): AstroIntegration {
  let dist = '';
  const { name, hooks } = sitemap({
    serialize(item) {
      const address = new URL(item.url);
      const path = canonicalPath(address.pathname);
      const file = join(dist, `${path === '/' ? '/index' : path}.html`);
      const html = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
      if (html === undefined || /<meta name="robots" content="noindex/.test(html)) return undefined;
      const lastmod = /<meta property="article:modified_time" content="([^"]+)"/.exec(html)?.[1];
      return { url: new URL(path, address).href, ...(lastmod !== undefined && { lastmod }) };
    },
  });
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:done': async (options) => {
        const { outDir, site } = options.config;
        dist = fileURLToPath(outDir);
        if (process.env['NETLIFY'] && (!site || new URL(site).hostname === 'localhost')) {
          throw new Error(
            'SITE_URL is not set: search engines and shared links would be told addresses of this machine. Set it to the public address of the shop.',
          );
        }
        await hooks['astro:config:done']?.(options);
      },
    },
  };
}
