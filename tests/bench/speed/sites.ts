/** The two sites of the comparison: the shop and the floor, each behind its own edge proxy. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { paths } from '../../../src/contract/paths.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import { filterProducts, noFilter } from '../../../src/domain/catalogue.ts';
import type { Product } from '../../../src/domain/product.ts';
import { shop as constants } from '../../../src/domain/config.ts';
import { projectRoot, SetupError } from '../../../scripts/setup.mjs';
import { call, newAccount } from '../../support/api-call.ts';
import type { Answer, Asked } from '../../support/pass-on.ts';
import { withStaff } from './desk.ts';
import { cartPage, cartPath, collectionPage, pictureOf, productPage } from './floor/pages.ts';
import { makeCertificate, openEdgeProxy, passOnTo } from './edge-proxy.ts';
import { firstPieces, shownPieces } from './shop-copy.ts';

function pieceOf(id: string): Product {
  const found = catalogue.find((product) => product.id === id);
  if (!found) throw new SetupError(`The catalogue has no ${id}, which the speed benchmark shows.`);
  return found;
}

const pieces = firstPieces.map(pieceOf);
const bought = pieceOf(firstPieces[0]);

export const addressOf = { listing: paths.collection, product: paths.product(bought.id) };

export interface Shopper {
  email: string;
  password: string;
  /** Browser storage of a logged-in shopper. */
  storage: Readonly<Record<string, string>>;
}

/** @param lines number of pieces in the cart */
async function newShopper(shop: URL, lines: number): Promise<Shopper> {
  const { token, ...account } = await newAccount(shop);
  for (const { id } of pieces.slice(0, lines)) {
    await call(shop, 'cart.add', { itemId: id, size: 'M' }, { token });
  }
  const { storageKeys } = constants;
  return { ...account, storage: { [storageKeys.token]: token, [storageKeys.userEmail]: account.email } };
}

/** Serves files as a CDN does: pages revalidate by ETag, pictures never change. */
function floorAnswers(): (asked: Asked) => Promise<Answer> {
  const usual = filterProducts(catalogue, noFilter).filter(
    (one) => shownPieces.has(one.id) && !pieces.includes(one),
  );
  const products = [...pieces, ...usual];
  const texts: Record<string, string> = {
    [paths.collection]: collectionPage(products),
    ...Object.fromEntries(products.map((one) => [paths.product(one.id), productPage(one, products)])),
    ...Object.fromEntries([1, 2].map((count) => [cartPath(count), cartPage(bought, count)])),
  };
  const pictures = new Map<string, Promise<Buffer>>();
  return async ({ path, headers }) => {
    const [address = ''] = path.split('?');
    const image = pictureOf(address);
    if (image) {
      const made = pictures.get(address) ?? encoded(image.src, image.widthPx);
      pictures.set(address, made);
      const kept = { 'content-type': 'image/avif', 'cache-control': 'public, max-age=31536000, immutable' };
      return { status: 200, headers: kept, body: await made };
    }
    const body = Buffer.from(texts[address] ?? '');
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
    const kept = { etag, 'cache-control': 'public, max-age=0, must-revalidate' };
    if (body.byteLength === 0) return { status: 404, headers: {}, body };
    if (headers['if-none-match'] === etag) return { status: 304, headers: kept, body: Buffer.alloc(0) };
    return { status: 200, headers: { ...kept, 'content-type': 'text/html; charset=utf-8' }, body };
  };
}

const encoded = (src: string, widthPx: number) =>
  sharp(join(projectRoot, 'public', src))
    .resize({ width: widthPx })
    .avif({ quality: 50, effort: 4 })
    .toBuffer();

/** @param shop its URL */
export async function openSites(shop: URL) {
  const certificate = await makeCertificate();
  const proxies = {
    floor: await openEdgeProxy(certificate, floorAnswers()),
    shop: await openEdgeProxy(certificate, withStaff(passOnTo(shop))),
  };
  return {
    proxies,
    keyHash: certificate.keyHash,
    newShopper: (lines = 0) => newShopper(shop, lines),
    close: async () => {
      for (const proxy of Object.values(proxies)) await proxy.close();
    },
  };
}

export type Sites = Awaited<ReturnType<typeof openSites>>;
