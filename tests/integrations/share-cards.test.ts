import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCard } from '../../src/integrations/card-drawing.ts';
import { openType } from '../../src/integrations/type-setting.ts';
import { brand } from '../../src/domain/config.ts';

const texts = [brand.name, brand.nativeName, 'Warp Line Hoodie', 'सावन Hoodie', 'Cap', '₹2,499.00'];
const type = await openType(texts);

test('A line is as wide as its letters, and set in outlines alone', () => {
  const short = type.set('WARP', 100);
  const long = type.set('WARP LINE', 100);
  expect(long.width).toBeGreaterThan(short.width * 1.8);
  expect(type.set('WARP', 50).width).toBeCloseTo(short.width / 2, 5);
  expect(short.path).toMatch(/^M[-\d., MLQCHVZ]+$/i);
});

test('A line may change from one script to the other', () => {
  expect(type.set('सावन HOODIE', 40).width).toBeCloseTo(
    type.set('सावन', 40).width + type.set(' HOODIE', 40).width,
    5,
  );
});

test('A letter that the shop’s fonts do not have is named', () => {
  expect(() => type.set('Cap 🧢', 40)).toThrow("the shop's fonts have no “🧢”");
});

test('A card is 1200 × 630: a picture at the right, and its paper under the words', async () => {
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
  // From the words to the picture, left of the garment, nobody sees where it begins; nor at its right.
  for (const [from, to] of [
    [30, 600],
    [1120, 1170],
  ] as const) {
    for (const [at, part] of pixel(from, 610).entries()) {
      expect(Math.abs(part - (pixel(to, 610)[at] ?? 0))).toBeLessThan(16);
    }
  }
  // Moss green, where the hoodie lies.
  const [red = 0, green = 0, blue = 0] = pixel(915, 400);
  expect(green).toBeGreaterThan(Math.max(red, blue));
});

test('A name that is long is set smaller, and none of it leaves its column', async () => {
  const name = 'Warp Line Hoodie '.repeat(5).trim();
  const card = await drawCard({ name, price: '₹2,499.00', picture: null }, type);
  const margin = await sharp(card).extract({ left: 575, top: 110, width: 45, height: 520 }).png().toBuffer();
  const { channels } = await sharp(margin).stats();
  expect(channels.every(({ min }) => min > 200)).toBe(true);
});
