/** What many pages need of the whole catalogue. Made once for all of them, so that a build grows as its catalogue grows. */
import { countFacets, filterProducts, noFilter, subCategories } from '../domain/catalogue.ts';
import { relatedProducts } from '../domain/related.ts';
import { isSoldOut } from '../domain/product.ts';
import { catalogue } from './snapshot.ts';

/** As the collection lists it; each of its pages shows a part. */
export const newestFirst = filterProducts(
  catalogue.map((product) => ({ ...product, soldOut: isSoldOut(product, product.initialStock) })),
  noFilter,
);

export const productTypes = subCategories.map(({ name }) => ({
  name,
  count: catalogue.filter(({ subCategory }) => subCategory === name).length,
}));

export const wholeCatalogue = { count: catalogue.length, facets: countFacets(catalogue, noFilter) };

export const relatedTo = relatedProducts(catalogue);
