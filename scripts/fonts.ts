/**
 * Subsets the shop's web fonts from the Anek families (SIL Open Font License 1.1, Ek Type) in the npm packages, so that a
 * page downloads only the glyphs that it uses. Run by hand after a change here: `node scripts/fonts.ts`; the subsets are
 * committed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { brand } from '../src/domain/config.ts';

const require = createRequire(import.meta.url);
const latin = require.resolve('@fontsource-variable/anek-latin/files/anek-latin-latin-standard-normal.woff2');
const devanagari =
  require.resolve('@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-standard-normal.woff2');

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const typographic = '–—‘’“”…•→←×·©°½é';
/** Headlines are in capitals. */
const capitals = (ascii + typographic).toUpperCase();

const cuts = [
  { file: 'anek-display', from: latin, text: capitals, axes: { wdth: 75, wght: 800 } },
  {
    file: 'anek-text',
    from: latin,
    text: ascii + typographic,
    axes: { wdth: 100, wght: { min: 400, max: 700 } },
  },
  // The brand's own words only: shoppers' names in Devanagari use one font, the phone's.
  { file: 'anek-native', from: devanagari, text: brand.nativeName, axes: { wdth: 100, wght: 600 } },
];

for (const { file, from, text, axes } of cuts) {
  const cut = await subsetFont(await readFile(from), text, { targetFormat: 'woff2', variationAxes: axes });
  const target = new URL(`../src/assets/fonts/${file}.woff2`, import.meta.url);
  await writeFile(target, cut);
  process.stdout.write(`${file}.woff2 ${cut.length} bytes\n`);
}
