/**
 * The sitemap of all indexable pages. It leaves out pages with `noindex` and pages removed from the site, so no
 * separate list is needed; the last change of a text comes from the text itself.
 */
import process from 'node:process';
import sitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { canonicalPath } from '../seo/addresses.ts';
import type { BuiltPages } from './page-metadata.ts';

export function publicSitemap(built: BuiltPages): AstroIntegration {
  const { name, hooks } = sitemap({
    serialize(item) {
      const address = new URL(item.url);
      const path = canonicalPath(address.pathname);
      const page = built.get(`${path === '/' ? 'index' : path.slice(1)}.html`);
      if (!page?.isPublic) return undefined;
      const lastmod = page.lastChanged;
      return { url: new URL(path, address).href, ...(lastmod !== undefined && { lastmod }) };
    },
  });
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:done': async (options) => {
        const { site } = options.config;
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
