import { expect, test } from 'vitest';
import { files, pages, read } from './pages.ts';

/** The marketers' editor lies beside the shop, and the shop knows nothing of it. */
const editorFiles = [...files].filter((file) => file.startsWith('/admin/'));
const editor = read('/admin/index.html');

test('the editor is there, apart, and for no search engine', () => {
  expect(editorFiles.length).toBeGreaterThan(1);
  expect(editor).toContain('<meta name="robots" content="noindex"');
  expect(editor).toMatch(/<script type="module"[^>]* src="\/admin\//);
});

test('the editor loads from this shop alone, without eval', () => {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(editor)?.[1] ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('unsafe-eval');
  for (const [, address = ''] of editor.matchAll(/(?:src|href)="([^"]*)"/g))
    expect(address).toMatch(/^\/(?!\/)/);
  for (const file of editorFiles.filter((name) => name.endsWith('.js'))) {
    expect(read(file), file).not.toContain('cdn.jsdelivr.net');
  }
});

test.each(pages)('$path loads nothing of it', ({ html }) => {
  expect(html).not.toMatch(/\/admin(?:\/|")/);
});

test('no script of the shop has anything of it', () => {
  const scripts = [...files].filter((file) => file.endsWith('.js') && !file.startsWith('/admin/'));
  expect(scripts.length).toBeGreaterThan(10);
  for (const file of scripts) expect(read(file), file).not.toMatch(/sveltia|__content|\/admin\//);
});
