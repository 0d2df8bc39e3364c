import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, fontProviders } from 'astro/config';
import { afterLoad } from './src/integrations/after-load.ts';
import { campaignCrops } from './src/integrations/campaign-crops.ts';
import { comingSoon } from './src/integrations/coming-soon.ts';
import { editor } from './src/integrations/editor.ts';
import { publicSitemap } from './src/integrations/public-sitemap.ts';
import { serviceWorker } from './src/integrations/service-worker.ts';
import { shareCards } from './src/integrations/share-cards.ts';
import { smallInline } from './src/integrations/small-inline.ts';
import { smallPreload } from './src/integrations/small-preload.ts';
import { brand } from './src/domain/config.ts';
import { pagePass } from './src/integrations/page-pass.ts';

/** The modules behind features/shell, which every page has. */
const everyPage =
  /node_modules\/(?:nanostores\/(?:atom|lifecycle)|@nanostores\/persistent)\/|vite\/preload-helper|src\/(?:features\/shell\/(?:bar|hearts|shell)\.ts|stores\/(?:toasts|session|cart|wishlist|start-up)\.ts|client\/(?:content-protection|navigation|reach|tab)\.ts|domain\/(?:every-page|cart)\.ts|contract\/(?:labels|messages\/network)\.ts|components\/shop\/live-stock\.ts)/;

/** What speaks with the server for a shopper who is logged in. */
const everyShopper =
  /src\/(?:stores\/(?:authorised|account-call|shoppers-own|cart-sync|wishlist-sync|notifications|unread|refresh)\.ts|contract\/(?:account-wire|messages\/(?:session|notification))\.ts|components\/shop\/unread-mark\.ts)/;

/** What asks the server for products and shows them: the wishlist needs no more than that. */
const everyAnswer =
  /src\/(?:client\/api|contract\/(?:wire|pictures|messages\/answer)|components\/shop\/show-picture|domain\/(?:currency|money))\.ts/;

/** What most other code that comes with an interaction stands on. One file, because each that imports it names it. */
const everyScreen =
  /node_modules\/nanostores\/(?:computed|effect)\/|src\/(?:contract\/(?:paths|messages\/cart-page)|domain\/(?:product|shop)|stores\/(?:session-change|signed-in|visitor))\.ts/;

/** What a heart changes: the first tap needs it, and whoever is logged in from the start. */
const everyHeart = /src\/(?:stores\/wishing|contract\/messages\/wishlist)\.ts/;

/** What a buy box and the lines of a cart change. */
const everyChange = /src\/stores\/cart-changes\.ts/;

/** What the first tap of a shopper needs on every page. */
const everyHand = /src\/(?:features\/shell\/(?:hands|mini-cart|toasts)|stores\/theme)\.ts/;

/** What looks closer at products: on a product page, and what filters, searches and shows the collection. */
const everyLook = /src\/(?:client\/navigation-state|components\/shop\/product-(?:gallery|card))\.ts/;

/** Products as the device last knew them: cart and wishlist, neither of which is to bring the other. */
const everyKnown = /src\/stores\/catalogue\.ts/;

/** The lines of the cart, on its own page and over the page that puts something in. */
const everyLine = /src\/(?:components\/shop\/cart-lines|stores\/cart-lines)\.ts/;

/** What is in the cart and what it costs. */
const everyRow =
  /src\/(?:components\/shop\/cart-line|stores\/(?:cart-rows|discount-code)|domain\/(?:line-items|discount))\.ts/;

/** A product page's own script, and the same buy box in a list that opens a product in place. */
const everyBuyBox = /src\/(?:features\/product\/product|components\/shop\/buy-box)\.ts/;

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

/** @type {import('./src/integrations/page-facts.ts').BuiltPages} */
const builtPages = new Map();

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:8888',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  // Sitemap and cards are of the pages that are there when all others are done.
  integrations: [
    react(),
    afterLoad(),
    campaignCrops(),
    comingSoon(),
    pagePass(builtPages),
    editor(),
    publicSitemap(builtPages),
    shareCards(builtPages),
    serviceWorker(),
  ],
  fonts: [
    cut({
      name: 'Anek Display',
      cssVariable: '--font-anek-display',
      file: 'anek-display',
      weight: '800',
      fallbacks: ['Display in Arial', 'Display in Roboto', 'Display in DejaVu', 'sans-serif'],
    }),
    cut({
      name: 'Anek Text',
      cssVariable: '--font-anek-text',
      file: 'anek-text',
      weight: '400 700',
      // Fetched when the line is idle, and used by the pages after that: there at once, or soon.
      display: 'fallback',
      fallbacks: ['Text in Arial', 'Text in Roboto', 'Text in DejaVu', 'sans-serif'],
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
      // The hashes of what stands in a page come from src/integrations/page-policy.
    },
  },
  vite: {
    plugins: [tailwindcss(), smallPreload(), smallInline()],
    // A module of its own is fetched once for all pages; one inlined by its size would travel with each of them.
    build: {
      assetsInlineLimit: 0,
      // The file that every page has is there already when a module that stands on it is wanted.
      modulePreload: {
        resolveDependencies: (_, dependencies) => dependencies.filter((file) => !/\/shop\.[^/]+$/.test(file)),
      },
      rolldownOptions: {
        output: {
          codeSplitting: {
            // What every page's script stands on is one file: ten small ones compress worse and queue longer.
            groups: [
              { name: 'shop', test: everyPage },
              // A group takes along what its modules import: the buy box is not to come with everything else.
              { name: 'product', test: everyBuyBox },
              { name: 'hearts', test: everyHeart },
              { name: 'changes', test: everyChange },
              { name: 'go-to', test: /src\/client\/go-to\.ts/ },
              { name: 'offline', test: /src\/(?:contract\/offline|client\/trusted-texts)\.ts/ },
              { name: 'hands', test: everyHand },
              { name: 'answers', test: everyAnswer },
              { name: 'common', test: everyScreen },
              // Fetched together, and one name instead of nine in what every page has.
              { name: 'shopper', test: everyShopper },
              { name: 'browse', test: everyLook },
              { name: 'catalogue', test: everyKnown },
              { name: 'cart-rows', test: everyRow },
              { name: 'cart-lines', test: everyLine },
            ],
          },
        },
      },
    },
  },
});
