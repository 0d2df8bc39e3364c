/**
 * Inlines the styles of a page's first paint; the full style sheet loads after it. Styles that are not visible at first
 * (drawers, dialogs, other pages) can wait. All pages share the full sheet, which repeats every rule, so a rule that is
 * missing here only applies later.
 *
 * The styles stand in stages: an element with `data-styles` has the styles of itself and what follows right before it.
 * So the bar is painted while the rest of the page is under way: 60 ms earlier at 400 kbit/s.
 */
import { PurgeCSS } from 'purgecss';
import postcss, { type Plugin } from 'postcss';
import { forTheBar, forTheFirstPaint } from './first-paint.ts';
import { type BodyElement, headElement, type PageDocument, type PageElement } from './page-document.ts';

/** Selectors that a script may need before the sheet has loaded: see layouts/before-paint.js and features/shell. */
const ASKED_EARLY = [/skip-link/, /data-theme/, /data-text-font/, /data-narrowed/, /data-wished/];

/** The brand is the first text of a page, and the only one in these fonts that stands in its bar. */
const BRAND_FONTS = /(?:Display|Native)[ -]/;

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

/** The rules of each stage of a page, by the address of the sheet. */
export type OpeningStyles = ReadonlyMap<string, readonly string[]>;

/** The elements before which a stage of the styles stands. The first stage stands in the head. */
const marksOf = ({ body }: PageDocument): BodyElement[] =>
  body.filter(({ attributes }) => attributes['data-styles'] !== undefined);

/**
 * The words of each stage of a page that a selector could match; the last stage has those of all elements. Closed
 * elements and those marked `unseen` are skipped: they are below the first screen of every window or empty at first, so
 * without their rules nothing visible moves.
 */
export function wordsOf(page: PageDocument): Set<string>[] {
  const marks = marksOf(page);
  const all = new Set(['html', 'lang', 'data-theme', 'light']);
  const stages = [...marks, page].map((_, stage) => new Set(stage === 0 ? all : []));
  const unseen = new Set<BodyElement>();
  for (const element of page.body) {
    if ((element.parent && unseen.has(element.parent)) || isUnseen(element)) {
      unseen.add(element);
      continue;
    }
    const stage = stages[marks.filter(({ start }) => start <= element.start).length];
    for (const word of wordsOfElement(element)) {
      stage?.add(word);
      all.add(word);
    }
  }
  return [...stages.slice(0, -1), all];
}

function wordsOfElement({ name, attributes }: BodyElement): string[] {
  const words = Object.entries(attributes).flatMap(([attribute, value]) => [
    // React writes some names in mixed case; selectors are in lower case.
    attribute.toLowerCase(),
    ...(NO_WORDS.has(attribute) ? [] : unescaped(value).split(/\s+/)),
  ]);
  return [name, ...words];
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

/**
 * The rules of a style sheet that each stage of a page needs. A layer without rules in the first stage keeps its rank.
 * @param stages the words of each stage
 */
export async function openingStyles(css: string, stages: readonly ReadonlySet<string>[]): Promise<string[]> {
  const early = await Promise.all(
    stages.slice(0, -1).map(async (words, stage) => {
      const styles = await purged(css, words, [/data-theme/, /skip-link/]);
      return forTheBar(styles, stage === 0 ? null : BRAND_FONTS);
    }),
  );
  const all = await purged(css, stages.at(-1) ?? new Set(), ASKED_EARLY);
  const layers = [...new Set(Array.from(css.matchAll(/@layer ([\w-]+) ?{/g), ([, name]) => name))];
  if (early[0] !== undefined) early[0] = `@layer ${layers.join()};${early[0]}`;
  return [...early, forTheFirstPaint(all, early.join(''))];
}

async function purged(css: string, words: ReadonlySet<string>, always: RegExp[]): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: [...words].join(' '), extension: 'html' }],
    css: [{ raw: postcss([withMistaken(words)]).process(css, { from: undefined }).css }],
    defaultExtractor: (text) => text.split(' '),
    safelist: { greedy: always },
    keyframes: true,
    variables: true,
  });
  return result?.css ?? '';
}

const classesIn = (selector: string): string[] =>
  Array.from(selector.matchAll(/\.([\w-]+)/g), ([, name = '']) => name);

/**
 * Selectors that PurgeCSS 8 gets wrong. It drops each that has both `:is` and `:not`: such rules stay if the page has one
 * of their classes. It does not look into `:has` and does not know states: `:has(.a)` goes without that class, `:disabled`
 * without that attribute.
 */
const MISTAKEN = /:(?:is|where)\(.*:not\(|:not\(.*:(?:is|where)\(/;
const withMistaken = (words: ReadonlySet<string>): Plugin => {
  const has = (classes: readonly string[]) => classes.length === 0 || classes.some((name) => words.has(name));
  return {
    postcssPlugin: 'with-mistaken',
    Rule: (rule) => {
      const { selector } = rule;
      const [, inner = ''] = /(?<!:not\():has\(([^)]*)/.exec(selector) ?? [];
      if (!has(classesIn(inner)) || (/:disabled$/.test(selector) && !words.has('disabled'))) rule.remove();
      else if (MISTAKEN.test(selector) && rule.first?.type !== 'comment' && has(classesIn(selector))) {
        rule.prepend({ type: 'comment', text: 'purgecss ignore current' });
      }
    },
  };
};

const isSheet = ({ name, attributes }: PageElement): boolean =>
  name === 'link' && attributes['rel'] === 'stylesheet' && attributes['data-later'] === undefined;

export const sheetsOf = ({ head }: PageDocument): string[] =>
  head.filter(isSheet).flatMap(({ attributes }) => attributes['href'] ?? []);

/**
 * The page with the opening rules of its sheets in one element a stage, together with the font styles: the CSP lists each
 * by its hash. The full sheet is fetched for another medium, last and without blocking; layouts/before-paint.js enables
 * it when it has loaded, so it stands behind that script.
 */
export function withOpeningStyles(page: PageDocument, styles: OpeningStyles): PageDocument {
  const marks = marksOf(page);
  const stages = [...marks, page].map((): string[] => []);
  const head: PageElement[] = [];
  const late: PageElement[] = [];
  let place = 0;
  for (const element of page.head) {
    const rules = rulesOf(element, styles, marks.length);
    for (const [stage, text] of rules.entries()) stages[stage]?.push(text);
    if (isSheet(element)) (marks.length > 0 ? late : head).push(...fetchedLate(element));
    else if (marks.length > 0 && element.attributes['rel'] === 'modulepreload') late.unshift(element);
    else if (rules.length === 0) head.push(element);
    if (rules.length > 0) place = isSheet(element) && marks.length === 0 ? head.length - 2 : head.length;
  }
  const [first = '', ...others] = stages.map((rules) => rules.join(''));
  if (first) head.splice(place, 0, headElement(`<style>${first}</style>`));
  const added = others.map((rules, index): Added => {
    return { next: marks[index], elements: [headElement(`<style>${rules}</style>`)] };
  });
  added.push({ next: page.body.find(({ name }) => name === 'main'), elements: late });
  return added.reduce(withAdded, { ...page, head });
}

/** The rules of a style element or a sheet for each stage. */
function rulesOf(element: PageElement, styles: OpeningStyles, last: number): readonly string[] {
  if (isSheet(element)) return styles.get(element.attributes['href'] ?? '') ?? [];
  if (element.name !== 'style') return [];
  const stage = BRAND_FONTS.test(element.text) ? Math.min(1, last) : last;
  return Array.from({ length: stage + 1 }, (_, index) => (index === stage ? element.text : ''));
}

const fetchedLate = ({ attributes, source }: PageElement): PageElement[] => [
  headElement(`<link rel="stylesheet" href="${attributes['href']}" media="print" data-later>`),
  headElement(`<noscript>${source}</noscript>`),
];

interface Added {
  readonly elements: readonly PageElement[];
  readonly next: BodyElement | undefined;
}

function withAdded(page: PageDocument, { elements, next }: Added): PageDocument {
  if (!next || elements.length === 0) return page;
  const { start, parent } = next;
  const text = elements.map(({ source }) => source).join('');
  return {
    ...page,
    body: [...page.body, ...elements.map((element) => ({ ...element, start, parent }))],
    changes: [...page.changes, { start, length: 0, text }],
  };
}
