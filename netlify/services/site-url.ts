import process from 'node:process';

/** Neither SITE_URL nor Netlify's URL is set to a URL. */
export class SiteUrlMissing extends Error {
  override name = 'SiteUrlMissing';
}

/**
 * The shop's public URL without a slash at the end: SITE_URL, else Netlify's URL.
 * @throws SiteUrlMissing if neither is a URL: nothing with a broken link may leave the shop
 */
export function siteUrl(): string {
  const address = process.env['SITE_URL'] || process.env['URL'] || '';
  if (!/^https?:\/\/[^\s/]+/.test(address)) {
    throw new SiteUrlMissing('Set SITE_URL to the public address of the shop, such as https://shop.example');
  }
  return address.replace(/\/+$/, '');
}
