import { join } from 'node:path';
import process from 'node:process';
import { edition } from '../../src/content/snapshot-edition.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { type Product, sizesOf } from '../../src/domain/product.ts';
import { type Listed, openProducts } from '../storage/products.ts';
import { invalidField } from './refusal.ts';

/** Snapshot of `scripts/snapshot.ts`; it has the same path in a deployed function (netlify.toml, included_files). */
export const snapshotFolder = join(process.env['LAMBDA_TASK_ROOT'] ?? process.cwd(), 'src/content/snapshot');

const onFile = openProducts(join(snapshotFolder, 'products.jsonl'));
if (onFile.edition !== edition) {
  throw new Error('The products on file are of another edition than the code; run scripts/snapshot.ts');
}

export const productById = (id: string): Product | undefined => onFile.byId(id);

/**
 * The product that a call names, in a size.
 * @param field the call's name for the product
 * @throws Refused 'invalid' if the catalogue has no such product or size
 */
export function offeredProduct(productId: string, size: string, field: 'itemId' | 'productId'): Product {
  const product = productById(productId);
  if (!product) throw invalidField(field, orderMessages.unknownProduct(productId));
  if (!sizesOf(product).includes(size)) {
    throw invalidField('size', orderMessages.unknownSize(product.name, size));
  }
  return product;
}

/** Every product, with the fields that a listing needs. */
export const listedProducts = (): readonly Listed[] => onFile.listed();

/** Every product with all its fields; reads the whole file. */
export const everyProduct = (): Generator<Product> => onFile.each();
