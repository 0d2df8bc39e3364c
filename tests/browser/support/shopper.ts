import { expect, type Locator, type Page, test } from 'playwright/test';
import { shop } from '../../../src/domain/config.ts';
import { ownAddress, type Shopper } from './api.ts';

/** Gives each test of the file a network of its own. */
export function fromOwnAddresses(): void {
  test.beforeEach(async ({ context }) => {
    await context.setExtraHTTPHeaders(ownAddress());
  });
}

/** Puts something into the browser's storage before any page of the shop has run. */
export async function store(page: Page, entries: Record<string, string>, site = ''): Promise<void> {
  // A file of the same origin without a script.
  await page.goto(`${site}/favicon.svg`);
  await page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
}

/** Logs in by storage, as a browser that was here before. */
export async function signIn(page: Page, { token, email }: Shopper, site = ''): Promise<void> {
  await store(page, { [shop.storageKeys.token]: token, [shop.storageKeys.userEmail]: email }, site);
}

export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** The cart in the top bar. Its name tells the count: 'Cart', 'Cart, 1 piece', 'Cart, 2 pieces'. */
export function cartInBar(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /^Cart\b/ });
}

export async function expectPiecesInBar(page: Page, pieces: number): Promise<void> {
  const name = pieces === 0 ? 'Cart' : `Cart, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`;
  await expect(cartInBar(page)).toHaveAccessibleName(name);
}

/** A message of the shop, top right. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(text);
}

/** The address that every picture of the shop has. */
export const PICTURE_PATH = '/.netlify/images';

/** Keeps what an address brings waiting. @returns lets it go. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return release;
}
