import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { expect, test } from 'vitest';
import { readRules } from '../../local/site/netlify-rules.ts';
import {
  productRedirects,
  type Redirects,
  textRedirects,
} from '../../src/integrations/content-rules/redirects.ts';
import { redirectFormerAddresses } from '../../src/integrations/redirects.ts';
import { pageProblems } from '../../src/integrations/content-rules/texts.ts';

const text = (name: string, aliases: readonly string[]) => ({
  folder: 'pages' as const,
  name,
  source: `---\ntitle: T\naliases:\n${aliases.map((alias) => `  - ${alias}\n`).join('')}---\n\nWords.\n`,
});

test('a former address of a text redirects to it, unless another text has it now', () => {
  expect(textRedirects([text('sizes', ['/size-guide', '/measuring']), text('measuring', [])])).toEqual({
    '/size-guide': '/sizes',
  });
});

test('a former address of two texts redirects to the first by name', () => {
  expect(textRedirects([text('sizes', ['/old']), text('washing', ['/old'])])).toEqual({ '/old': '/sizes' });
});

test.each(['/cart', '/api', 'size-guide', '/Size Guide', '/a/b', 'https://example.com'])(
  '%s cannot be the former address of a text',
  (alias) => {
    const { source } = text('sizes', [alias]);
    expect(pageProblems(source, { texts: new Set(), products: new Set() })).toContain(
      'aliases: entry 1: must be a former address of this text, such as /size-guide',
    );
  },
);

test('the page of a removed product redirects to its replacement', () => {
  expect(productRedirects([{ id: 'kulhad-hoodie-2', aliases: ['/product/kulhad-hoodie'] }])).toEqual({
    redirects: { '/product/kulhad-hoodie': '/product/kulhad-hoodie-2' },
    problems: [],
  });
});

test('an alias is refused if its product is on sale, or two products claim it', () => {
  const { problems } = productRedirects([
    { id: 'cap', aliases: ['/product/tote', '/product/old'] },
    { id: 'tote', aliases: ['/product/old'] },
  ]);
  expect(problems).toEqual([
    'cap.md: aliases: /product/tote is a product of this shop; take it out',
    'tote.md: aliases: /product/old leads to /product/cap already; take one out',
  ]);
});

test('the rules follow the existing ones, and the shop applies them', async () => {
  const root = await mkdtemp(join(tmpdir(), 'taana-moved-'));
  const dist = join(root, 'dist');
  await mkdir(join(root, 'src/content'), { recursive: true });
  await mkdir(dist);
  await writeFile(join(root, 'netlify.toml'), '');
  const build = async (redirects: Redirects) => {
    await writeFile(join(root, 'src/content/snapshot.json'), JSON.stringify({ redirects }));
    const hooks = redirectFormerAddresses().hooks as Required<AstroIntegration['hooks']>;
    const config = { root: pathToFileURL(`${root}/`) };
    await hooks['astro:config:done']({ config } as Parameters<(typeof hooks)['astro:config:done']>[0]);
    const dir = pathToFileURL(`${dist}/`);
    await hooks['astro:build:done']({ dir } as Parameters<(typeof hooks)['astro:build:done']>[0]);
  };
  await build({});
  await expect(readFile(join(dist, '_redirects'))).rejects.toThrow('ENOENT');

  await writeFile(join(dist, '_redirects'), '/product/* /coming-soon 302!\n');
  await build({ '/size-guide': '/sizes', '/product/old': '/product/new' });
  expect(await readFile(join(dist, '_redirects'), 'utf8')).toBe(
    '/product/* /coming-soon 302!\n/product/old /product/new 301\n/size-guide /sizes 301\n',
  );
  const rules = readRules(join(root, 'netlify.toml'), join(dist, '_redirects'));
  expect(rules.redirectFor('/size-guide')).toEqual({ to: '/sizes', status: 301, force: false });
  await rm(root, { recursive: true });
});
