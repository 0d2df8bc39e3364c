import { expect, type Locator, type Page } from 'playwright/test';
import { shop } from '../../../src/domain/config.ts';
import { type Line, newShopper, ownAddress, ownPhone, ownStreet, putInCart, type Shopper } from './api.ts';
import { test } from './test.ts';

/** Gives each test of the file its own IP address. */
export function fromOwnAddresses(): void {
  test.beforeEach(async ({ context }) => {
    await context.setExtraHTTPHeaders(ownAddress());
  });
}

/** Fills the browser's storage before any page of the shop runs. */
export async function store(page: Page, entries: Record<string, string>, site = ''): Promise<void> {
  // This file has the same origin and runs no script.
  const address = `${site}/favicon.svg`;
  if (!page.url().endsWith(address)) await page.goto(address);
  await page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
}

/** Logs in by storage, like a returning browser. */
export async function signIn(page: Page, { token, email }: Shopper, site = ''): Promise<void> {
  await store(page, { [shop.storageKeys.token]: token, [shop.storageKeys.userEmail]: email }, site);
}

/** Creates an account with these lines in its cart, and logs in. */
export async function openShopperSession(page: Page, ...cart: Line[]): Promise<Shopper> {
  const shopper = await newShopper(page.request);
  for (const line of cart) await putInCart(page.request, shopper, line);
  await signIn(page, shopper);
  return shopper;
}

/** Fills in and submits the form of /login. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Login' }).click();
}

/** Fills in the checkout form, with a street and phone that no other test uses. */
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

/** The cart in the top bar. Its name contains the count: 'Cart', 'Cart, 1 piece', 'Cart, 2 pieces'. */
export function cartInBar(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /^Cart\b/ });
}

export async function expectPiecesInBar(page: Page, pieces: number): Promise<void> {
  const name = pieces === 0 ? 'Cart' : `Cart, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`;
  await expect(cartInBar(page)).toHaveAccessibleName(name);
}

/** A toast, top right. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(text);
}

/** The path of every picture of the shop. */
export const PICTURE_PATH = '/.netlify/images';

/** Holds the requests of an address. @returns a function that releases them */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return release;
}
