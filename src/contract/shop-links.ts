import { sizes, sorts, subCategories } from '../domain/catalogue.ts';
import { paths } from './paths.ts';
import { screens } from './page-slugs.ts';

/** Checks marketers' links within the shop. Every message is shown to a marketer, by the build and by the editor. */

export interface Places {
  /** Paths of pages and policies without their slash, such as `about`. */
  texts: ReadonlySet<string>;
  /** Ids of products. */
  products: ReadonlySet<string>;
}

const known: Readonly<Record<string, readonly string[]>> = {
  subCategory: subCategories.map(({ name }) => name),
  sizes: [...sizes],
  sort: sorts.map(({ id }) => id),
};
const called: Readonly<Record<string, string>> = { subCategory: 'type', sizes: 'size', sort: 'sort order' };

/** @param href starts with one slash @returns what is wrong with the link, or undefined */
function linkProblem(href: string, { texts, products }: Places): string | undefined {
  const { hostname, pathname, searchParams } = new URL(href, 'https://shop');
  // A browser reads /\\ as //.
  if (hostname !== 'shop') return `${href} leads out of the shop`;
  const [first = '', second, ...deeper] = pathname.slice(1).split('/');
  if (first === 'product') {
    const isThere = second !== undefined && deeper.length === 0 && products.has(second);
    return isThere ? undefined : `${second ?? href} is not a product of this shop`;
  }
  const isPage = first === '' || (screens as readonly string[]).includes(first) || texts.has(first);
  if (!isPage || second !== undefined) return `${pathname} is not a page of this shop`;
  return pathname === paths.collection ? queryProblem(searchParams) : undefined;
}

/** The collection ignores unknown values, so a typing mistake would show every product. */
function queryProblem(params: URLSearchParams): string | undefined {
  for (const [name, value] of params) {
    if (name === 'search') {
      if (value.trim() === '') return 'search= has no words';
    } else if (name === 'minPrice' || name === 'maxPrice') {
      if (!/^\d+(?:\.\d{1,2})?$/.test(value))
        return `${name}=${value} is not a price in rupees, such as 1500`;
    } else {
      const values = known[name];
      if (!values) {
        return `the collection knows no ${name}; it knows ${[...Object.keys(known), 'minPrice', 'maxPrice', 'search'].join(', ')}`;
      }
      if (!values.includes(value)) {
        return `${value} is not a ${called[name]} of the collection; choose one of ${values.join(', ')}`;
      }
    }
  }
  return undefined;
}

/** Markdown links within the shop. */
export const linksOf = (markdown: string): string[] =>
  Array.from(markdown.matchAll(/\]\(\s*(\/[^\s)]*)/g), ([, href = '']) => href);

/**
 * What is wrong with some of the links, each sentence once. Links to other sites cannot be checked.
 *
 * @param places without them, nothing is reported
 */
export function deadLinks(links: readonly string[], places: Places | undefined): string[] {
  if (!places) return [];
  const problems = links.filter((href) => href.startsWith('/')).map((href) => linkProblem(href, places));
  return [...new Set(problems)].filter((problem) => problem !== undefined);
}
