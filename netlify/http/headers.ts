import type { RouteName } from '../../src/contract/routes.ts';
import { tokenHeader } from '../../src/contract/wire.ts';

/** Headers of an answer that is the same for everyone: half a minute on the CDN, checked by browsers every time. */
const shared = (tag: string, query: readonly string[]) => ({
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'Netlify-CDN-Cache-Control': 'public, durable, max-age=30, stale-while-revalidate=60',
  // A link's campaign parameters must not make another entry.
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

/** Caching headers of a successful answer. What belongs to one shopper is kept nowhere on the way. */
export function cachingOf(name: RouteName, request: Request): Record<string, string> {
  const sharedHeaders = request.headers.has(tokenHeader) ? undefined : cached[name];
  return sharedHeaders ?? { 'Cache-Control': 'private, no-store' };
}

export const uncached = { 'Cache-Control': 'no-store' };
