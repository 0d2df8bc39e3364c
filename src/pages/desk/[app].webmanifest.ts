import type { APIRoute } from 'astro';
import { deskPaths } from '../../contract/desk-paths.ts';
import { deskScreenMessages } from '../../contract/messages/desk-screen.ts';
import { brand, shop } from '../../domain/config.ts';
import { isDeskBuilt } from '../../layouts/desk-staff.ts';

export function getStaticPaths() {
  return isDeskBuilt() ? [{ params: { app: 'app' } }] : [];
}

/** How the installed desk looks on a phone, beside the installed shop. */
export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      name: `${brand.name} ${deskScreenMessages.title}`,
      short_name: deskScreenMessages.title,
      lang: shop.currency.locale,
      id: deskPaths.today,
      start_url: deskPaths.today,
      scope: deskPaths.today,
      display: 'standalone',
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
