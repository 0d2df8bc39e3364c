import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { brand } from '../domain/config.ts';

/** Parts of the package that this shop does not use: code, maps, HEIC and vector formats. */
const UNUSED =
  /^(?:@shikijs\/|leaflet|terra-draw|svgo\/browser|\.\/chunks\/(?:shiki|heic|webp)|\.\.\/locales\/(?!en)|\0unused$)/;

/**
 * Bundles the editor of /admin from its npm package, apart from the site: none of it gets into a page of the shop, and
 * it requests nothing from a CDN.
 * @param root of the repository
 * @param folder the output, such as `dist/admin`; emptied before
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
        // The package registers its own fonts, and also names a CDN for them.
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
      // For the title: the page uses %SHOP_NAME%.
      'import.meta.env.SHOP_NAME': JSON.stringify(brand.name),
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      // The package is already minified; a second pass would take half a minute.
      minify: false,
      chunkSizeWarningLimit: 3000,
    },
  });
  // Vite sets it for the whole process, and Astro's dev server would then act as a production build.
  if (mode === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = mode;
}

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
