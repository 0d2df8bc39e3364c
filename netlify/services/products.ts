import { join } from 'node:path';
import process from 'node:process';
import { edition } from '../../src/content/snapshot-edition.ts';
import type { Product } from '../../src/domain/product.ts';
import { type Listed, openProducts } from '../storage/products.ts';

/** Snapshot of `scripts/snapshot.ts`; it has the same path in a deployed function (netlify.toml, included_files). */
export const snapshotFolder = join(process.env['LAMBDA_TASK_ROOT'] ?? process.cwd(), 'src/content/snapshot');

const onFile = openProducts(join(snapshotFolder, 'products.jsonl'));
if (onFile.edition !== edition) {
  throw new Error('The products on file are of another edition than the code; run scripts/snapshot.ts');
}

export const productById = (id: string): Product | undefined => onFile.byId(id);

/** Every product, with the fields that a listing needs. */
export const listedProducts = (): readonly Listed[] => onFile.listed();

/** Every product with all its fields; reads the whole file. */
export const everyProduct = (): Generator<Product> => onFile.each();
