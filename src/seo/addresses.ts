/** @param site the shop's public URL, `site` of astro.config. @returns `https://shop.example/cart` for `/cart` */
export function absolute(path: string, site: URL | undefined): string {
  if (!site) throw new Error('The shop has no public address; set SITE_URL.');
  return new URL(path, site).href;
}

/**
 * The canonical path of a page, whatever its file is called: `/about` for `/about.html` and `/about/`. It has no query,
 * so a filtered collection and a product with a chosen size count as the page itself.
 */
export function canonicalPath(pathname: string): string {
  return pathname.replace(/(?:\/index)?(?:\.html)?\/*$/, '') || '/';
}
