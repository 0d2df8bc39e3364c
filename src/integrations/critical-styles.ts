/**
 * Inlines the styles of a page's first paint; the full style sheet loads after it. Styles that are not visible at first
 * (drawers, dialogs, other pages) can wait. All pages share the full sheet, which repeats every rule, so a rule that is
 * missing here only applies later.
 */
import { PurgeCSS } from 'purgecss';
import postcss, { type Plugin } from 'postcss';
import { forTheFirstPaint } from './first-paint.ts';
import { type BodyElement, headElement, type PageDocument, type PageElement } from './page-document.ts';

/** Selectors that a script may need before the sheet has loaded: see layouts/before-paint.js and features/shell. */
const ASKED_EARLY = [/data-theme/, /data-text-font/, /data-narrowed/, /data-wished/];

/** Attributes with texts, image addresses or element ids, whose words are never selectors. */
const NO_WORDS = new Set(
  ['alt', 'aria-label', 'content', 'd', 'placeholder', 'sizes', 'srcset', 'title'].concat([
    'aria-controls',
    'aria-describedby',
    'aria-labelledby',
    'for',
    'popovertarget',
  ]),
);

/**
 * The words of a page that a selector could match. Closed elements and those marked `unseen` are skipped: they are
 * below the first screen of every window or empty at first, so without their rules nothing visible moves.
 */
export function wordsOf({ body }: PageDocument): Set<string> {
  const words = new Set(['html', 'lang', 'data-theme', 'light']);
  const unseen = new Set<BodyElement>();
  for (const element of body) {
    if ((element.parent && unseen.has(element.parent)) || isUnseen(element)) {
      unseen.add(element);
      continue;
    }
    words.add(element.name);
    for (const [name, value] of Object.entries(element.attributes)) {
      // React writes some names in mixed case; selectors are in lower case.
      words.add(name.toLowerCase());
      if (!NO_WORDS.has(name)) for (const word of unescaped(value).split(/\s+/)) words.add(word);
    }
  }
  return words;
}

/** A script may copy a template's content before the sheet has loaded, so it counts as seen. */
function isUnseen({ name, attributes }: PageElement): boolean {
  return (
    ['script', 'style', 'dialog'].includes(name) ||
    attributes['popover'] !== undefined ||
    attributes['data-unseen'] !== undefined
  );
}

const unescaped = (attribute: string): string =>
  attribute
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/&(?:quot|#34);/g, '"')
    .replaceAll(/&(?:amp|#38);/g, '&');

/** The rules of a style sheet that a page with these words needs. */
export async function openingStyles(css: string, words: Iterable<string>): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: [...words].join(' '), extension: 'html' }],
    css: [{ raw: postcss([withMistaken]).process(css, { from: undefined }).css }],
    defaultExtractor: (text) => text.split(' '),
    safelist: { greedy: ASKED_EARLY },
    keyframes: true,
    variables: true,
  });
  return forTheFirstPaint(result?.css ?? '');
}

/** PurgeCSS 8 drops every selector that has both `:is` and `:not`; such rules stay in every page. */
const MISTAKEN = /:(?:is|where)\(.*:not\(|:not\(.*:(?:is|where)\(/;
const withMistaken: Plugin = {
  postcssPlugin: 'with-mistaken',
  Rule: (rule) => {
    if (MISTAKEN.test(rule.selector) && rule.first?.type !== 'comment') {
      rule.prepend({ type: 'comment', text: 'purgecss ignore current' });
    }
  },
};

const isSheet = ({ name, attributes }: PageElement): boolean =>
  name === 'link' && attributes['rel'] === 'stylesheet' && attributes['data-later'] === undefined;

export const sheetsOf = ({ head }: PageDocument): string[] =>
  head.filter(isSheet).flatMap(({ attributes }) => attributes['href'] ?? []);

/**
 * The page with the opening rules of its sheets in one element, together with its font styles: the CSP lists each by
 * its hash. The full sheet is fetched for another medium, last and without blocking; layouts/before-paint.js enables it
 * when it has loaded.
 */
export function withOpeningStyles(page: PageDocument, styles: ReadonlyMap<string, string>): PageDocument {
  const all: string[] = [];
  let place = 0;
  const head: PageElement[] = [];
  for (const element of page.head) {
    if (element.name === 'style') {
      all.push(element.text);
      place = head.length;
    } else if (isSheet(element)) {
      const { href = '' } = element.attributes;
      const opening = styles.get(href);
      if (opening) {
        all.push(opening);
        place = head.length;
      }
      head.push(
        headElement(`<link rel="stylesheet" href="${href}" media="print" data-later>`),
        headElement(`<noscript>${element.source}</noscript>`),
      );
    } else head.push(element);
  }
  if (all.length > 0) head.splice(place, 0, headElement(`<style>${all.join('')}</style>`));
  return { ...page, head };
}
