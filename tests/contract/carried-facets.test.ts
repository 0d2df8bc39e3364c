import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packFacets, unpackFacets } from '../../src/contract/carried-facets.ts';

const facets = fc.record({
  id: fc.stringMatching(/^[a-z]{1,9}$/),
  pricePaise: fc.nat(),
  sizes: fc.uniqueArray(fc.constantFrom('XS', 'S', 'M', 'L', 'XL')),
  subCategory: fc.constantFrom('Hoodie', 'Co-ord Sets', 'Shackets'),
  addedOn: fc.constantFrom('2026-11-18', '2026-11-06'),
});

test('What filters look at arrives as it was packed, with the ids of the cards', () => {
  fc.assert(
    fc.property(fc.array(facets), (all) => {
      const carried = JSON.parse(JSON.stringify(packFacets(all))) as ReturnType<typeof packFacets>;
      expect(
        unpackFacets(
          carried,
          all.map(({ id }) => id),
        ),
      ).toEqual(all);
    }),
  );
});
