import { sizes, sorts, subCategories } from '../domain/catalogue.ts';
import { paths } from './paths.ts';
import { screens } from './text-address.ts';

/** Links within the shop that marketers write. Every sentence is shown to a marketer, by the build and by the editor. */

export interface Places {
  /** Addresses of pages and policies without their slash, such as `about`. */
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

/** @param href that begins with one slash. @returns why it leads nowhere, or undefined */
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

/** The collection leaves out what it does not know, so a typing mistake would show everything. */
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

/** Links of Markdown that stay in the shop. */
export const linksOf = (markdown: string): string[] =>
  Array.from(markdown.matchAll(/\]\(\s*(\/[^\s)]*)/g), ([, href = '']) => href);

/**
 * Why some of the links lead nowhere, each sentence once. What leads out of the shop cannot be looked at.
 *
 * @param places nothing is said while they are not known
 */
export function deadLinks(links: readonly string[], places: Places | undefined): string[] {
  if (!places) return [];
  const problems = links.filter((href) => href.startsWith('/')).map((href) => linkProblem(href, places));
  return [...new Set(problems)].filter((problem) => problem !== undefined);
}
