import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/content/snapshot.ts';
import { aboutProduct, breadcrumbs, jsonLd } from '../../src/seo/structured-data.ts';
import type { Product } from '../../src/domain/product.ts';

const site = new URL('https://shop.example');
const hoodie = catalogue.find(({ id }) => id === 'warp-line-hoodie') as Product;

interface Carried {
  '@graph': Record<string, unknown>[];
}
const carried = (text: string) => (JSON.parse(text) as Carried)['@graph'];

describe('the structured data of a page', () => {
  test('can contain any text, and none can end its script', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('</script>', '<!--', ']]>', '&lt;', '\u2028', '\u2029', '"', '\\'),
    );
    fc.assert(
      fc.property(
        fc.array(text).map((parts) => parts.join('')),
        (description) => {
          const script = jsonLd(aboutProduct({ ...hoodie, description }, site));
          expect(script).not.toMatch(/[<>&\u2028\u2029]/);
          expect(carried(script)[0]?.['description']).toBe(description);
        },
      ),
    );
  });

  test('calls only one size sold out, and an early order not for sale', () => {
    const availability = (product: Product) => {
      const [group] = aboutProduct(product, site) as unknown as {
        hasVariant: { offers: { availability: string } }[];
      }[];
      return group?.hasVariant.map(({ offers }) => offers.availability.replace('https://schema.org/', ''));
    };
    const small: Product = { ...hoodie, sizes: ['S', 'M'], initialStock: { S: 0, M: 1 } };
    expect(availability(small)).toEqual(['OutOfStock', 'InStock']);
    expect(availability({ ...small, earlyOrder: true })).toEqual(['OutOfStock', 'OutOfStock']);
  });

  test('has an old price only while the page strikes it through', () => {
    const text = (product: Product) => jsonLd(aboutProduct(product, site));
    const reduced: Product = { ...hoodie, pricePaise: 100_00, oldPricePaise: 200_00, offersEnabled: true };
    expect(text(reduced)).toContain('"price":"200.00"');
    expect(text({ ...reduced, offersEnabled: false })).not.toContain('200.00');
  });

  test('numbers the breadcrumbs from 1 and gives all but the last a URL', () => {
    expect(breadcrumbs([{ name: 'Home', path: '/' }, { name: 'Here' }], site)).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://shop.example/' },
        { position: 2, name: 'Here' },
      ],
    });
  });
});

test('is missing without a public address', () => {
  expect(() => aboutProduct(hoodie, undefined)).toThrow('set SITE_URL');
});
