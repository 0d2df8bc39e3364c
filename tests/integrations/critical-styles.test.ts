import { expect, test } from 'vitest';
import { openingStyles, withOpeningStyles, wordsOf } from '../../src/integrations/critical-styles.ts';
import { forTheFirstPaint } from '../../src/integrations/first-paint.ts';
import { pageOf, partsOf } from './page.ts';

const page = pageOf(
  '',
  `<h1 class="title lg:wide">A</h1><dialog class="drawer"><p class="inside">closed</p></dialog>
<nav popover class="menu"><p class="inside">closed</p></nav><footer data-unseen><p class="low">late</p></footer>
<template><i class="blank"></i></template><script>const made = 'by-script';</script>
<p class="before:content-['/'] [&amp;_svg]:wide" alt="table">A code</p>`,
);
const opening = async (css: string, of = page) => (await openingStyles(css, wordsOf(of))).at(-1);
const red = (...selectors: string[]) => selectors.map((selector) => `${selector}{color:red}`).join('');

test.each([
  ['visible elements, with variants', red('.title', '.lg\\:wide')],
  ['states that a script sets before the whole sheet', red('[data-theme=dark]', '.heart[data-wished=true]')],
  ['all children except some', red(':is(.title,.other)>:not(.drawer)')],
  [
    'class names with quotes and ampersands',
    red(".before\\:content-\\[\\'\\/\\'\\]", '.\\[\\&_svg\\]\\:wide'),
  ],
  ['content of a template that a script copies', red('.blank')],
])('a page opens with the rules of %s', async (_what, css) => {
  expect(await opening(css)).toBe(css);
});

test.each([
  ['unused classes', '.other'],
  ['closed dialogs and popovers', '.inside', '.drawer', '.menu', '.by-script'],
  ['parts marked as unseen', '.low'],
  ['words in text and descriptions', 'code', 'table'],
])('a page does not open with the rules of %s', async (_what, ...selectors) => {
  expect(await opening(red('.title', ...selectors))).toBe(red('.title'));
});

test('a page with a matching element opens with rules for `:has` and `:disabled`', async () => {
  const css = '.title:has(.inner){color:red}.title:disabled{color:blue}.title{color:green}';
  expect(await opening(css)).toBe('.title{color:green}');
  const full = pageOf('', '<button class="title" disabled><i class="inner"></i></button>');
  expect(await opening(css, full)).toBe(css);
});

test('the start of the bar, the brand and the rest have three stages; layers keep their order', async () => {
  const bar = pageOf(
    '',
    '<header class="bar"><a class="menu">M</a><a class="brand" data-styles>T</a><nav class="flex" data-styles></nav></header><main class="flex">',
  );
  const css = [
    '@layer base{*{margin:0}}@layer components{.bar{color:var(--ink)}.brand{font-family:Display}.flex{gap:1px}}@layer utilities{.menu{top:0}}',
    '@font-face{font-family:Display in Roboto;src:local(Roboto)}@font-face{font-family:Text in Roboto;src:local(Roboto)}:root{--ink:black}',
    '[data-theme=dark]{--ink:white}',
  ].join('');
  const display = '@font-face{font-family:Display in Roboto;src:local(Roboto)}';
  const tokens = ':root{--ink:black}[data-theme=dark]{--ink:white}';
  expect(await openingStyles(css, wordsOf(bar))).toEqual([
    `@layer base,components,utilities;@layer base{*{margin:0}}@layer components{.bar{color:var(--ink)}}@layer utilities{.menu{top:0}}${tokens}`,
    `@layer base{*{margin:0}}@layer components{.brand{font-family:Display}}${display}`,
    `@layer base{*{margin:0}}@layer components{.flex{gap:1px}}@layer utilities{.menu{top:0}}@font-face{font-family:Text in Roboto;src:local(Roboto)}`,
  ]);
});

test('each stage precedes its element; modules and the full sheet precede the main part', () => {
  const head =
    '<style>Text {}</style><style>Display {}</style><link rel="stylesheet" href="/s.css"><link rel="modulepreload" href="/m.js">';
  const body =
    '<header><a></a><a data-styles></a><nav data-styles></nav></header><script>1</script><main></main>';
  const styles = new Map([['/s.css', ['a{}', 'b{}', 'c{}']]]);
  expect(partsOf(withOpeningStyles(pageOf(head, body), styles))).toEqual({
    head: '<style>a{}</style>',
    body: [
      '<header><a></a><style>Display {}b{}</style><a data-styles></a><style>Text {}c{}</style><nav data-styles></nav></header>',
      '<script>1</script><link rel="modulepreload" href="/m.js"><link rel="stylesheet" href="/s.css" media="print" data-later>',
      '<noscript><link rel="stylesheet" href="/s.css"></noscript><main></main>',
    ].join(''),
  });
});

test.each([
  [
    'no pointer states or print',
    '.a:hover,.a{color:red}.a:focus-visible{color:blue}@media print{.a{color:blue}}',
    '.a{color:red}',
  ],
  [
    'no empty at-rules',
    '@media (min-width:1px){@supports (color:red){.a:hover{color:red}}}.a{color:red}',
    '.a{color:red}',
  ],
  [
    'what paints or catches taps',
    '.a{cursor:pointer;transition:color 1s;color:red;pointer-events:none}',
    '.a{color:red;pointer-events:none}',
  ],
  [
    'the custom properties in use',
    ':root{--read:1px;--unread:var(--only-there);--only-there:2px}.a{width:var(--read)}@property --read{syntax:"*";inherits:false}@property --unread{syntax:"*";inherits:false}',
    ':root{--read:1px}.a{width:var(--read)}@property --read{syntax:"*";inherits:false}',
  ],
  [
    'values in place of unset or own properties',
    '.a{--tw-own:1;order:var(--tw-own,) var(--tw-unset,)}.b{--tw-two:2}.c{--tw-two:3;order:var(--tw-two,)}@property --tw-own{syntax:"*";inherits:false}',
    '.a{order:1}.b{--tw-two:2}.c{--tw-two:3;order:var(--tw-two,)}',
  ],
])('the first paint has %s', (_what, css, expected) => {
  expect(forTheFirstPaint(css)).toBe(expected);
});
