import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { brand } from '../domain/config.ts';

/** What the package brings for fields, formats and languages that this shop does not have: code, maps, HEIC, vectors. */
const UNUSED =
  /^(?:@shikijs\/|leaflet|terra-draw|svgo\/browser|\.\/chunks\/(?:shiki|heic|webp)|\.\.\/locales\/(?!en)|\0unused$)/;

/**
 * Bundles the editor of /admin from its npm package, apart from the site: nothing of it can get into a page of the shop,
 * and it asks no CDN for anything.
 *
 * @param root of the repository
 * @param folder where it goes, such as `dist/admin`; emptied before
 */
export async function buildEditor(root: string, folder: string): Promise<void> {
  const mode = process.env['NODE_ENV'];
  const setting = (name: string) => JSON.stringify(process.env[name] ?? '');
  await build({
    configFile: false,
    root: join(root, 'src/editor'),
    base: '/admin/',
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      tailwindcss(),
      {
        name: 'without-unused-fields',
        enforce: 'pre',
        resolveId: { filter: { id: UNUSED }, handler: () => '\0unused' },
        load: { filter: { id: /^\0unused$/ }, handler: () => 'export default {};' },
      },
      {
        // The package registers the fonts that it brings, and names a CDN beside them.
        name: 'fonts-from-here',
        transform: {
          filter: { id: /@sveltia\/cms\/npm\/index\.js$/, code: /cdn\.jsdelivr\.net/ },
          handler: (code: string) => ({
            code: code.replace(/@font-face \{[^}]*cdn\.jsdelivr\.net[^}]*\}/g, ''),
            map: null,
          }),
        },
      },
    ],
    define: {
      'import.meta.env.CMS_REPO': setting('CMS_REPO'),
      'import.meta.env.CMS_BRANCH': setting('CMS_BRANCH'),
      // Of the title: the page asks for it as %SHOP_NAME%.
      'import.meta.env.SHOP_NAME': JSON.stringify(brand.name),
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      // The package comes minified, and once more would take half a minute.
      minify: false,
      chunkSizeWarningLimit: 3000,
    },
  });
  // Vite sets it for the whole process, and Astro's dev server would take itself for a production build.
  if (mode === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = mode;
}

/** Puts the editor beside the built site. */
export function editor(): AstroIntegration {
  return {
    name: 'taana-editor',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(new URL('../..', import.meta.url));
        await buildEditor(root, join(fileURLToPath(dir), 'admin'));
      },
    },
  };
}
