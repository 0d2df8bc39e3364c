/**
 * In a build, pages read the snapshot from its file. As a module, the catalogue of 50,000 products passes through every
 * plugin, the bundler and its output as text of code, which takes 2 GB more before the first page.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Product } from '../domain/product.ts';

const READER = '\0snapshot-file:';

export function snapshotFile(): Plugin {
  return {
    name: 'snapshot-file',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /^\.\/snapshot\.json$/ },
      handler: (id, importer = '') => READER + join(dirname(importer), id).replace(/\.json$/, ''),
    },
    load: {
      filter: { id: /^\0snapshot-file:/ },
      handler: (id) => {
        const file = JSON.stringify(`${id.slice(READER.length)}.json`);
        return `import { readFileSync } from 'node:fs';\nexport default JSON.parse(readFileSync(${file}, 'utf8'));`;
      },
    },
  };
}

/**
 * The products of this build. From the file, because the snapshot is made before every build and an import could be an older
 * one.
 * @param root the project's folder
 */
export async function readCatalogue(root: string): Promise<Product[]> {
  const snapshot = await readFile(join(root, 'src/content/snapshot.json'), 'utf8');
  return (JSON.parse(snapshot) as { products: Product[] }).products;
}
