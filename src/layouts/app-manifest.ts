import { shop } from '../domain/config.ts';

/**
 * How an installed part of the site looks on a phone. scripts/icons.ts draws the pictures; the colours are `--paper`'s.
 * @param own its names and addresses
 */
export function appManifest(own: Readonly<Record<string, string>>): Response {
  return new Response(
    JSON.stringify({
      ...own,
      lang: shop.currency.locale,
      background_color: '#f5f2eb',
      theme_color: '#f5f2eb',
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    }),
  );
}
