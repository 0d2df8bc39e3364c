import { XMLParser, XMLValidator } from 'fast-xml-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONGEST_SLUG } from '../../src/contract/product-schema.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { productFeed } from '../../src/seo/product-feed.ts';
import type { Product } from '../../src/domain/product.ts';

const feedOf = (...given: Parameters<typeof productFeed>) => [...productFeed(...given)].join('');
const site = new URL('https://shop.example');
const cap = catalogue.find(({ id }) => id === 'taana-cap') as Product;
const parser = new XMLParser({ parseTagValue: false, trimValues: false });
const itemOf = (feed: string) => parser.parse(feed).rss.channel.item as Record<string, string>;

test('the feed stays valid XML and keeps every text of marketers', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (written) => {
      const feed = feedOf([{ ...cap, description: `${written}<&>]]>"'` }], site);
      expect(XMLValidator.validate(feed)).toBe(true);
      expect(itemOf(feed)['description']).toBe(`${written}<&>]]>"'`);
    }),
  );
});

test('characters that XML does not allow are left out', () => {
  const feed = feedOf([{ ...cap, description: 'a\u0000b\u0007c\uFFFEd' }], site);
  expect(itemOf(feed)['description']).toBe('abcd');
});

test('the longest allowed product name fits with its size into the 50 characters of the feed', () => {
  const product = { ...cap, id: 'a'.repeat(LONGEST_SLUG), sizes: ['XXL'], initialStock: { XXL: 1 } };
  expect(itemOf(feedOf([product], site))['g:id']).toHaveLength(50);
});

test('a product of a type without a Google category is listed without one', () => {
  expect(itemOf(feedOf([{ ...cap, subCategory: 'Lanterns' }], site))).not.toHaveProperty(
    'g:google_product_category',
  );
});
