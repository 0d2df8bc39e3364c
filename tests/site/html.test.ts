import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { brand } from '../../src/domain/config.ts';
import { canonicals, metas, type Page, pages, publicPages, site, titles } from './pages.ts';

/** Rules beside the standard for every page; each disabled rule has its reason. */
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
    // Astro writes the one rule for islands beside the first island.
    { style: { flow: true, metadata: true } },
  ],
  rules: {
    // A page loads files of the shop alone, which its policy enforces; integrity hashes are for other hosts.
    'require-sri': ['error', { target: 'crossorigin' }],
    // Safari treats an unmarked list as no list; the role restores it.
    'no-redundant-role': 'off',
    // A select cannot suggest cities during typing.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Values of one facet are check boxes with one name, as in the URL that the form requests.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
    // How React serialises its markup, which browsers treat as equal.
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // The style sheet keeps phone numbers on one line.
    'tel-non-breaking': 'off',
    'long-title': ['error', { maxlength: 65 }],
  },
};

/** Accepted findings, each with its reason. */
const accepted: { path: string; message: string }[] = [
  // The field has the type `tel` for the phone's keyboard, and autocomplete fills in the ten digits after +91.
  { path: '/place-order', message: '"tel-national" cannot be used on <input type="tel">' },
  // The search runs during typing: a button would do nothing.
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

  test('has its language, one heading, its title and its description', () => {
    const { html, document } = page;
    expect(html).toMatch(/^<!doctype html><html lang="en-IN"/i);
    expect(document.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(titles(html)).toEqual([expect.stringMatching(/\S/)]);
    expect(metas(html, 'description')).toEqual([expect.stringMatching(/\S/)]);
  });

  test('has one canonical URL', () => {
    const address = page.path === '/404' ? [] : [new URL(page.path, site).href];
    expect(canonicals(page.html)).toEqual(address);
  });
});

test.each([
  ['title', titles],
  ['description', (html: string) => metas(html, 'description')],
])('no two pages have the same %s', (_, of) => {
  const paths = new Map<string, string[]>();
  for (const { path, html } of pages) {
    for (const text of of(html)) paths.set(text, [...(paths.get(text) ?? []), path]);
  }
  expect([...paths].filter(([, same]) => same.length > 1)).toEqual([]);
});

test('titles and descriptions of public pages fit into a search result', () => {
  for (const { path, html } of publicPages) {
    const [title = '', description = ''] = [...titles(html), ...metas(html, 'description')];
    expect(title.length, `${path}: ${title}`).toBeGreaterThan(9);
    expect(title.length, `${path}: ${title}`).toBeLessThanOrEqual(65);
    expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(50);
    expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160);
  }
});

test('the checkout asks for the PIN code before the place that it fills in', () => {
  const checkout = pages.find(({ path }) => path === '/place-order')?.document ?? '';
  const fields = [...checkout.matchAll(/name="(zipcode|city|state)"/g)].map(([, name]) => name);
  expect(fields[0]).toBe('zipcode');
  expect(fields).toContain('city');
});

test('no page says “e-mail” or “letter”: the shop’s word is “email”', () => {
  const saying = pages.filter(({ html }) =>
    /e-mail|\bletters?\b/i.test(
      html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ').replaceAll(/<[^>]+>/g, ' '),
    ),
  );
  expect(saying.map(({ path }) => path)).toEqual([]);
});

test('the brand’s own script claims only the letters of the brand', () => {
  const wanted = [...new Set(brand.nativeName)].map((letter) => `u+${letter.codePointAt(0)?.toString(16)}`);
  for (const { path, html } of pages) {
    const [face = ''] = /@font-face\{[^}]*Anek Native[^}]*\}/.exec(html) ?? [];
    if (face === '') continue;
    const [, claimed = ''] = /unicode-range:([^;}]+)/.exec(face) ?? [];
    expect(claimed.toLowerCase().split(',').sort(), path).toEqual(wanted.sort());
  }
});
