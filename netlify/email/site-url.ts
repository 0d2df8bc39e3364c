import process from 'node:process';
import { MailUnavailable } from './transport.ts';

/**
 * The shop's public address for links in letters, without a slash at the end: SITE_URL, else what Netlify says.
 * @throws MailUnavailable where neither is an address: a letter that leads nowhere must not go out.
 */
export function siteUrl(): string {
  const address = process.env['SITE_URL'] || process.env['URL'] || '';
  if (!/^https?:\/\/[^\s/]+/.test(address)) {
    throw new MailUnavailable('Set SITE_URL to the public address of the shop, such as https://shop.example');
  }
  return address.replace(/\/+$/, '');
}
