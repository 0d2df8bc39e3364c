import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, symlinkSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, test } from 'vitest';
import { openProducts } from '../../netlify/storage/products.ts';
import { readCatalogue, readPolicyVersions, writeSnapshot } from '../../scripts/snapshot.ts';
import { projectRoot } from '../../scripts/setup.mjs';
import { useFolder } from '../support/folder.ts';

describe('the snapshot script', () => {
  const folder = useFolder();
  const read = () => readCatalogue(folder.at('src/content/products'), folder.at('public'));
  const write = (name: string, text: string) => folder.write(`src/content/products/${name}`, text);

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

  beforeEach(() => folder.write('public/products/one-1.webp'));

  test('reads files in the order of their ids, with any line ends', async () => {
    await write('b.md', fileText().replaceAll('\n', '\r\n'));
    await write('a.md', `\uFEFF${fileText()}`);
    const { products, problems } = read();
    expect(problems).toEqual([]);
    expect(products.map(({ id, addedOn }) => [id, addedOn])).toEqual([
      ['a', '2026-10-09'],
      ['b', '2026-10-09'],
    ]);
  });

  test('names every mistake of every file, and missing pictures too', async () => {
    await write('a.md', fileText().replace('2199', '0').replace('one-1', 'One-1'));
    await write('b.md', fileText().replace('2026-10-09', '2026-06-31'));
    await write('c.md', fileText().replace('one-1.webp', 'two-1.webp'));
    await write('d.md', 'No fields at all');
    await write('e.md', fileText('price: 12\n'));
    await write('f.txt', 'A note');
    await write('g.md', fileText().replace('---\n', '---js\n'));
    await mkdir(folder.at('src/content/products/winter'));
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

  test('writes only what changed', async () => {
    await write('a.md', fileText());
    const made = [
      'snapshot-edition.json',
      'snapshot.json',
      'snapshot/products.jsonl',
      'snapshot/search.json',
    ];
    const times = () => made.map((file) => statSync(folder.at(file)).mtimeMs);
    const snapshot = {
      products: read().products,
      policyVersions: { terms: '2026-11-20', privacy: '2026-11-21' },
      cropGrounds: { '/campaign/crops/one-50-50.webp': ['#d8c8a9'] },
      redirects: { '/product/old': '/product/a' },
    };
    expect(writeSnapshot(folder.path, snapshot)).toBe(true);
    const before = times();
    expect(writeSnapshot(folder.path, snapshot)).toBe(false);
    expect(times()).toEqual(before);
    const policyVersions = { terms: '2026-12-01', privacy: '2026-11-21' };
    expect(writeSnapshot(folder.path, { ...snapshot, policyVersions })).toBe(true);
    expect(times().slice(1)).toEqual(before.slice(1));
    const { edition } = openProducts(folder.at('snapshot/products.jsonl'));
    expect(JSON.parse(await folder.read('snapshot-edition.json'))).toEqual({ edition, policyVersions });
    const { policyVersions: _, ...ofPages } = snapshot;
    expect(JSON.parse(await folder.read('snapshot.json'))).toEqual(ofPages);
    const files = readdirSync(folder.path, { recursive: true }) as string[];
    expect(files.filter((file) => /^snapshot.*\./.test(file)).sort()).toEqual(made);
  });

  test('stops the build with the path of each wrong file and leaves no snapshot', async () => {
    const parts = ['scripts/snapshot.ts', 'package.json', 'src/contract', 'src/domain', 'netlify/services'];
    const contents = ['search-words.json', 'shop-facts.ts', 'pages', 'policies', 'home.json'];
    for (const part of [
      ...parts,
      'netlify/storage/products.ts',
      'src/integrations/content-rules',
      'public/campaign',
      ...contents.map((content) => `src/content/${content}`),
    ]) {
      await cp(join(projectRoot, part), folder.at(part), { recursive: true });
    }
    symlinkSync(join(projectRoot, 'node_modules'), folder.at('node_modules'));
    await write('a.md', fileText().replace('2199', '-1'));
    const terms = 'src/content/policies/terms-conditions.md';
    await folder.write(terms, (await folder.read(terms)).replace(/^lastChanged: .*\n/m, ''));
    const privacy = 'src/content/policies/privacy-policy.md';
    await folder.write(privacy, `${await folder.read(privacy)}\nWrite to {{shop.nobody}}.\n`);
    const { status, stderr } = spawnSync(process.execPath, [folder.at('scripts/snapshot.ts')]);
    expect(status).toBe(1);
    for (const mistake of [
      /src\/content\/products\/a\.md: price: must be rupees/,
      /src\/content\/policies\/terms-conditions\.md: lastChanged: is missing/,
      /src\/content\/policies\/privacy-policy\.md: text: \{\{shop\.nobody\}\} is not a fact/,
      /\d+ mistakes; nothing was written/,
    ]) {
      expect(String(stderr)).toMatch(mistake);
    }
    expect(readdirSync(folder.at('src/content'))).not.toContain('snapshot.json');
  });

  describe('the versions of the texts that shoppers accept', () => {
    const versions = () => readPolicyVersions(folder.at('policies'));
    const policy = (name: string, line: string) =>
      folder.write(`policies/${name}`, `---\ntitle: A text\n${line}\n---\n\nText.\n`);
    beforeEach(async () => {
      await policy('terms-conditions.md', 'lastChanged: 2026-11-20');
      await policy('privacy-policy.md', 'lastChanged: 2026-11-20');
    });

    test('are read from their lastChanged days, quoted or not, with a comment or without', async () => {
      await policy('terms-conditions.md', 'lastChanged: 2026-11-30 # the reviews');
      await policy('privacy-policy.md', "lastChanged: '2026-12-01'");
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
    ])('are refused if one is “%s”, with the file and the field', async (line) => {
      await policy('privacy-policy.md', line);
      expect(versions()).toEqual({
        versions: null,
        problems: ['privacy-policy.md: lastChanged: must be a day that exists, written as 2026-11-20'],
      });
    });

    test('are refused with every file whose day or text is missing', async () => {
      await policy('terms-conditions.md', 'lastChanged:');
      await rm(folder.at('policies/privacy-policy.md'));
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
