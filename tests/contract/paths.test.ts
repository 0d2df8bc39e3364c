import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { returnPath } from '../../src/contract/paths.ts';
import { pictureAddress } from '../../src/contract/pictures.ts';

describe('the return path of /login', () => {
  test.each(['/cart', '/place-order', '/product/warp-hoodie?size=M#buy', '/'])('%s is kept', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  test.each([
    undefined,
    '',
    'cart',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' /cart',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
  ])('%s leads home', (path) => {
    expect(returnPath(path)).toBe('/');
  });

  test('whatever the input, a browser stays on this site', () => {
    const nasty = fc.array(
      fc.constantFrom('/', '\\', '//', '\t', '..', 'evil.example', ':', 'http', '@', '?', '.', 'cart'),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          nasty.map((parts) => parts.join('')),
        ),
        (from) => {
          expect(new URL(returnPath(from), 'https://shop.example').origin).toBe('https://shop.example');
        },
      ),
    );
  });
});

test('a picture’s URL has its master file and width, whatever its name', () => {
  const address = new URL(pictureAddress('/products/tee & cap #1.webp', 320), 'https://shop.example');
  expect(address.pathname).toBe('/.netlify/images');
  expect(address.searchParams.get('url')).toBe('/products/tee & cap #1.webp');
  expect(address.searchParams.get('w')).toBe('320');
});
