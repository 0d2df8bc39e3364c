import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shop } from '../../src/domain/config.ts';

/** Settings that docs/behaviour.md promises and that no other test reads. */
const source = (file: string) => readFileSync(join(import.meta.dirname, '../../src', file), 'utf8');

test('the grid of the collection has 2 columns, from 768 px 3, from 1280 px 4', () => {
  const [, classes = ''] =
    /<ul class="([^"]*)"[^>]*data-grid/.exec(source('components/shop/ProductGrid.astro')) ?? [];
  expect(classes.split(' ').filter((name) => name.includes('grid-cols'))).toEqual([
    'grid-cols-2',
    'md:grid-cols-3',
    'xl:grid-cols-4',
  ]);
  const tokens = source('styles/tokens.css');
  for (const width of ['md: 48rem', 'xl: 80rem']) expect(tokens).toContain(`--breakpoint-${width};`);
});

test('each picture of a card stays for three seconds', () => {
  expect(shop.cardSliderDelayMs).toBe(3_000);
});

test('scripts and styles of content protection depend on the attribute that its setting writes', () => {
  expect(source('layouts/ShopLayout.astro')).toContain(
    'data-protected={shop.contentProtection || undefined}',
  );
  expect(source('features/shell/shell.ts')).toMatch(
    /if \(document\.body\.dataset\['protected'\] === 'true'\) protectContent/,
  );
  expect(source('styles/controls.css')).toContain('[data-protected] img');
});
