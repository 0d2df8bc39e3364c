import { paths } from '../contract/paths.ts';

/**
 * Rules (Speculation Rules API) by which a browser prepares the page that a finger or a pointer is about to open: from the
 * moment that it lies on the link, and not for who saves data (`data-sparing`, before-paint.js). What a page shows before
 * anybody touches it is the same for all, so a page that nobody opens after all has done nothing. Links that are in view
 * of who stays are fetched besides (features/shell/ahead).
 */
export const aheadRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: [paths.product('*'), paths.collection, `${paths.collection}/*`] },
          { selector_matches: ':root:not([data-sparing]) a' },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});
