import { paths } from './paths.ts';

/**
 * A path that may follow a login: one of this site only. What a browser could read as another site (`//evil.example`,
 * `/\\evil.example`, tabs between the slashes, an absolute address) gives the home page, because the browser's own
 * reading of the address decides.
 */
export function returnPath(from: string | undefined): string {
  const here = 'https://this.shop';
  if (!from?.startsWith('/') || !URL.canParse(from, here)) return paths.home;
  const { origin, pathname, search, hash } = new URL(from, here);
  // `/.//evil.example` is of this site, and what is left of it once it has been read is not.
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : paths.home;
}
