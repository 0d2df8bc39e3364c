import type { APIRoute } from 'astro';
import { absolute } from '../seo/addresses.ts';

/**
 * Who may read what. Carts, accounts and the like are not listed: each says `noindex` itself, and a search engine that
 * may not read a page does not learn that it should leave it out.
 */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *
Disallow: /api/
Disallow: /admin

Sitemap: ${absolute('/sitemap-index.xml', site)}
`);
