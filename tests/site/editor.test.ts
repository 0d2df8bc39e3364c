import { expect, test } from 'vitest';
import { files, pages, policyOf, read } from './pages.ts';

/** The marketers' editor is beside the shop, and the shop does not load it. */
const editorFiles = [...files].filter((file) => file.startsWith('/admin/'));
const editor = read('/admin/index.html');

test('the editor exists, separate from the shop, and is kept from search engines', () => {
  expect(editorFiles.length).toBeGreaterThan(1);
  expect(editor).toContain('<meta name="robots" content="noindex"');
  expect(editor).toMatch(/<script type="module"[^>]* src="\/admin\//);
});

test('the editor loads only files of this shop, without eval', () => {
  expect(policyOf(editor)).toContain("script-src 'self';");
  expect(policyOf(editor)).not.toContain('unsafe-eval');
  for (const [, address = ''] of editor.matchAll(/(?:src|href)="([^"]*)"/g))
    expect(address).toMatch(/^\/(?!\/)/);
  for (const file of editorFiles.filter((name) => name.endsWith('.js'))) {
    expect(read(file), file).not.toContain('cdn.jsdelivr.net');
  }
});

test.each(pages)('$path loads nothing of it', ({ html }) => {
  expect(html).not.toMatch(/\/admin(?:\/|")/);
});

test('no script of the shop contains a part of it', () => {
  const scripts = [...files].filter((file) => file.endsWith('.js') && !file.startsWith('/admin/'));
  expect(scripts.length).toBeGreaterThan(10);
  for (const file of scripts) expect(read(file), file).not.toMatch(/sveltia|__content|\/admin\//);
});
