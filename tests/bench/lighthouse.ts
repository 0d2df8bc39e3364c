/**
 * Lighthouse's look at the pages of an open shop: `npm run bench -- lighthouse [address] [categories]`. Writes
 * reports/lighthouse.md and fails where a page has less than 100. The address is http://localhost:8888 unless given; the
 * shop there has to know it as its SITE_URL. Search engines and browsers (`seo,best-practices`, the usual two) are asked
 * about the public pages of the sitemap; for `accessibility` the shopper's own pages come with them, logged in with
 * something in the cart, of the products one of each kind, and every page is looked at in both themes.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import lighthouse from 'lighthouse';
import { type BrowserContext, chromium as engine } from 'playwright';
import { paths as shopPaths } from '../../src/contract/paths.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { isReduced, isSoldOut, type Product } from '../../src/domain/product.ts';
import { totalsOf } from '../../src/domain/line-items.ts';
import { shop as constants } from '../../src/domain/config.ts';
import { chromiumFlags, chromiumPath } from '../../scripts/chromium.mjs';
import { call } from './api-call.ts';

const [address = 'http://localhost:8888', categories = 'seo,best-practices'] = process.argv.slice(2);
const shop = new URL(address);
const onlyCategories = categories.split(',');
const forEveryone = onlyCategories.includes('accessibility');
const themes = forEveryone ? ['light', 'dark'] : ['light'];

interface Look {
  path: string;
  theme: string;
  scores: (number | null)[];
  faults: string[];
}

/** The addresses of the sitemap, asked of this shop. */
async function publicPages(): Promise<string[]> {
  const locations = async (path: string) => {
    const response = await fetch(new URL(path, shop));
    if (!response.ok) throw new Error(`${response.url} answers ${response.status}; is the shop open?`);
    const found = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
    return found.map(([, location = '']) => new URL(location).pathname);
  };
  const lists = await locations('/sitemap-index.xml');
  return (await Promise.all(lists.map(locations))).flat();
}

/** Somebody with an order, a wish and a piece in the cart. @returns what the browser's storage keeps of her */
async function newShopper(): Promise<Record<string, string>> {
  const email = `asha-${randomUUID()}@example.com`;
  const { token } = await call(shop, 'user.register', { name: 'Asha Rao', email, password: randomUUID() });
  const [product] = catalogue.filter(({ sizes, openingStock }) => sizes.some((size) => openingStock[size]));
  const size = product?.sizes.find((candidate) => product.openingStock[candidate]);
  if (!product || !size) throw new Error('The catalogue has nothing to order.');
  const home = {
    firstName: 'Asha',
    lastName: 'Rao',
    email,
    street: '12 MG Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    zipcode: '560001',
    country: constants.country,
    phone: '919876543210',
  };
  const items = [{ _id: product.id, size, quantity: 1 }];
  const amount = totalsOf([{ quantity: 1, product }]).totalPaise / 100;
  await call(shop, 'order.place', { address: home, items, amount }, token);
  await call(shop, 'cart.add', { itemId: product.id, size }, token);
  await call(shop, 'wishlist.toggle', { itemId: product.id }, token);
  return { [constants.storageKeys.token]: token, [constants.storageKeys.userEmail]: email };
}

interface Chromium {
  port: number;
  context: BrowserContext;
  close: () => Promise<void>;
}

async function openChromium(): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'taana-lighthouse-'));
  const context = await engine.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: [...chromiumFlags, '--remote-debugging-port=0'],
  });
  const port = Number((await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')[0]);
  const close = async (): Promise<void> => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port, context, close };
}

/** Replaces what the browser keeps for the shop: Lighthouse's own tab reads the same storage. */
async function fillStorage(
  context: BrowserContext,
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  const page = await context.newPage();
  // A file of the same origin without a script.
  await page.goto(new URL('/favicon.svg', shop).href);
  await page.evaluate((given) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
  await page.close();
}

async function look(path: string, theme: string, port: number): Promise<Look> {
  const result = await lighthouse(new URL(path, shop).href, {
    port,
    onlyCategories,
    // Neither category looks at time, and a slowed-down network only takes it.
    throttlingMethod: 'provided',
    disableStorageReset: true,
    disableFullPageScreenshot: true,
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse has no result for ${path}.`);
  const { categories: found, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${path}: ${runtimeError.message}`);
  const faults = Object.values(found)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title }) => `${id} (${title})`);
  return { path, theme, scores: onlyCategories.map((name) => found[name]?.score ?? null), faults };
}

function report(looks: readonly Look[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const percent = (score: number | null) => (score === null ? '-' : String(Math.round(score * 100)));
  return [
    `# Lighthouse: ${onlyCategories.join(', ')}`,
    '',
    row(['Page', 'Theme', ...onlyCategories, 'What is missing']),
    row(['---', '---', ...onlyCategories.map(() => '--:'), '---']),
    ...looks.map(({ path, theme, scores, faults }) =>
      row([path, theme, ...scores.map(percent), faults.join(', ')]),
    ),
    '',
  ].join('\n');
}

/** Product pages are one route; each kind of it is looked at. */
const kinds: readonly ((product: Product) => boolean)[] = [
  isReduced,
  (product) => !isReduced(product) && product.pictures.length === 1,
  (product) => product.earlyOrder,
  (product) => product.sizes.length === 0,
  (product) => isSoldOut(product, product.openingStock),
];

/** Who looks, and at what: visitors at what search engines see, and for everyone's sake a shopper at her own pages. */
async function visits(): Promise<{ paths: string[]; storage: Record<string, string> }[]> {
  const visitor = { paths: await publicPages(), storage: {} };
  if (!forEveryone) return [visitor];
  const read = visitor.paths.filter((path) => !catalogue.some(({ id }) => path === shopPaths.product(id)));
  const products = kinds.flatMap((isOfKind) => catalogue.find(isOfKind)?.id ?? []).map(shopPaths.product);
  const doors = [shopPaths.login, '/coming-soon', '/reset-password', '/newsletter', '/404.html'];
  const own = [
    shopPaths.cart,
    shopPaths.placeOrder,
    shopPaths.orders,
    shopPaths.wishlist,
    shopPaths.profile,
    ...(['orders', 'addresses', 'notifications'] as const).map(shopPaths.profileTab),
  ];
  return [
    { ...visitor, paths: [...new Set([...read, ...products, ...doors])] },
    { paths: own, storage: await newShopper() },
  ];
}

const chromium = await openChromium();
const looks: Look[] = [];
try {
  for (const { paths, storage } of await visits()) {
    for (const theme of themes) {
      await fillStorage(chromium.context, { ...storage, [constants.storageKeys.theme]: theme });
      for (const path of paths) {
        const seen = await look(path, theme, chromium.port);
        looks.push(seen);
        const scores = seen.scores.map((score) => Math.round((score ?? 0) * 100)).join(' ');
        process.stdout.write(`${scores} ${theme} ${path} ${seen.faults.join(', ')}\n`);
      }
    }
  }
} finally {
  await chromium.close();
}
await mkdir('reports', { recursive: true });
await writeFile('reports/lighthouse.md', report(looks));
const short = looks.filter(({ scores }) => scores.some((score) => score !== 1));
process.stdout.write(
  `${looks.length - short.length} of ${looks.length} pages have 100 in ${onlyCategories.join(' and ')}.\n`,
);
process.exitCode = short.length === 0 ? 0 : 1;
