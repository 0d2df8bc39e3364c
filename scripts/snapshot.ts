import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import matter from 'gray-matter';
import { checkProductFile, type CheckedFile } from '../src/contract/product-file.ts';
import type { Product } from '../src/domain/product.ts';

/**
 * Reads every product file and writes the one snapshot that pages and functions share, so that a page and a price can
 * never disagree within a deploy. All mistakes of all files are listed before it gives up.
 */
export interface Catalogue {
  /** In the order of their ids. */
  products: Product[];
  /** `kulhad-hoodie.md: price: must be …`, one a mistake. */
  problems: string[];
}

/**
 * @param folder where the product files are
 * @param publicFolder the site's public folder, whose `products` holds the pictures
 */
export function readCatalogue(folder: string, publicFolder: string): Catalogue {
  const pictureFolder = join(publicFolder, 'products');
  // One listing instead of a look per picture; and names are compared letter by letter, as the server will do it, even
  // on a disk that takes Cap.webp for cap.webp.
  const pictures = new Set(existsSync(pictureFolder) ? readdirSync(pictureFolder) : []);
  const catalogue: Catalogue = { products: [], problems: [] };

  for (const file of readdirSync(folder, { withFileTypes: true })) {
    if (file.name.startsWith('.')) continue;
    const { product, problems: found = [] } =
      file.isFile() && extname(file.name) === '.md'
        ? readProduct(basename(file.name, '.md'), readFileSync(join(folder, file.name), 'utf8'), pictures)
        : { problems: ['is not a product file; a product is one file whose name ends in .md'] };

    if (product) catalogue.products.push(product);
    catalogue.problems.push(...found.map((problem) => `${file.name}: ${problem}`));
  }

  catalogue.products.sort((a, b) => (a.id < b.id ? -1 : 1));
  catalogue.problems.sort();
  return catalogue;
}

/** What is looked at before the schema has spoken. */
interface Fields {
  addedOn?: unknown;
  images?: unknown;
}

function readProduct(slug: string, source: string, pictures: ReadonlySet<string>): CheckedFile {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!/^---[ \t]*\n/.test(text))
    return { problems: ['must begin with a line of --- and its fields below it'] };
  try {
    const file = matter(text, onlyYaml);
    const fields: Fields = file.data;
    const checked = checkProductFile(slug, withDayAsWritten(fields, file.matter), file.content);
    const missing = missingPictures(fields.images, pictures);
    return missing.length === 0 ? checked : { problems: [...(checked.problems ?? []), ...missing] };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { problems: [`the lines between --- cannot be read: ${reason}`] };
  }
}

// gray-matter runs front matter that says it is JavaScript; a content file must never be code. Giving it options also
// turns off its cache, which would otherwise hand out one shared object per text.
const onlyYaml = {
  language: 'yaml',
  engines: {
    javascript: () => {
      throw new Error('only YAML is read');
    },
  },
};

/** YAML makes a date of 2026-06-31 and rolls it over to 1 July; the day that was written is the one to check. */
function withDayAsWritten(fields: Fields, written: string): Fields {
  if (!(fields.addedOn instanceof Date)) return fields;
  return { ...fields, addedOn: /^addedOn:\s*(.*?)\s*(?:#.*)?$/m.exec(written)?.[1] };
}

/** Looks at the list as it was written, so that a missing picture is named beside the other mistakes of its file. */
function missingPictures(images: unknown, pictures: ReadonlySet<string>): string[] {
  const files: unknown[] = Array.isArray(images) ? images.map((image) => image?.file) : [];
  return files
    .filter((file) => typeof file === 'string' && !pictures.has(file))
    .map((file) => `images: ${file} was not found in public/products (small and capital letters differ)`);
}

/** @returns whether the file had to be written: an unchanged one keeps its time, so that watchers stay quiet. */
export function writeSnapshot(target: string, products: readonly Product[]): boolean {
  const text = `${JSON.stringify({ products })}\n`;
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return false;
  // Renamed into place, so that a running build or function never reads half a file.
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, target);
  return true;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = 'src/content/products';
  const { products, problems } = readCatalogue(join(root, folder), join(root, 'public'));
  if (problems.length > 0) {
    console.error(problems.map((problem) => `${folder}/${problem}`).join('\n'));
    console.error(
      `\n${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'}; nothing was written.`,
    );
    process.exitCode = 1;
  } else {
    const written = writeSnapshot(join(root, 'src/content/snapshot.json'), products);
    console.log(`${products.length} products, snapshot ${written ? 'written' : 'unchanged'}.`);
  }
}
