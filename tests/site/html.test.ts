import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { brand } from '../../src/domain/config.ts';
import { canonicals, metas, type Page, pages, publicPages, site, titles } from './pages.ts';

/** What is asked of every page beside the standard; what is not asked has its reason. */
const rules: ConfigData = {
  root: true,
  extends: [
    'html-validate:recommended',
    'html-validate:standard',
    'html-validate:document',
    'html-validate:a11y',
  ],
  elements: [
    'html5',
    // Astro writes the one rule for islands beside the first of them.
    { style: { flow: true, metadata: true } },
  ],
  rules: {
    // What a page loads comes from the shop itself, which its policy holds the browser to; hashes are for other hosts.
    'require-sri': ['error', { target: 'crossorigin' }],
    // Safari takes an unmarked list for no list; the role says again that it is one.
    'no-redundant-role': 'off',
    // A select cannot suggest cities while one is being typed.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Values of one facet are tick boxes of one name, as in the address that the form asks for.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
    // How React writes down what it renders. To a browser it is the same.
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // The style sheet keeps telephone numbers on one line.
    'tel-non-breaking': 'off',
    'long-title': ['error', { maxlength: 65 }],
  },
};

/** Findings that stand, each with its reason. */
const accepted: { path: string; message: string }[] = [
  // The specification wants the type `tel` (§5), and the ten digits behind +91 are what is to be filled in.
  { path: '/place-order', message: '"tel-national" cannot be used on <input type="tel">' },
  // The search runs while it is typed: a button would have nothing to do.
  { path: '/collection', message: '<form> element must have a submit button' },
  { path: '/collection/2', message: '<form> element must have a submit button' },
];

const validator = new HtmlValidate(new StaticConfigLoader(rules));

async function findings({ path, file, document }: Page): Promise<string[]> {
  const { results } = await validator.validateString(document, file);
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ message }) => !accepted.some((one) => one.path === path && one.message === message))
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`);
}

describe.each(pages)('$path', (page) => {
  test('is valid HTML', async () => {
    expect(await findings(page)).toEqual([]);
  });

  test('says its language, its one heading, its title and what it is about', () => {
    const { html, document } = page;
    expect(html).toMatch(/^<!doctype html><html lang="en-IN"/i);
    expect(document.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(titles(html)).toEqual([expect.stringMatching(/\S/)]);
    expect(metas(html, 'description')).toEqual([expect.stringMatching(/\S/)]);
  });

  test('names the one address that it has', () => {
    const address = page.path === '/404' ? [] : [new URL(page.path, site).href];
    expect(canonicals(page.html)).toEqual(address);
  });
});

test.each([
  ['title', titles],
  ['description', (html: string) => metas(html, 'description')],
])('No two pages have the same %s', (_, of) => {
  const paths = new Map<string, string[]>();
  for (const { path, html } of pages) {
    for (const text of of(html)) paths.set(text, [...(paths.get(text) ?? []), path]);
  }
  expect([...paths].filter(([, same]) => same.length > 1)).toEqual([]);
});

test('Titles and descriptions of public pages fit into a search result', () => {
  for (const { path, html } of publicPages) {
    const [title = '', description = ''] = [...titles(html), ...metas(html, 'description')];
    expect(title.length, `${path}: ${title}`).toBeGreaterThan(9);
    expect(title.length, `${path}: ${title}`).toBeLessThanOrEqual(65);
    expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(50);
    expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160);
  }
});

test('The brand’s own script claims the brand’s letters alone', () => {
  const wanted = [...new Set(brand.nativeName)].map((letter) => `u+${letter.codePointAt(0)?.toString(16)}`);
  for (const { path, html } of pages) {
    const [face = ''] = /@font-face\{[^}]*Anek Native[^}]*\}/.exec(html) ?? [];
    if (face === '') continue;
    const [, claimed = ''] = /unicode-range:([^;}]+)/.exec(face) ?? [];
    expect(claimed.toLowerCase().split(',').sort(), path).toEqual(wanted.sort());
  }
});
