import { expect, test } from 'vitest';
import { catalogue } from '../../src/content/snapshot.ts';
import { packFacets, unpackFacets } from '../../src/contract/page-facets.ts';
import { filterProducts, noFilter } from '../../src/domain/catalogue.ts';

test('A page unpacks the facets of its products exactly', () => {
  const products = filterProducts(catalogue, noFilter);
  const rows = JSON.parse(JSON.stringify(packFacets(products)));
  const unpacked = unpackFacets(
    rows,
    products.map(({ id }) => id),
  );
  expect(unpacked).toEqual(
    products.map(({ id, pricePaise, sizes, subCategory, addedOn }) => ({
      id,
      pricePaise,
      sizes,
      subCategory,
      addedOn,
    })),
  );
});
