import { expect, test } from 'vitest';
import { readRules } from '../../local/site/netlify-rules.ts';
import {
  productRedirects,
  type Redirects,
  textRedirects,
} from '../../src/integrations/content-rules/redirects.ts';
import { redirectFormerAddresses } from '../../src/integrations/redirects.ts';
import { pageProblems } from '../../src/integrations/content-rules/texts.ts';
import { useFolder } from '../support/folder.ts';
import { finishBuild } from './astro-build.ts';

const root = useFolder();

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
  await root.write('netlify.toml');
  const build = async (redirects: Redirects) => {
    await root.write('src/content/snapshot.json', JSON.stringify({ redirects }));
    await finishBuild(redirectFormerAddresses(), root.path);
  };
  await build({});
  await expect(root.read('dist/_redirects')).rejects.toThrow('ENOENT');

  await root.write('dist/_redirects', '/product/* /coming-soon 302!\n');
  await build({ '/size-guide': '/sizes', '/product/old': '/product/new' });
  expect(await root.read('dist/_redirects')).toBe(
    '/product/* /coming-soon 302!\n/product/old /product/new 301\n/size-guide /sizes 301\n',
  );
  const rules = readRules(root.at('netlify.toml'), root.at('dist/_redirects'));
  expect(rules.redirectFor('/size-guide')).toEqual({ to: '/sizes', status: 301, force: false });
});
