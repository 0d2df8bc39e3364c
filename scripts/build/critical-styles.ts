/**
 * Puts the styles that a page opens with into the page, and lets the whole style sheet come behind it: what is closed
 * at first (drawers, dialogs, what other pages have) needs not be there for the first paint. The sheet has a file of its
 * own that every page shares, and holds all rules again, so that nothing depends on what was cut right.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import postcss, { type AtRule, type Plugin } from 'postcss';
import { PurgeCSS } from 'purgecss';

/** Pages of one folder are of one kind; so many of them, evenly spread, tell what the kind opens with. */
const ENOUGH_PAGES = 400;

/** What a script may ask for before the sheet is there: see layouts/before-paint.js and features/shell. */
const ASKED_EARLY = [/data-theme/, /data-text-font/, /data-narrowed/, /data-wished/, /toast/];

/** What nobody sees on a page that opens: the answers to a hand, panels that are closed, media that are not a screen. */
const LATER_SELECTORS =
  /:(?:hover|active|focus(?:-visible|-within)?)\b|::(?:-webkit-(?:date|calendar|search|inner|outer)|file-selector|placeholder|backdrop)|:(?:modal|popover-open)|\[open\]|\.drawer-|::view-transition/;
const LATER_MEDIA = /print|forced-colors|prefers-contrast|hover/;

const SHEET = /<link rel="stylesheet" href="([^"]+)">/g;

export function criticalStyles(): AstroIntegration {
  return {
    name: 'critical-styles',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const dist = fileURLToPath(dir);
        const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.html'));
        const kinds = Map.groupBy(files, (file) => (dirname(file) === '.' ? file : dirname(file)));
        for (const kind of kinds.values()) await inlineInto(dist, kind);
      },
    },
  };
}

async function inlineInto(dist: string, files: readonly string[]): Promise<void> {
  const step = Math.max(1, Math.floor(files.length / ENOUGH_PAGES));
  const words = new Set<string>();
  for (let index = 0; index < files.length; index += step) {
    const html = await readFile(dist + files[index], 'utf8');
    for (const word of wordsOf(html)) words.add(word);
  }
  const cut = new Map<string, string>();
  for (const file of files) {
    const html = await readFile(dist + file, 'utf8');
    for (const [, href = ''] of html.matchAll(SHEET)) {
      if (!cut.has(href)) cut.set(href, await opening(await readFile(dist + href, 'utf8'), words));
    }
    const opened = inOneStyle(
      html.replace(SHEET, (link, href: string) => withOpening(link, href, cut.get(href) ?? '')),
    );
    if (opened !== html) await writeFile(dist + file, opened);
  }
}

/** The words of a page that a selector could name; what is closed or no markup at all has none. */
export function wordsOf(html: string): readonly string[] {
  const open = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/(<dialog\b[^>]*>)[\s\S]*?<\/dialog>/g, '$1');
  const classes = [...open.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) =>
    unescaped(names).split(/\s+/),
  );
  const tags = open.match(/<(?:"[^"]*"|[^">])*>/g) ?? [];
  return [...classes, ...(tags.join(' ').match(/[^\s"'<>=]+/g) ?? [])];
}

const unescaped = (attribute: string): string =>
  attribute
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The rules of a style sheet for a page of these words. */
export async function opening(css: string, words: Iterable<string>): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: [...words].join(' '), extension: 'html' }],
    css: [{ raw: postcss([withMistaken]).process(css, { from: undefined }).css }],
    defaultExtractor: (text) => text.split(' '),
    safelist: { greedy: ASKED_EARLY },
    keyframes: true,
    variables: true,
  });
  return postcss([withoutWhatComesLater])
    .process(result?.css ?? '', { from: undefined })
    .css.trim();
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

const withoutWhatComesLater: Plugin = {
  postcssPlugin: 'without-what-comes-later',
  Comment: (comment) => void comment.remove(),
  AtRule: {
    media: (rule) => {
      if (LATER_MEDIA.test(rule.params)) rule.remove();
    },
    keyframes: (rule) => void rule.remove(),
  },
  Rule: (rule) => {
    const kept = rule.selectors.filter((selector) => !LATER_SELECTORS.test(selector));
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  },
  OnceExit: (root) => {
    const blocks: AtRule[] = [];
    root.walkAtRules((rule) => {
      if (rule.nodes) blocks.push(rule);
    });
    // The inner ones first: what held nothing but them is empty then.
    for (const block of blocks.toReversed()) if (block.nodes?.length === 0) block.remove();
  },
};

/** A sheet for another medium is fetched last and holds up nothing; layouts/before-paint.js turns it on when it is there. */
const withOpening = (link: string, href: string, css: string): string =>
  `${css && `<style>${css}</style>`}<link rel="stylesheet" href="${href}" media="print" data-later><noscript>${link}</noscript>`;

/** The page with the styles of its head, those of its fonts among them, in one element: the policy names each by its hash. */
export function inOneStyle(html: string): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end);
  const styles = [...head.matchAll(/<style>([^<]*)<\/style>/g)];
  const last = styles.at(-1);
  if (!last) return html;
  const all = `<style>${styles.map(([, css]) => css).join('')}</style>`;
  const merged = head.replaceAll(/<style>[^<]*<\/style>/g, (_, at: number) => (at === last.index ? all : ''));
  return merged + html.slice(end);
}
