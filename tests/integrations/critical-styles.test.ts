import { expect, test } from 'vitest';
import { openingStyles, withOpeningStyles, wordsOf } from '../../src/integrations/critical-styles.ts';
import { pageOf, partsOf } from './page.ts';

const page = pageOf(
  '',
  `<h1 class="title lg:wide">A</h1><dialog class="drawer"><p class="inside">closed</p></dialog>
<nav popover class="menu"><p class="inside">closed</p></nav><footer data-unseen><p class="low">late</p></footer>
<template><i class="blank"></i></template><script>const made = 'by-script';</script>`,
);
const opening = async (css: string, of = page) => (await openingStyles(css, wordsOf(of))).at(-1);

test('A page opens with the rules of what can be seen on it, and not with those of what is closed', async () => {
  const css =
    '.title{color:red}.other{color:red}.inside{color:red}.drawer{color:red}.menu{color:red}.by-script{color:red}.lg\\:wide{width:1px}';
  expect(await opening(css)).toBe('.title{color:red}.lg\\:wide{width:1px}');
});

test('What is marked as unseen has its rules with the whole sheet', async () => {
  expect(await opening('.low{color:red}.title{color:red}')).toBe('.title{color:red}');
});

test('What a script asks for before the whole sheet is there, opens with the page', async () => {
  const css = await opening(
    '[data-theme=dark]{color:red}.heart[data-wished=true]{color:red}.title{color:red}',
  );
  expect(css).toContain('[data-theme=dark]');
  expect(css).toContain('.heart[data-wished=true]');
});

test('A rule for all children but some opens with the page', async () => {
  const rule = ':is(.title,.other)>:not(.drawer){color:red}';
  expect(await opening(rule)).toBe(rule);
});

test('A class with quotes or an ampersand in its name is a word like any other', async () => {
  const css = ".before\\:content-\\[\\'\\/\\'\\]{color:red}.\\[\\&_svg\\]\\:wide{color:red}";
  expect(await opening(css, pageOf('', `<p class="before:content-['/'] [&amp;_svg]:wide"></p>`))).toBe(css);
});

test('What a script copies out of a template opens with the page', async () => {
  expect(await opening('.blank{color:red}.other{color:red}')).toBe('.blank{color:red}');
});

test('A word that only people read is no selector’s', () => {
  const [words] = wordsOf(
    pageOf('', '<p title="a > b" id="one">A code <b>is</b> small</p><img alt="table">'),
  );
  expect([...(words ?? [])]).toEqual(expect.arrayContaining(['p', 'b', 'id', 'one', 'title', 'img']));
  for (const word of ['code', 'table', 'a', '>']) expect(words).not.toContain(word);
});

test('A rule with `:has`, or for what is disabled, opens with the page that has such an element', async () => {
  const css = '.title:has(.inner){color:red}.title:disabled{color:blue}.title{color:green}';
  expect(await opening(css)).toBe('.title{color:green}');
  const full = pageOf('', '<button class="title" disabled><i class="inner"></i></button>');
  expect(await opening(css, full)).toBe(css);
});

const bar = pageOf(
  '',
  '<header class="bar"><a class="menu">M</a><a class="brand" data-styles>T</a><nav class="flex" data-styles></nav></header><main class="flex">',
);

test('The bar’s start, the brand and the rest of a page have their rules in three stages; layers keep their ranks', async () => {
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

test('The styles of a page stand in one element, in their order and whatever signs they have', () => {
  const head = '<style>a{b:c}</style><title>T</title><link rel="stylesheet" href="/s.css"><meta name="x">';
  const styles = new Map([['/s.css', ['@media (width<=63.99rem){d{e:f}}']]]);
  const body = '<svg><style>g{}</style></svg>';
  expect(partsOf(withOpeningStyles(pageOf(head, body), styles))).toEqual({
    head: [
      '<title>T</title><style>a{b:c}@media (width<=63.99rem){d{e:f}}</style>',
      '<link rel="stylesheet" href="/s.css" media="print" data-later>',
      '<noscript><link rel="stylesheet" href="/s.css"></noscript><meta name="x">',
    ].join(''),
    body,
  });
  expect(partsOf(withOpeningStyles(pageOf(''), styles)).head).toBe('');
});

test('Each stage stands before the element that it is for; modules and the full sheet come before the main part', () => {
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
