import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../scripts/snapshot.ts';
import { type Colour, paperProblem } from '../../src/contract/picture-background.ts';

const corners = (colour: Colour) => Array.from({ length: 4 }, () => colour);

describe('the paper of a picture', () => {
  test.each([
    ['white', [255, 255, 255], /lighter/],
    ['black', [20, 20, 22], /darker/],
    ['loud', [255, 190, 90], /colourful/],
  ] as const)('that is %s gets a message', (_, colour, words) => {
    expect(paperProblem(corners(colour))).toMatch(words);
  });

  test('in one corner alone gets a message too', () => {
    expect(paperProblem([...corners([205, 210, 200]).slice(1), [60, 50, 40]])).toMatch(/darker/);
  });

  test.each([
    ['sage', [200, 210, 198]],
    ['blush', [212, 188, 176]],
    ['sky', [196, 208, 216]],
    ['sand', [218, 204, 174]],
    ['taupe', [208, 198, 188]],
  ] as const)('that is %s passes', (_, colour) => {
    expect(paperProblem(corners(colour))).toBeNull();
  });
});

test('every picture of a whole product has paper as light and as pale as the others', async () => {
  const { products } = readCatalogue('src/content/products', 'public');
  const whole = products.flatMap(({ pictures }) => pictures.filter(({ view }) => view !== 'detail'));
  expect(whole.length).toBeGreaterThan(products.length);
  const found = await Promise.all(whole.map(async ({ src }) => [src, paperProblem(await cornersOf(src))]));
  expect(found.filter(([, problem]) => problem !== null)).toEqual([]);
});

/** Each is the mean of a twentieth of the picture's width. */
async function cornersOf(src: string): Promise<Colour[]> {
  const side = 20;
  const { data, info } = await sharp(join('public', src))
    .resize(side, side, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0, side - 1].flatMap((y) =>
    [0, side - 1].map((x): Colour => {
      const at = (y * info.width + x) * info.channels;
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    }),
  );
}
