import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProducts } from '../../netlify/storage/products.ts';
import { readCatalogue, readPolicyVersions, writeSnapshot } from '../../scripts/snapshot.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const realPublic = join(root, 'public');

describe('the snapshot script', () => {
  let folder: string;
  const inFolder = (...names: string[]) => join(folder, ...names);
  const read = () => readCatalogue(inFolder('src/content/products'), inFolder('public'));
  const write = (name: string, text: string) => writeFileSync(inFolder('src/content/products', name), text);

  const fileText = (lines = '') => `---
name: Kulhad Hoodie
subCategory: Hoodie
category: Women
price: 2199
addedOn: 2026-10-09
sizes: [S]
stock:
  S: 4
images:
  - { file: one-1.webp, alt: Front, view: front }
colour: { name: Terracotta, hex: '#8f523a' }
fabric: Cotton
fit: Relaxed
print: None
care: Wash cold.
${lines}---

A plain hoodie.
`;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'taana-snapshot-'));
    mkdirSync(inFolder('src/content/products'), { recursive: true });
    mkdirSync(inFolder('public/products'), { recursive: true });
    writeFileSync(inFolder('public/products/one-1.webp'), '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('reads files in the order of their ids, with any line ends', () => {
    write('b.md', fileText().replaceAll('\n', '\r\n'));
    write('a.md', `\uFEFF${fileText()}`);
    const { products, problems } = read();
    expect(problems).toEqual([]);
    expect(products.map(({ id, addedOn }) => [id, addedOn])).toEqual([
      ['a', '2026-10-09'],
      ['b', '2026-10-09'],
    ]);
  });

  test('names every mistake of every file, and missing pictures too', () => {
    write('a.md', fileText().replace('2199', '0').replace('one-1', 'One-1'));
    write('b.md', fileText().replace('2026-10-09', '2026-06-31'));
    write('c.md', fileText().replace('one-1.webp', 'two-1.webp'));
    write('d.md', 'No fields at all');
    write('e.md', fileText('price: 12\n'));
    write('f.txt', 'A note');
    write('g.md', fileText().replace('---\n', '---js\n'));
    mkdirSync(inFolder('src/content/products/winter'));
    expect(read()).toEqual({
      products: [],
      redirects: {},
      problems: [
        'a.md: images: One-1.webp was not found in public/products (small and capital letters differ)',
        expect.stringMatching(/^a\.md: images: picture 1: file: must be the name of a picture/),
        expect.stringMatching(/^a\.md: price: must be rupees/),
        'b.md: addedOn: must be a day that exists, written as 2026-11-20',
        'c.md: images: two-1.webp was not found in public/products (small and capital letters differ)',
        'd.md: must begin with a line of --- and its fields below it',
        expect.stringMatching(/^e\.md: the lines between --- cannot be read: duplicated mapping key/),
        'f.txt: is not a product file; a product is one file whose name ends in .md',
        'g.md: must begin with a line of --- and its fields below it',
        'winter: is not a product file; a product is one file whose name ends in .md',
      ],
    });
  });

  test('writes only what changed', () => {
    write('a.md', fileText());
    const made = [
      'snapshot-edition.json',
      'snapshot.json',
      'snapshot/products.jsonl',
      'snapshot/search.json',
    ];
    const times = () => made.map((file) => statSync(inFolder(file)).mtimeMs);
    const snapshot = {
      products: read().products,
      policyVersions: { terms: '2026-11-20', privacy: '2026-11-21' },
      cropGrounds: { '/campaign/crops/one-50-50.webp': ['#d8c8a9'] },
      redirects: { '/product/old': '/product/a' },
    };
    expect(writeSnapshot(folder, snapshot)).toBe(true);
    const before = times();
    expect(writeSnapshot(folder, snapshot)).toBe(false);
    expect(times()).toEqual(before);
    const policyVersions = { terms: '2026-12-01', privacy: '2026-11-21' };
    expect(writeSnapshot(folder, { ...snapshot, policyVersions })).toBe(true);
    expect(times().slice(1)).toEqual(before.slice(1));
    const { edition, ...kept } = JSON.parse(readFileSync(inFolder('snapshot-edition.json'), 'utf8')) as {
      edition: string;
    };
    expect(kept).toEqual({ policyVersions });
    expect(openProducts(inFolder('snapshot/products.jsonl')).edition).toBe(edition);
    const { products, cropGrounds, redirects } = snapshot;
    expect(JSON.parse(readFileSync(inFolder('snapshot.json'), 'utf8'))).toEqual({
      products,
      cropGrounds,
      redirects,
    });
    expect(readdirSync(folder).sort()).toEqual([
      'public',
      'snapshot',
      'snapshot-edition.json',
      'snapshot.json',
      'src',
    ]);
    expect(readdirSync(inFolder('snapshot')).sort()).toEqual(['products.jsonl', 'search.json']);
  });

  test('stops the build with the path of the file and leaves no snapshot', () => {
    mkdirSync(inFolder('scripts'));
    for (const part of [
      'scripts/snapshot.ts',
      'src/integrations/content-rules',
      'src/content/shop-facts.ts',
      'src/content/search-words.json',
      'netlify/services',
      'netlify/storage/products.ts',
    ]) {
      cpSync(join(root, part), inFolder(part), { recursive: true });
    }
    for (const room of ['src/contract', 'src/domain', 'package.json']) {
      cpSync(join(root, room), inFolder(room), { recursive: true });
    }
    execFileSync('ln', ['-s', join(root, 'node_modules'), inFolder('node_modules')]);
    write('a.md', fileText().replace('2199', '-1'));
    for (const texts of ['src/content/pages', 'src/content/policies']) {
      cpSync(join(root, texts), inFolder(texts), { recursive: true });
    }
    const policy = (title: string) =>
      `---\ntitle: ${title}\ndescription: ${`The ${title} of the shop. `.repeat(4)}\n`;
    writeFileSync(inFolder('src/content/policies/terms-conditions.md'), `${policy('Terms')}---\nText.\n`);
    writeFileSync(
      inFolder('src/content/policies/privacy-policy.md'),
      `${policy('Privacy')}lastChanged: 2026-11-20\n---\nWrite to {{shop.nobody}}.\n`,
    );
    const ofProductA = { headline: 'A', line: 'A', link: { label: 'A', href: '/product/a' }, pieces: ['a'] };
    const campaign = {
      picture: '/campaign/a.webp',
      alt: 'A',
      textSide: 'left',
      ...ofProductA,
      focus: { phone: '50% 50%', desktop: '50% 50%' },
    };
    mkdirSync(inFolder('public/campaign'));
    cpSync(join(realPublic, 'campaign/campaign-1.webp'), inFolder('public/campaign/a.webp'));
    writeFileSync(
      inFolder('src/content/home.json'),
      JSON.stringify({ hero: campaign, editorials: [campaign], earlyOrder: ofProductA }),
    );
    cpSync(join(realPublic, 'products/taana-cap-1.webp'), inFolder('public/products/one-1.webp'));
    const run = () => execFileSync(process.execPath, [inFolder('scripts/snapshot.ts')], { stdio: 'pipe' });
    expect(run).toThrow(
      /src\/content\/products\/a\.md: price: must be rupees.*\nsrc\/content\/policies\/terms-conditions\.md: lastChanged: is missing/,
    );
    expect(run).toThrow(
      /src\/content\/policies\/privacy-policy\.md: text: \{\{shop\.nobody\}\} is not a fact/,
    );
    write('a.md', fileText());
    expect(run).toThrow(/2 mistakes; nothing was written/);
    expect(readdirSync(inFolder('src/content'))).not.toContain('snapshot.json');
  });

  describe('the versions of the texts that shoppers accept', () => {
    const policies = () => inFolder('policies');
    const versions = () => readPolicyVersions(policies());
    const policy = (name: string, line: string) =>
      writeFileSync(join(policies(), name), `---\ntitle: A text\n${line}\n---\n\nText.\n`);
    beforeEach(() => {
      mkdirSync(policies());
      policy('terms-conditions.md', 'lastChanged: 2026-11-20');
      policy('privacy-policy.md', 'lastChanged: 2026-11-20');
    });

    test('are read from their lastChanged days, quoted or not, with a comment or without', () => {
      policy('terms-conditions.md', 'lastChanged: 2026-11-30 # the reviews');
      policy('privacy-policy.md', "lastChanged: '2026-12-01'");
      expect(versions()).toEqual({
        versions: { terms: '2026-11-30', privacy: '2026-12-01' },
        problems: [],
      });
    });

    test.each([
      'lastChanged: 2026-06-31',
      'lastChanged: 2026-11-20T10:00:00Z',
      'lastChanged: 20 November 2026',
      'lastChanged: 2026',
      "lastChanged: '2026-13-01'",
    ])('are refused if one is “%s”, with the file and the field', (line) => {
      policy('privacy-policy.md', line);
      expect(versions()).toEqual({
        versions: null,
        problems: ['privacy-policy.md: lastChanged: must be a day that exists, written as 2026-11-20'],
      });
    });

    test('are refused with every file whose day or text is missing', () => {
      policy('terms-conditions.md', 'lastChanged:');
      rmSync(join(policies(), 'privacy-policy.md'));
      expect(versions()).toEqual({
        versions: null,
        problems: [
          'terms-conditions.md: lastChanged: is missing; write the day on which the text changed, such as 2026-11-20',
          'privacy-policy.md: is missing; /privacy-policy belongs to the shop, so its text can be changed but not deleted',
        ],
      });
    });
  });
});
