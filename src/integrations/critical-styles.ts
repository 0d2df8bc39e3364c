/**
 * Puts the styles that a page opens with into the page, and lets the whole style sheet come behind it: what is closed
 * at first (drawers, dialogs, what other pages have) needs not be there for the first paint. The sheet has a file of its
 * own that every page shares, and holds all rules again, so that nothing depends on what was cut right.
 */
import { PurgeCSS } from 'purgecss';
import postcss, { type Plugin } from 'postcss';
import { forTheFirstPaint } from './first-paint.ts';
import { type BodyElement, headElement, type PageDocument, type PageElement } from './page-document.ts';

/** What a script may ask for before the sheet is there: see layouts/before-paint.js and features/shell. */
const ASKED_EARLY = [/data-theme/, /data-text-font/, /data-narrowed/, /data-wished/];

/** Attributes for people, for image servers and with the names of other elements: none of their words is a selector's. */
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
 * The words of a page that a selector could name; what is closed, no markup at all, or marked as unseen has none. Unseen is
 * what lies below the first screen of every window and what is empty at first: without its rules nothing that is seen moves.
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
      // React writes some names in letters of both kinds; selectors have small ones.
      words.add(name.toLowerCase());
      if (!NO_WORDS.has(name)) for (const word of unescaped(value).split(/\s+/)) words.add(word);
    }
  }
  return words;
}

/** What a template holds is copied out of it by a script before the sheet is there, so it counts as seen. */
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

/** The rules of a style sheet for a page of these words. */
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

/** PurgeCSS 8 loses a selector that has both `:is` and `:not`, whatever the page has; such rules stay in every page. */
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
 * The page with the opening rules of its sheets in one element, together with the styles of its fonts: the policy names
 * each by its hash. A sheet for another medium is fetched last and holds up nothing; layouts/before-paint.js turns it on
 * when it is there.
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
