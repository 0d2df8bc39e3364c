import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/content/snapshot.ts';
import { productSummary, summaryOf } from '../../src/seo/summary.ts';
import type { Product } from '../../src/domain/product.ts';

const sentence = 'Heavy loopback cotton, brushed once and left alone, cut wide and sewn to last.';

test('a long text is cut after a sentence', () => {
  expect(summaryOf(`${sentence} Again. ${sentence}`)).toBe(`${sentence} Again.`);
});

test('if sentences are too short, a long text is cut between words', () => {
  const cut = summaryOf(`Short. ${'wordy '.repeat(60)}`);
  expect(cut).toMatch(/^Short\. (?:wordy )*wordy…$/);
  expect(cut.length).toBeGreaterThan(140);
});

test('no summary is longer than a search result', () => {
  fc.assert(fc.property(fc.string({ maxLength: 600 }), (text) => summaryOf(text).length <= 155));
});

test('the summary of a product with little text adds its fabric', () => {
  const product = {
    ...(catalogue[0] as Product),
    name: 'Cap',
    description: 'A cap.',
    fabric: 'Cotton twill',
  };
  expect(productSummary({ ...product, colour: { name: 'Navy', hex: '#000080' } })).toBe(
    'A cap. Cap in Navy: Cotton twill, made in India.',
  );
});
