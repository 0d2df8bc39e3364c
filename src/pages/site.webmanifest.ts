import type { APIRoute } from 'astro';
import { paths } from '../contract/paths.ts';
import { brand, shop } from '../domain/config.ts';

/** How the installed shop looks on a phone. scripts/icons.ts draws the pictures; the colours are `--paper`'s. */
export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      name: `${brand.name}: ${brand.tagline}`,
      short_name: brand.name,
      description: brand.blurb,
      lang: shop.currency.locale,
      id: paths.home,
      start_url: paths.home,
      scope: paths.home,
      display: 'minimal-ui',
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
