import type { APIRoute } from 'astro';
import { absolute } from '../seo/addresses.ts';

/**
 * Carts, accounts and similar pages are not listed: each says `noindex` itself, and a search engine that may not read a
 * page cannot see that.
 */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *
Disallow: /api/
Disallow: /admin

Sitemap: ${absolute('/sitemap-index.xml', site)}
`);
