/** What is compared: the shop and the floor, each behind a front of its own, and the pages that are looked at. */
import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { paths } from '../../../src/contract/paths.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import { isSoldOut, type Product } from '../../../src/domain/product.ts';
import { shop as constants } from '../../../src/domain/shop.ts';
import { SetupError } from '../../setup.mjs';
import { call } from '../api-call.ts';
import { ADD_PATH, cartPage, checkoutPage, collectionPage, homePage, productPage } from './floor/pages.ts';
import type { Fonts } from './floor/frame.ts';
import { type Answer, type Asked, type Certificate, type Front, openFront, passOnTo } from './front.ts';
import type { PageName } from './options.ts';
import type { NetworkProfile } from './slow-network.ts';

/** A piece like most: several pictures, sizes, in stock, at its own price. */
export const looked: Product = (() => {
  const isUsual = (one: Product) =>
    one.pictures.length > 1 && one.sizes.length > 2 && !one.earlyOrder && !one.offersEnabled;
  const found = catalogue.find(
    (one) => isUsual(one) && one.sizes.every((size) => (one.openingStock[size] ?? 0) > 3),
  );
  if (!found) throw new SetupError('The catalogue has no product to measure.');
  return found;
})();

const other: Product =
  catalogue.find((one) => one !== looked && !one.earlyOrder && !isSoldOut(one, one.openingStock)) ?? looked;

const sizeOf = (product: Product): string =>
  product.sizes.find((size) => (product.openingStock[size] ?? 0) > 0) ?? 'default';

/** What the shopper of cart and checkout has in her cart. */
const lines = [looked, other].map((product) => ({ product, size: sizeOf(product), quantity: 1 }));

export const addressOf: Record<PageName, string> = {
  home: paths.home,
  collection: paths.collection,
  product: paths.product(looked.id),
  cart: paths.cart,
  checkout: paths.placeOrder,
};

export const needsLogin = (page: PageName) => page === 'cart' || page === 'checkout';

/** @returns what the browser's storage keeps of somebody with two pieces in her cart */
async function newShopper(shop: URL): Promise<Record<string, string>> {
  const email = `asha-${randomUUID()}@example.com`;
  const { token } = await call(shop, 'user.register', { name: 'Asha Rao', email, password: randomUUID() });
  for (const { product, size } of lines) await call(shop, 'cart.add', { itemId: product.id, size }, token);
  return { [constants.storageKeys.token]: token, [constants.storageKeys.userEmail]: email };
}

/** The two text fonts as the shop's own pages ask for them: the display face first. */
async function fontsOf(shop: URL): Promise<Fonts> {
  const html = await (await fetch(shop)).text();
  const found = [...html.matchAll(/url\("?([^")]+\.woff2)"?\)[^}]*?font-weight:([\d ]+)/g)];
  const of = (weight: string) => found.find(([, , given = '']) => given.trim() === weight)?.[1];
  const [display, text] = [of('800'), of('400 700')];
  if (!display || !text) throw new SetupError('The home page names no fonts of weight 800 and 400 700.');
  return { display, text };
}

const brotli = promisify(brotliCompress);

/** Static files as a CDN keeps them: compressed once, asked again by their tag. */
async function floorAnswers(shop: URL): Promise<(asked: Asked) => Promise<Answer>> {
  const fonts = await fontsOf(shop);
  const texts: Record<string, string> = {
    [paths.home]: homePage(fonts),
    [paths.collection]: collectionPage(fonts),
    [paths.cart]: cartPage(lines, fonts),
    [paths.placeOrder]: checkoutPage(lines, fonts),
    [ADD_PATH]: cartPage(lines.slice(0, 1), fonts),
    ...Object.fromEntries(catalogue.map((one) => [paths.product(one.id), productPage(one, fonts)])),
  };
  const kept = new Map<string, { body: Buffer; etag: string }>();
  const passOn = passOnTo(shop);
  return async (asked) => {
    const path = asked.path.replace(/[?#].*$/, '');
    const text = texts[path];
    if (text === undefined) return passOn(asked);
    const page = kept.get(path) ?? {
      body: await brotli(text),
      etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
    };
    kept.set(path, page);
    const headers = { etag: page.etag, 'cache-control': 'public, max-age=0, must-revalidate' };
    if (asked.headers['if-none-match'] === page.etag) return { status: 304, headers, body: Buffer.alloc(0) };
    return {
      status: 200,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
      body: page.body,
    };
  };
}

export type SideName = 'shop' | 'floor';
export const sideNames = ['shop', 'floor'] as const;

export interface Stage {
  fronts: Record<SideName, Front>;
  /** Of a shopper who is logged in, at the shop. */
  storage: Readonly<Record<string, string>>;
  become: (profile: NetworkProfile) => void;
  close: () => Promise<void>;
}

/** @param shop where it is open */
export async function openStage(shop: URL, certificate: Certificate): Promise<Stage> {
  const storage = await newShopper(shop);
  const fronts = {
    shop: await openFront(certificate, passOnTo(shop)),
    floor: await openFront(certificate, await floorAnswers(shop)),
  };
  return {
    fronts,
    storage,
    become: (profile) => {
      for (const name of sideNames) fronts[name].network.become(profile);
    },
    close: async () => {
      for (const name of sideNames) await fronts[name].close();
    },
  };
}
