import { paths } from './paths.ts';

/**
 * A path to return to after a log-in, on this site only. Anything that a browser may read as another site
 * (`//evil.example`, `/\\evil.example`, tabs between the slashes, an absolute URL) gives the home page. So the URL
 * parser decides, as in a browser.
 */
export function returnPath(from: string | undefined): string {
  const here = 'https://this.shop';
  if (!from?.startsWith('/') || !URL.canParse(from, here)) return paths.home;
  const { origin, pathname, search, hash } = new URL(from, here);
  // `/.//evil.example` is on this site, but its parsed path `//evil.example` is not.
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : paths.home;
}
