/** Requirements of every page over a fast network: little script, no layout shift, Back, Save-Data. */
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { paths } from '../../../src/contract/paths.ts';
import type { Figures } from './table.ts';
import { placeOf, tap, touchOnly } from './touch-input.ts';
import type { EdgeProxy } from './edge-proxy.ts';
import { addressOf } from './sites.ts';
import { settle, watchedBy } from './visits.ts';
import type { Visitor } from './phone.ts';

/** The time after load in which a page requests everything that it requests without interaction, in ms. */
const UNTOUCHED_MS = 12_000;
const AHEAD_MS = 2_500;

export const everyPage: readonly string[] = [
  paths.home,
  paths.collection,
  addressOf.product,
  paths.wishlist,
  paths.about,
  paths.contact,
  paths.delivery,
  paths.terms,
  paths.privacy,
  '/coming-soon',
  '/newsletter',
  paths.login,
  paths.cart,
  paths.placeOrder,
  paths.orders,
  paths.profile,
];

export const savingPages: readonly string[] = [paths.home, paths.collection, addressOf.product];
export const backPages: readonly string[] = [...savingPages, paths.cart, paths.placeOrder];

/** Pages with one shopper's data. */
export const isPersonal = (path: string) =>
  [paths.cart, paths.placeOrder, paths.orders, paths.profile].some((one) => one === path);

/** Script and shifts of a page without interaction. Counted at the proxy, to include the service worker's requests. */
export async function leaveAlone(visitor: Visitor, proxy: EdgeProxy, path: string): Promise<Figures> {
  proxy.takeSeen();
  await visitor.page.goto(proxy.origin + path, { waitUntil: 'load' });
  await wait(UNTOUCHED_MS);
  const files = proxy.takeSeen().filter(({ type }) => type.endsWith('/javascript'));
  const inline = await visitor.page.evaluate(() =>
    Array.from(
      document.querySelectorAll('script:not([src]):not([type*="json"]):not([type="speculationrules"])'),
      ({ textContent }) => textContent,
    ).join('\n'),
  );
  const inlineBytes = inline === '' ? 0 : brotliCompressSync(inline).byteLength;
  const cls = (await watchedBy(visitor)).at(-1)?.cls ?? null;
  return { scriptBytes: files.reduce((sum, { bytes }) => sum + bytes, inlineBytes), cls };
}

/** Goes to another page and back. @returns 1 if the page came from the back/forward cache */
export async function goBack(
  { page }: Visitor,
  proxy: EdgeProxy,
  path: string,
  onward: string,
): Promise<Figures> {
  await page.goto(proxy.origin + path, { waitUntil: 'load' });
  await wait(AHEAD_MS);
  await page.evaluate((to) => location.assign(to), onward);
  await page.waitForURL(`**${onward}`, { waitUntil: 'load' });
  await page.evaluate(() => history.back());
  await page.waitForURL(`**${path}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'complete' && 'watched' in window);
  const isRestored = await page.evaluate(() => window.watched().at(-1)?.isRestored === true);
  return { restored: isRestored ? 1 : 0 };
}

/** Picture bytes of a page, and its prefetches when a finger touches a product. */
export async function lookAhead(visitor: Visitor, proxy: EdgeProxy, path: string) {
  proxy.takeSeen();
  await settle(visitor, proxy.origin + path);
  const pictures = proxy.takeSeen().filter(({ type }) => type.startsWith('image/'));
  const pictureBytes = pictures.reduce((sum, { bytes }) => sum + bytes, 0);
  const place = await placeOf(visitor, { selector: 'main a[href^="/product/"]' });
  if (!place) throw new Error('The page shows no product');
  await touchOnly(visitor, place);
  await wait(AHEAD_MS);
  const ahead = proxy.takeSeen().filter(({ purpose }) => purpose.includes('prefetch')).length;
  return { pictureBytes, ahead };
}

/** Lets the service worker control the page: it registers on the first interaction. */
export async function stay(visitor: Visitor, address: string): Promise<void> {
  await settle(visitor, address);
  await tap(visitor, { x: 1, y: 1 });
  await visitor.page.mouse.wheel(0, 300);
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await visitor.requests.quiet(1_500);
}
