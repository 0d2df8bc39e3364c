import { expect, test } from 'vitest';
import { withModules } from '../../src/integrations/page-modules.ts';
import { pageOf, partsOf } from './page.ts';

const imports = new Map([
  ['/_astro/page.js', ['/_astro/shared.js']],
  ['/_astro/shared.js', ['/_astro/deep.js', '/_astro/page.js']],
  ['/_astro/deep.js', []],
  ['/_astro/Island.js', ['/_astro/react.js']],
]);
const standIns = new Map([['/_astro/entry.js', '/_astro/shared.js']]);
const script = (name: string) => `<script type="module" src="/_astro/${name}.js"></script>`;
const linked = (body: string) => {
  const { head } = withModules(pageOf('', body), { imports, standIns });
  const of = (named: (attributes: Readonly<Record<string, string>>) => boolean) =>
    head.filter(({ attributes }) => named(attributes)).map(({ attributes }) => attributes['href']);
  return {
    fetched: of(({ rel }) => rel === 'modulepreload'),
    named: of((attributes) => attributes['data-island'] !== undefined),
  };
};

test('A page names its script and every module behind it, each once', () => {
  expect(linked(script('page')).fetched).toEqual(['/_astro/page.js', '/_astro/shared.js', '/_astro/deep.js']);
});

test('The modules of an island are named in the page and not fetched', () => {
  const island =
    '<astro-island component-url="/_astro/Island.js" renderer-url="/_astro/page.js" client="after-load"></astro-island>';
  expect(linked(script('deep') + island)).toEqual({
    fetched: ['/_astro/deep.js'],
    named: ['/_astro/Island.js', '/_astro/page.js', '/_astro/react.js', '/_astro/shared.js'],
  });
});

test('A page without scripts stays as it is', () => {
  const page = pageOf('<title>T</title>', '<p>T</p>');
  expect(partsOf(withModules(page, { imports, standIns }))).toEqual({
    head: '<title>T</title>',
    body: '<p>T</p>',
  });
});

test('A script that only imports a module gives way to that module, and what is around it stays', () => {
  const page = pageOf('', `<p>1</p>${script('entry')}<p>2</p>${script('page')}<p>3</p>`);
  expect(partsOf(withModules(page, { imports, standIns })).body).toBe(
    `<p>1</p>${script('shared')}<p>2</p>${script('page')}<p>3</p>`,
  );
});
