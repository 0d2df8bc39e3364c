import { expect, test } from 'vitest';
import { inOrder } from '../../src/integrations/head-order.ts';
import { pageOf, partsOf } from './page.ts';

const image = '<img src="/a" srcset="/a 240w, /b 480w" sizes="50vw" fetchpriority="high">';
const headOf = (head: string, body: string) => partsOf(inOrder(pageOf(head, body))).head;

test('A head names first the scripts of a page and its picture, and last what other programs read', () => {
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="w"><script>1</script><title>T</title>',
    '<meta property="og:title" content="T"><style>a{}</style>',
    '<meta http-equiv="content-security-policy" content="x"><link rel="modulepreload" href="/m.js">',
  ];
  expect(headOf(head.join(''), image)).toBe(
    [
      '<meta charset="utf-8"><meta name="viewport" content="w">',
      '<meta http-equiv="content-security-policy" content="x">',
      '<link rel="modulepreload" href="/m.js">',
      '<link rel="preload" as="image" imagesrcset="/a 240w, /b 480w" imagesizes="50vw" fetchpriority="high">',
      '<script>1</script><title>T</title><style>a{}</style>',
      '<meta property="og:title" content="T">',
    ].join(''),
  );
});

test('A picture with crops per window is left to its element, and a page without pictures names none', () => {
  expect(headOf('<title>T</title>', `<picture><source srcset="/c">${image}</picture>`)).not.toContain(
    'preload',
  );
  expect(headOf('<title>T</title>', '<p>T</p>')).toBe('<title>T</title>');
});
