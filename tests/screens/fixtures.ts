import type { Page } from 'playwright/test';
import type { Refusal } from '../../src/contract/calls/call.ts';
import type { Cart } from '../../src/domain/cart.ts';
import { enter, serve } from '../browser/support/mocked-account.ts';

/** Shared by the scenes: their day, their texts, and the server's answers. */

/** Half past eleven in India, on a Friday. */
export const NOW = Date.UTC(2026, 10, 20, 6);

export const ok = { success: true } as const;
export const failed: Refusal = {
  success: false,
  code: 'failed',
  message: 'The shop is being mended. Please try again in a few minutes.',
};

/** An answer that never comes. */
export const held = () => new Promise<never>(() => undefined);

/** Logs a shopper in, with these pieces in the cart. */
export async function enterWith(
  page: Page,
  cartData: Cart,
  sayings: Parameters<typeof enter>[1] = {},
): Promise<void> {
  await enter(page, { 'cart.get': { ...ok, cartData }, ...sayings });
  // Sent only on the test's demand: here the screen decides what a stepper or a heart shows.
  await serve(page, { 'cart.add': ok, 'cart.update': ok, 'discount.check': { ...ok, ...CODE } });
}

export const CODE = { code: 'TAANA-7K2M-Q9XD', percent: 20 } as const;

export const HOODIE = 'warp-line-hoodie';
export const CAP = 'taana-cap';

export const onePiece: Cart = { [HOODIE]: { M: 1 } };
export const twoLines: Cart = { [HOODIE]: { M: 2 }, [CAP]: { default: 1 } };
export const manyLines: Cart = {
  ...twoLines,
  'godown-cargo': { L: 1 },
  'kulhad-hoodie': { S: 1, XL: 10 },
  'phool-camp-shirt': { M: 1 },
  'teen-dhaari-socks': { default: 4 },
  'dhoop-shorts': { S: 1 },
  'slate-zip-cargo': { M: 1 },
  'chowpatty-tote': { default: 2 },
  'pahadi-beanie': { default: 1 },
  'indigo-chore-shacket': { XL: 1 },
};
/** One product sold out, one size sold out, most sizes sold out, and one product removed. */
export const troubledLines: Cart = {
  [HOODIE]: { M: 1 },
  'meter-se-tee': { M: 1 },
  'dilli-crew': { XS: 2 },
  'godown-cargo-shorts': { M: 3 },
  'tee-of-last-year': { L: 1 },
};

export const LONG_NAME =
  'Heavyweight Brushed-Back Warp Line Hoodie with Kangaroo Pocket and Contrast Drawcord';
const LONG_WORD = 'Kanchipuram-Handloom-Embroidered-Six-Panel-Twill Cap';
export const LONG_STREET =
  'Flat 1204, B Wing, Shree Siddhivinayak Cooperative Housing Society, Survey No. 114/2A, Behind Old Municipal Water Tank, Jogeshwari-Vikhroli Link Road';
export const LONG_EMAIL =
  'venkatanarasimharajuvaripeta.subrahmanyam+taana-orders@students.university.example.in';
export const LONG_PERSON = 'Venkatanarasimharajuvaripeta Subrahmanyam Lakshminarayana Iyer';

/** Gives two products the longest names, in pages and in lists. */
export async function lengthenNames(page: Page): Promise<void> {
  const lengthen = (text: string) =>
    text.replaceAll('Warp Line Hoodie', LONG_NAME).replaceAll('Taana Cap', LONG_WORD);
  const isPage = ({ pathname }: URL) => /^\/(collection|product\/[^/]+)?$/.test(pathname);
  await page.route(isPage, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: lengthen(await response.text()) });
  });
  await page.route('**/api/product/list?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: lengthen(await response.text()) });
  });
}

/** No list call is answered. */
export const holdList = (page: Page) => page.route('**/api/product/list?*', held);
/** Every list call fails as without a network. */
export const failListCalls = (page: Page) => page.route('**/api/product/list?*', (route) => route.abort());

/** The console message of a call that is made to fail. */
export const NETWORK_ERRORS = [/net::ERR_FAILED/] as const;
export const OFFLINE = [/net::ERR_INTERNET_DISCONNECTED/] as const;
export const refusals = (...statuses: number[]) => statuses.map((status) => new RegExp(`^${status} from `));

/** Waits until everything that the page requested has loaded. */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}
