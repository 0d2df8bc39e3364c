import type { RouteName } from '../../src/contract/routes.ts';
import { tokenHeader } from '../../src/contract/endpoints.ts';

/**
 * For every response of a function, because netlify.toml sets headers for files only. A response is data for the shop's
 * own pages; opened as a page, it can load, run and frame nothing.
 */
export const guarding = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
} as const;

/** Headers of a response that is equal for everyone: 30 s on the CDN, revalidated by browsers every time. */
const shared = (tag: string, query: readonly string[]) => ({
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'Netlify-CDN-Cache-Control': 'public, durable, max-age=30, stale-while-revalidate=60',
  // A link's campaign parameters must not create another cache entry.
  'Netlify-Vary': `query=${query.join('|')}`,
  'Netlify-Cache-Tag': tag,
});

const cached: Partial<Record<RouteName, Record<string, string>>> = {
  'product.list': shared('products', [
    'subCategory',
    'sizes',
    'minPrice',
    'maxPrice',
    'sort',
    'search',
    'offset',
    'limit',
    'id',
  ]),
  'product.stock': shared('stock', ['id']),
};

/** Cache headers of a successful response. Data of one shopper is cached nowhere. */
export function cachingOf(name: RouteName, request: Request): Record<string, string> {
  const sharedHeaders = request.headers.has(tokenHeader) ? undefined : cached[name];
  return sharedHeaders ?? { 'Cache-Control': 'private, no-store' };
}

export const uncached = { ...guarding, 'Cache-Control': 'no-store' } as const;

/** Redirects a browser after a post, so a reload repeats the GET and not the post. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...uncached, Location: location } });
}
