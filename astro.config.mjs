import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, fontProviders } from 'astro/config';
import { afterLoad } from './src/integrations/after-load.ts';
import { campaignCrops } from './src/integrations/campaign-crops.ts';
import { chunkGroups } from './src/integrations/code-split.ts';
import { comingSoon } from './src/integrations/coming-soon.ts';
import { deskModules } from './src/integrations/desk-modules.ts';
import { deskWorker } from './src/integrations/desk-worker.ts';
import { editor } from './src/integrations/editor.ts';
import { exportSlices } from './src/integrations/export-slices.ts';
import { redirectFormerAddresses } from './src/integrations/redirects.ts';
import { writeProductFeed } from './src/integrations/product-feed.ts';
import { publicSitemap } from './src/integrations/public-sitemap.ts';
import { serviceWorker } from './src/integrations/service-worker.ts';
import { shareCards } from './src/integrations/share-cards.ts';
import { minifyInlineScripts } from './src/integrations/inline-script-minify.ts';
import { modulePreload } from './src/integrations/module-preload.ts';
import { snapshotFile } from './src/integrations/snapshot-file.ts';
import { webVitals } from './src/integrations/web-vitals.ts';
import { brand } from './src/domain/config.ts';
import { processBuiltPages } from './src/integrations/built-pages.ts';

/**
 * Astro's own measured fallbacks know Arial alone, which no Android phone has: styles/fallback-fonts.css has ours.
 *
 * @param {{ name: string, cssVariable: `--${string}`, file: string, weight: string, display?: 'swap' | 'fallback', fallbacks?: string[], unicodeRange?: string[] }} font
 */
const cut = ({ name, cssVariable, file, weight, display = 'swap', fallbacks = [], ...family }) => ({
  provider: fontProviders.local(),
  name,
  cssVariable,
  fallbacks,
  optimizedFallbacks: false,
  ...family,
  options: {
    variants: [{ src: [`./src/assets/fonts/${file}.woff2`], weight, style: 'normal', display }],
  },
});

/** @type {import('./src/integrations/page-metadata.ts').BuiltPages} */
const builtPages = new Map();

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:8888',
  trailingSlash: 'never',
  // Renders while other pages are written: a quarter less time for a large catalogue.
  build: { format: 'file', inlineStylesheets: 'never', concurrency: 4 },
  // Sitemap and cards are of the pages that are there when all others are done.
  integrations: [
    react(),
    afterLoad(),
    campaignCrops(),
    comingSoon(),
    redirectFormerAddresses(),
    processBuiltPages(builtPages),
    editor(),
    writeProductFeed(),
    publicSitemap(builtPages),
    shareCards(builtPages),
    serviceWorker(),
    webVitals(),
    deskWorker(),
  ],
  fonts: [
    cut({
      name: 'Anek Display',
      cssVariable: '--font-anek-display',
      file: 'anek-display',
      weight: '800',
      fallbacks: ['Display in Roboto', 'Display in Arial', 'Display in DejaVu', 'sans-serif'],
    }),
    cut({
      name: 'Anek Text',
      cssVariable: '--font-anek-text',
      file: 'anek-text',
      weight: '400 700',
      // Fetched when the line is idle, and used by the pages after that: there at once, or soon.
      display: 'fallback',
      fallbacks: ['Text in Roboto', 'Text in Arial', 'Text in DejaVu', 'sans-serif'],
    }),
    cut({
      name: 'Anek Native',
      cssVariable: '--font-anek-native',
      file: 'anek-native',
      weight: '600',
      // It has these letters alone: a name of the same script is not to be drawn by two fonts.
      unicodeRange: Array.from(
        new Set(brand.nativeName),
        (letter) => `U+${letter.codePointAt(0)?.toString(16)}`,
      ),
      fallbacks: ['Native in Noto'],
    }),
  ],
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
      ],
      // The hashes of what stands in a page come from src/integrations/csp-hashes.
    },
  },
  vite: {
    plugins: [
      tailwindcss(),
      snapshotFile(),
      deskModules(),
      exportSlices(),
      modulePreload(),
      minifyInlineScripts(),
    ],
    // A module of its own is fetched once for all pages; one inlined by its size would travel with each of them.
    build: {
      assetsInlineLimit: 0,
      // The file that every page has is there already when a module that stands on it is wanted.
      modulePreload: {
        resolveDependencies: (_, dependencies) => dependencies.filter((file) => !/\/shop\.[^/]+$/.test(file)),
      },
      rolldownOptions: {
        output: { codeSplitting: { groups: chunkGroups() } },
      },
    },
  },
});
