import { expect, test } from 'vitest';
import { absolute, canonicalPath } from '../../src/seo/addresses.ts';
import { sizeAddress, skuOf, wearers } from '../../src/seo/variants.ts';
import { ONE_SIZE } from '../../src/domain/product.ts';

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/about.html', '/about'],
  ['/about/', '/about'],
  ['/collection/index.html', '/collection'],
  ['/collection/2.html', '/collection/2'],
  ['/product/taana-cap', '/product/taana-cap'],
])('the page at %s is %s', (asked, path) => {
  expect(canonicalPath(asked)).toBe(path);
});

test('a URL has the shop’s domain, whatever path the shop is served from', () => {
  expect(absolute('/about', new URL('https://shop.example/'))).toBe('https://shop.example/about');
  expect(() => absolute('/about', undefined)).toThrow('set SITE_URL');
});

test('a size has a number and a URL; a product without sizes uses its own', () => {
  const hoodie = { id: 'kulhad-hoodie' };
  expect([skuOf(hoodie, 'XXL'), sizeAddress(hoodie, 'XXL')]).toEqual([
    'kulhad-hoodie-XXL',
    '/product/kulhad-hoodie?size=XXL',
  ]);
  expect([skuOf(hoodie, ONE_SIZE), sizeAddress(hoodie, ONE_SIZE)]).toEqual([
    'kulhad-hoodie',
    '/product/kulhad-hoodie',
  ]);
});

test.each([
  [['Men'], 'male'],
  [['Women'], 'female'],
  [['Unisex'], 'unisex'],
  [['Men', 'Women'], 'unisex'],
] as const)('a product of the categories %s is for %s', (categories, who) => {
  expect(wearers({ categories: [...categories] })).toBe(who);
});
