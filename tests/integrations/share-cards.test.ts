import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCard } from '../../src/integrations/share-card-drawing.ts';
import { openType } from '../../src/integrations/text-outlines.ts';
import { brand } from '../../src/domain/config.ts';

const texts = [brand.name, brand.nativeName, 'Warp Line Hoodie', 'सावन Hoodie', 'Cap', '₹2,499.00'];
const type = await openType(texts);

test('a line is as wide as its letters, and consists of outlines', () => {
  const short = type.set('WARP', 100);
  const long = type.set('WARP LINE', 100);
  expect(long.width).toBeGreaterThan(short.width * 1.8);
  expect(type.set('WARP', 50).width).toBeCloseTo(short.width / 2, 5);
  expect(short.path).toMatch(/^M[-\d., MLQCHVZ]+$/i);
});

test('a line may contain both scripts', () => {
  expect(type.set('सावन HOODIE', 40).width).toBeCloseTo(
    type.set('सावन', 40).width + type.set(' HOODIE', 40).width,
    5,
  );
});

test('a letter missing from the shop’s fonts is named', () => {
  expect(() => type.set('Cap 🧢', 40)).toThrow("the shop's fonts have no “🧢”");
});

test('a card is 1200 × 630: a picture on the right, its background under the text', async () => {
  const master = await readFile('public/products/warp-line-hoodie-1.webp');
  const card = await drawCard(
    { name: 'Warp Line Hoodie', price: '₹2,499.00', picture: { master, ratio: 1 / 1.1, focus: '50% 50%' } },
    type,
  );
  const { width, height, format } = await sharp(card).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
  const { data, info } = await sharp(card).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  // No visible edge of the picture: neither on the left of the garment nor at its right.
  for (const [from, to] of [
    [30, 600],
    [1120, 1170],
  ] as const) {
    for (const [at, part] of pixel(from, 610).entries()) {
      expect(Math.abs(part - (pixel(to, 610)[at] ?? 0))).toBeLessThan(16);
    }
  }
  // The hoodie is moss green.
  const [red = 0, green = 0, blue = 0] = pixel(915, 400);
  expect(green).toBeGreaterThan(Math.max(red, blue));
});

test('a long name is set smaller and stays in its column', async () => {
  const name = 'Warp Line Hoodie '.repeat(5).trim();
  const card = await drawCard({ name, price: '₹2,499.00', picture: null }, type);
  const margin = await sharp(card).extract({ left: 575, top: 110, width: 45, height: 520 }).png().toBuffer();
  const { channels } = await sharp(margin).stats();
  expect(channels.every(({ min }) => min > 200)).toBe(true);
});
