/** Keeps only the rules that affect the first paint of a page. All others come with the full sheet. */
import postcss, { type AtRule, type Plugin, type Root } from 'postcss';

/** Not visible when a page opens: states of interaction, closed panels, media other than screens. */
const LATER_SELECTORS =
  /:(?:hover|active|focus(?:-visible|-within)?)\b|::(?:-webkit-(?:date|calendar|search|inner|outer|details)|file-selector|placeholder|backdrop|selection)|:-moz-|:(?:modal|popover-open)|\[open\]|\.drawer-|::view-transition/;

/** Without scripts the full sheet blocks the paint, so the page does not need these rules inline. */
const LATER_MEDIA = /print|forced-colors|prefers-contrast|hover|scripting: ?none|width ?<= ?16rem/;

/** Tailwind's initial values for browsers of 2023 and older, which lack only borders until the sheet has loaded. */
const LATER_SUPPORTS = /-webkit-hyphens/;

/** Properties that affect neither layout nor paint of a static page. */
const LATER_PROPERTIES =
  /^(?:transition|cursor|overscroll-|scroll-snap|scroll-behavior|touch-action|tab-size|font-(?:feature|variation)-settings|(?:-webkit-)?user-|-webkit-(?:touch|tap|text-decoration)|outline)/;

export function forTheFirstPaint(css: string): string {
  const root = postcss([withoutWhatComesLater]).process(css, { from: undefined }).root as Root;
  dropUnreadNames(root);
  dropEmpty(root);
  return root.toString().trim();
}

const withoutWhatComesLater: Plugin = {
  postcssPlugin: 'without-what-comes-later',
  Comment: (comment) => void comment.remove(),
  AtRule: {
    media: (rule) => {
      if (LATER_MEDIA.test(rule.params)) rule.remove();
    },
    supports: (rule) => {
      if (LATER_SUPPORTS.test(rule.params)) rule.remove();
    },
    keyframes: (rule) => void rule.remove(),
  },
  Rule: (rule) => {
    const kept = rule.selectors.filter((selector) => !LATER_SELECTORS.test(selector));
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  },
  Declaration: (declaration) => {
    // `!important` declarations stay, because reduced motion must also hold in the first paint.
    if (LATER_PROPERTIES.test(declaration.prop) && !declaration.important) declaration.remove();
  },
};

/** Removes custom properties that no value reads, and the rules that register them. */
function dropUnreadNames(root: Root): void {
  let dropped: boolean;
  do {
    dropped = false;
    const read = new Set<string>();
    root.walkDecls(({ value }) => {
      for (const [, name = ''] of value.matchAll(/var\(\s*(--[\w-]+)/g)) read.add(name);
    });
    root.walkDecls(/^--/, (declaration) => {
      if (read.has(declaration.prop)) return;
      declaration.remove();
      dropped = true;
    });
    root.walkAtRules('property', (rule) => {
      if (!read.has(rule.params)) rule.remove();
    });
  } while (dropped);
}

/** Inner rules first, so that parents which become empty are removed as well. */
function dropEmpty(root: Root): void {
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
  const blocks: AtRule[] = [];
  root.walkAtRules((rule) => {
    if (rule.nodes) blocks.push(rule);
  });
  for (const block of blocks.toReversed()) if (block.nodes?.length === 0) block.remove();
}
