import { expect, test } from 'vitest';
import { withNamedModules } from '../../src/integrations/small-preload.ts';

const TABLE =
  'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["_astro/shopper.js","_astro/shell.js","_astro/hands.js"])))=>i.map(i=>d[i]);\n';

test('a dynamic import names what it needs, without a table and without what is there', () => {
  const code = `${TABLE}import{a}from"./shell.js";a(()=>import("./shopper.js"),__vite__mapDeps([0,1,2]));a(()=>import("./hands.js"),__vite__mapDeps([2,1]));`;
  expect(withNamedModules(code, ['_astro/product.js', '_astro/shell.js'])).toBe(
    'import{a}from"./shell.js";a(()=>import("./shopper.js"),["_astro/shopper.js","_astro/hands.js"]);a(()=>import("./hands.js"),["_astro/hands.js"]);',
  );
});

test('a chunk that imports nothing dynamically stays as it is', () => {
  const code = 'import{a}from"./shell.js";a();';
  expect(withNamedModules(code, [])).toBe(code);
});
