import process from 'node:process';
import { MailUnavailable } from '../email/transport.ts';

/**
 * The shop's public URL without a slash at the end: SITE_URL, else Netlify's URL.
 * @throws MailUnavailable if neither is a URL: nothing with a broken link may leave the shop
 */
export function siteUrl(): string {
  const address = process.env['SITE_URL'] || process.env['URL'] || '';
  if (!/^https?:\/\/[^\s/]+/.test(address)) {
    throw new MailUnavailable('Set SITE_URL to the public address of the shop, such as https://shop.example');
  }
  return address.replace(/\/+$/, '');
}
