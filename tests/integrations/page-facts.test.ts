import { expect, test } from 'vitest';
import { factsOf } from '../../src/integrations/page-facts.ts';
import { pageOf } from './page.ts';

test('A page says whether it may be found, when it changed and which card it has', () => {
  const head = [
    '<meta charset="utf-8"><title>T</title><meta property="og:image" content="https://x.example/cards/a.jpg">',
    '<meta property="article:modified_time" content="2026-11-20">',
  ];
  expect(factsOf(pageOf(head.join('')))).toEqual({
    isPublic: true,
    lastChanged: '2026-11-20',
    card: 'https://x.example/cards/a.jpg',
  });
  expect(factsOf(pageOf('<meta name="robots" content="noindex">'))).toEqual({ isPublic: false });
});
