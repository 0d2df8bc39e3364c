import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, fontProviders } from 'astro/config';
import { campaignCrops } from './scripts/build/campaign-crops.ts';
import { comingSoon } from './scripts/build/coming-soon.ts';
import { editor } from './scripts/build/editor.ts';
import { preloadModules } from './scripts/build/preload-modules.ts';
import { publicSitemap } from './scripts/build/public-sitemap.ts';
import { shareCards } from './scripts/build/share-cards.ts';
import { smallPreload } from './scripts/build/small-preload.ts';

/** What has to run before the first paint stands inline in the pages, so the policy names its hash. */
const inlineHashes = ['before-paint', 'island-taps'].map((name) => {
  const script = readFileSync(new URL(`./src/layouts/${name}.js`, import.meta.url), 'utf8');
  return /** @type {const} */ (`sha256-${createHash('sha256').update(script).digest('base64')}`);
});

/** The modules behind features/shell, which every page has. */
const everyPage =
  /node_modules\/(?:nanostores\/(?:atom|lifecycle)|@nanostores\/persistent)\/|vite\/preload-helper|src\/(?:features\/shell\/|stores\/(?:toasts|theme|session|cart|wishlist|start-up)\.ts|client\/(?:api|content-protection|navigation|reach|tab)\.ts|domain\/(?:shop|cart|wishlist)\.ts|contract\/(?:wire|paths|labels|messages\/(?:cart|wishlist|network))\.ts|components\/shop\/live-stock\.ts)/;

/** What speaks with the server for a shopper who is logged in. */
const everyShopper =
  /src\/(?:stores\/(?:authorised|account-call|shoppers-own|cart-sync|wishlist-sync|notifications|unread|refresh)\.ts|contract\/(?:account-wire|messages\/(?:session|notification))\.ts|components\/shop\/unread-mark\.ts)/;

/**
 * Astro's own measured fallbacks know Arial alone, which no Android phone has: styles/fallback-fonts.css has ours.
 *
 * @param {{ name: string, cssVariable: `--${string}`, file: string, weight: string, fallbacks?: string[] }} font
 */
const cut = ({ name, cssVariable, file, weight, fallbacks = [], ...family }) => ({
  provider: fontProviders.local(),
  name,
  cssVariable,
  fallbacks,
  optimizedFallbacks: false,
  ...family,
  options: {
    variants: [{ src: [`./src/assets/fonts/${file}.woff2`], weight, style: 'normal', display: 'swap' }],
  },
});

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:8888',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  // Sitemap and cards are of the pages that are there when all others are done.
  integrations: [
    react(),
    preloadModules(),
    campaignCrops(),
    comingSoon(),
    editor(),
    publicSitemap(),
    shareCards(),
  ],
  fonts: [
    cut({
      name: 'Anek Display',
      cssVariable: '--font-anek-display',
      file: 'anek-display',
      weight: '800',
      fallbacks: ['Display in Arial', 'Display in Roboto', 'sans-serif'],
    }),
    cut({
      name: 'Anek Text',
      cssVariable: '--font-anek-text',
      file: 'anek-text',
      weight: '400 700',
      fallbacks: ['Text in Arial', 'Text in Roboto', 'sans-serif'],
    }),
    {
      ...cut({
        name: 'Anek Native',
        cssVariable: '--font-anek-native',
        file: 'anek-native',
        weight: '400 700',
      }),
      unicodeRange: ['U+0900-097F', 'U+20B9'],
    },
  ],
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
      ],
      scriptDirective: { hashes: inlineHashes },
    },
  },
  vite: {
    plugins: [tailwindcss(), smallPreload()],
    // A module of its own is fetched once for all pages; one inlined by its size would travel with each of them.
    build: {
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // What every page's script stands on is one file: ten small ones compress worse and queue longer.
            groups: [
              { name: 'shop', test: everyPage },
              // The visitor's wishlist has need of these words, and not of what follows.
              { name: 'cart-page', test: /messages\/cart-page\.ts/ },
              // Fetched together, and one name instead of nine in what every page has.
              { name: 'shopper', test: everyShopper },
            ],
          },
        },
      },
    },
  },
});
