/** Keeps only the rules that affect the first paint of a page. All others come with the full sheet. */
import postcss, { type AtRule, type Declaration, type Plugin, type Root } from 'postcss';

/** Not visible when a page opens: states of interaction, closed panels, media other than screens. */
const LATER_SELECTORS =
  /:(?:hover|active|focus(?:-visible|-within)?)\b|::(?:-webkit-(?:date|calendar|search|inner|outer|details)|file-selector|placeholder|backdrop|selection)|:-moz-|:(?:modal|popover-open)|\[open\]|\.drawer-/;

/**
 * Without scripts the full sheet blocks the paint, so the page does not need these rules inline. In a low window nothing
 * is sticky, which shows when it is scrolled.
 */
const LATER_MEDIA =
  /print|forced-colors|prefers-contrast|hover|scripting: ?none|width ?<= ?16rem|height ?<= ?30rem/;

/** Tailwind's initial values for browsers of 2023 and older, which lack only borders until the sheet has loaded. */
const LATER_SUPPORTS = /-webkit-hyphens/;

/** Properties that affect neither layout nor paint of a static page. */
const LATER_PROPERTIES =
  /^(?:transition|cursor|overscroll-|scroll-snap|scroll-behavior|touch-action|tab-size|font-(?:feature|variation)-settings|(?:-webkit-)?user-|-webkit-(?:touch|tap|text-decoration)|outline)/;

/** Rules that do not matter while nothing but the start of the bar is on the screen. */
const LATER_THAN_BAR = {
  selectors: /:(?:has|is|where|not|disabled)\b|\[hidden/,
  media: /prefers-/,
  properties: /^(?:-webkit-)?(?:scroll-|text-size-adjust|text-wrap)/,
};

/** @param early the rules that stand before these in the page; its components and font faces are not repeated */
export function forTheFirstPaint(css: string, early = ''): string {
  return kept(css, [withoutWhatComesLater, withoutRepeated(early)]);
}

/**
 * Keeps only the rules of the start of a page's bar, whose only visible text is the brand.
 * @param fonts the font families that it uses
 */
export function forTheBar(css: string, fonts: RegExp | null): string {
  return kept(css, [withoutWhatComesLater, withoutRestOfPage(fonts)]);
}

function kept(css: string, plugins: Plugin[]): string {
  const root = postcss(plugins).process(css, { from: undefined }).root as Root;
  foldNames(root);
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

/** Layers of Tailwind's own classes are repeated, because the order of their rules decides. */
const withoutRepeated = (early: string): Plugin => ({
  postcssPlugin: 'without-repeated',
  OnceExit: (root) => {
    root.walkAtRules('font-face', (rule) => {
      if (early.includes(rule.toString())) rule.remove();
    });
    root.walkAtRules('layer', (layer) => {
      if (layer.params !== 'components') return;
      layer.each((rule) => {
        if (rule.type === 'rule' && early.includes(rule.toString())) rule.remove();
      });
    });
  },
});

const withoutRestOfPage = (fonts: RegExp | null): Plugin => ({
  postcssPlugin: 'without-rest-of-page',
  AtRule: {
    media: (rule) => {
      if (LATER_THAN_BAR.media.test(rule.params)) rule.remove();
    },
    'font-face': (rule) => {
      if (!fonts?.test(rule.toString())) rule.remove();
    },
  },
  Rule: (rule) => {
    if (rule.selectors.every((selector) => LATER_THAN_BAR.selectors.test(selector))) rule.remove();
  },
  Declaration: (declaration) => {
    const { prop, parent } = declaration;
    const isBodyFont =
      prop === 'font-family' && parent?.type === 'rule' && parent.toString().startsWith('html');
    if (isBodyFont || LATER_THAN_BAR.properties.test(prop)) declaration.remove();
  },
});

/**
 * Tailwind reads names that other classes may set: one that none sets is replaced by its fallback, one that only its own
 * rule sets by its value.
 */
function foldNames(root: Root): void {
  const set = new Map<string, Declaration[]>();
  root.walkDecls(/^--tw-/, (declaration) => {
    set.set(declaration.prop, [...(set.get(declaration.prop) ?? []), declaration]);
  });
  root.walkDecls((declaration) => {
    if (!declaration.value.includes('var(--tw-')) return;
    declaration.value = declaration.value
      .replaceAll(/var\((--tw-[\w-]+),([^()]*)\)/g, (whole, name: string, fallback: string) => {
        const [first, ...others] = set.get(name) ?? [];
        if (!first) return fallback;
        return others.length === 0 && first.parent === declaration.parent ? first.value : whole;
      })
      .trim();
  });
}

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
