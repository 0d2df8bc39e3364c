import { expect, test } from 'vitest';
import { inOneStyle, opening, wordsOf } from '../../scripts/build/critical-styles.ts';

const page = `<html data-theme="light"><body class="page"><h1 class="title lg:wide">A</h1>
<dialog class="drawer"><p class="inside">closed</p></dialog>
<template><i class="blank"></i></template><script>const made = 'by-script';</script></body></html>`;

test('A page opens with the rules of what can be seen on it, and not with those of what is closed', async () => {
  const css = await opening(
    '.title{color:red}.other{color:red}.inside{color:red}.drawer{color:red}.by-script{color:red}.lg\\:wide{width:1px}',
    wordsOf(page),
  );
  expect(css).toBe('.title{color:red}.drawer{color:red}.lg\\:wide{width:1px}');
});

test('What a script asks for before the whole sheet is there, opens with the page', async () => {
  const css = await opening(
    '[data-theme=dark]{color:red}.heart[data-wished=true]{color:red}.toast{color:red}.title{color:red}',
    wordsOf(page),
  );
  expect(css).toContain('[data-theme=dark]');
  expect(css).toContain('.toast');
});

test('Answers to a hand, and media that are not a screen, come with the whole sheet', async () => {
  const css = await opening(
    '.title:hover,.title{color:red}.title:focus-visible{color:blue}@media print{.title{color:blue}}@media (hover:hover){.title{color:blue}}@media (min-width:1px){.title{color:green}}',
    wordsOf(page),
  );
  expect(css).toBe('.title{color:red}@media (min-width:1px){.title{color:green}}');
});

test('How pages follow each other stands in what they open with', async () => {
  const css = await opening(
    '@view-transition{navigation:auto}::view-transition-old(root){animation:none}',
    wordsOf(page),
  );
  expect(css).toBe('@view-transition{navigation:auto}');
});

test('A rule for all children but some opens with the page', async () => {
  const rule = ':is(.title,.other)>:not(.drawer){color:red}';
  expect(await opening(rule, wordsOf(page))).toBe(rule);
});

test('A class with quotes or an ampersand in its name is a word like any other', async () => {
  const css = ".before\\:content-\\[\\'\\/\\'\\]{color:red}.\\[\\&_svg\\]\\:wide{color:red}";
  const words = wordsOf(`<p class="before:content-['/'] [&amp;_svg]:wide"></p>`);
  expect(await opening(css, words)).toBe(css);
});

test('What a script copies out of a template opens with the page', async () => {
  expect(await opening('.blank{color:red}.other{color:red}', wordsOf(page))).toBe('.blank{color:red}');
});

test('A word that is only read is no element', () => {
  expect(wordsOf('<p title="a > b" id="one">A code <b>is</b> small</p>')).not.toContain('code');
  expect(wordsOf('<p title="a > b" id="one">A code</p>')).toEqual(expect.arrayContaining(['p', 'id', 'one']));
});

test('What is empty without the rules that come later is left out with all around it', async () => {
  const css = '@media (min-width:1px){@supports (color:red){.title:hover{color:red}}}.title{color:red}';
  expect(await opening(css, wordsOf(page))).toBe('.title{color:red}');
});

test('The styles of a page stand in one element, in their order', () => {
  const html =
    '<head><style>a{b:c}</style><title>T</title><style>d{e:f}</style></head><svg><style>g{}</style></svg>';
  expect(inOneStyle(html)).toBe(
    '<head><title>T</title><style>a{b:c}d{e:f}</style></head><svg><style>g{}</style></svg>',
  );
  expect(inOneStyle('<head></head>')).toBe('<head></head>');
});
