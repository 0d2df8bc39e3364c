import { expect, type Locator, type Page, test } from 'playwright/test';
import { shop } from '../../../src/domain/config.ts';
import { type Line, newShopper, ownAddress, ownPhone, ownStreet, putInCart, type Shopper } from './api.ts';

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

/** A new account that is logged in in this browser, with these lines in its cart. */
export async function comeIn(page: Page, ...cart: Line[]): Promise<Shopper> {
  const shopper = await newShopper(page.request);
  for (const line of cart) await putInCart(page.request, shopper, line);
  await signIn(page, shopper);
  return shopper;
}

/** Fills the form of /login in and sends it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Login' }).click();
}

/** Fills the form of the checkout in: nobody else's street and phone. */
export async function fillDelivery(page: Page): Promise<void> {
  for (const [label, text] of [
    ['First name', 'Asha'],
    ['Last name', 'Rao'],
    ['House number and street', ownStreet()],
    ['City, town or village', 'Bengaluru'],
    ['PIN code', '560001'],
    ['Phone', ownPhone()],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
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
