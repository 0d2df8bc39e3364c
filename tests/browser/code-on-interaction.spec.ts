import { expect, type Page, type Request } from 'playwright/test';
import {
  newsletterMessages,
  newsletterPageMessages,
  waitlistMessages,
} from '../../src/contract/messages/newsletter-and-waitlist.ts';
import { networkMessages, offlineMessages } from '../../src/contract/messages/page.ts';
import { newCredentials } from './support/api.ts';
import { inlineBytes, isReact } from './support/modules.ts';
import { fromOwnAddresses, hold, store, toast } from './support/shopper.ts';
import { test } from './support/test.ts';

/** Code that a page loads later (tests/site/script-bytes measures the code that the HTML names). */
fromOwnAddresses();

/** Bytes of brotli until the first interaction. */
const MOST_BYTES = 6_000;
/** Includes the code that draws the stored pieces and requests their data. */
const MOST_BYTES_WITH_PIECES = 8_500;
/** For a page that is one island, until its load event. */
const MOST_BYTES_OF_AN_ISLAND = 14_000;

const SCRIPTS = /\/_astro\/[^/]+\.js$/;

const pages = [
  ['the home page', '/'],
  ['the collection', '/collection'],
  ['a product page', '/product/warp-line-hoodie'],
  ['a text page with the newsletter box', '/about'],
  ['the waitlist', '/coming-soon'],
  ['an empty wishlist', '/wishlist'],
  ['the confirmation page of a subscription', `/newsletter/confirm#token=${'A'.repeat(43)}`],
  ['the offline page', '/offline'],
] as const;

for (const [name, address] of pages) {
  test(`Before the first interaction, ${name} loads at most 6 kB of script and no React`, async ({
    page,
  }) => {
    const requests = requestsOf(page);
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(requests.length).toBeGreaterThan(0);
    expect(await bytesOf(page, requests)).toBeLessThanOrEqual(MOST_BYTES);
    expect(await bringsReact(requests)).toBe(false);
  });
}

test('A wishlist with pieces needs no interaction and at most 8.5 kB of script', async ({ page }) => {
  await store(page, { wishlist: '["warp-line-hoodie"]' });
  const requests = requestsOf(page);
  await page.goto('/wishlist', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Add to Cart: Warp Line Hoodie' })).toBeEnabled();
  expect(await bytesOf(page, requests)).toBeLessThanOrEqual(MOST_BYTES_WITH_PIECES);
});

for (const address of ['/login', '/reset-password']) {
  test(`${address} loads React after its load event, and at most 14 kB of script before`, async ({
    page,
  }) => {
    const requests = requestsOf(page);
    let early: Request[] | undefined;
    page.once('load', () => (early = [...requests]));
    await page.goto(address, { waitUntil: 'load' });
    await expect.poll(() => early?.length ?? 0).toBeGreaterThan(0);
    expect(await bytesOf(page, early ?? [])).toBeLessThanOrEqual(MOST_BYTES_OF_AN_ISLAND);
    expect(await bringsReact(early ?? [])).toBe(false);
  });
}

const email = (page: Page) => page.getByLabel(newsletterPageMessages.email);
const subscribe = (page: Page) => page.getByRole('button', { name: newsletterMessages.subscribe });

test('A subscription that is submitted before its code loads is sent once, after loading', async ({
  page,
}) => {
  const asked = requestsTo(page, '/api/newsletter/subscribe');
  const release = await hold(page, '**/_astro/newsletter-box.*');
  await page.goto('/contact');
  await email(page).fill(newCredentials().email);
  await subscribe(page).tap();
  await subscribe(page).tap();
  await expect(subscribe(page)).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL('/contact');
  expect(asked()).toBe(0);
  release();
  await expect(toast(page, newsletterMessages.subscribed)).toBeVisible();
  await expect(email(page)).toHaveValue('');
  expect(asked()).toBe(1);
});

test('If the code of the newsletter box never loads, the browser posts the form', async ({ page }) => {
  await page.route('**/_astro/newsletter-box.*', (route) => route.abort());
  await page.goto('/delivery');
  await email(page).fill(newCredentials().email);
  await subscribe(page).tap();
  await expect(page).toHaveURL('/newsletter#sent');
});

test('Offline and without its code, the newsletter box keeps the typed email', async ({ page }) => {
  const typed = newCredentials().email;
  await page.goto('/newsletter');
  await page.route('**/_astro/newsletter-box.*', (route) => route.abort());
  await page.context().setOffline(true);
  await email(page).fill(typed);
  await subscribe(page).tap();
  await expect(page.locator('form[data-newsletter]').getByRole('status')).toHaveText(networkMessages.failed);
  await expect(page).toHaveURL('/newsletter');
  await expect(email(page)).toHaveValue(typed);
  await page.unroute('**/_astro/newsletter-box.*');
  await page.context().setOffline(false);
  await subscribe(page).tap();
  await expect(toast(page, newsletterMessages.subscribed)).toBeVisible();
});

test('If the network fails before the first tap, the page says so and does not keep requesting code', async ({
  page,
}) => {
  await page.goto('/product/warp-line-hoodie', { waitUntil: 'networkidle' });
  const requests = requestsOf(page);
  await page.context().setOffline(true);
  const offline = page.getByRole('status').filter({ hasText: offlineMessages.offline });
  await expect(offline).toBeVisible();
  await expect(offline).toBeHidden();
  const heart = page.locator('.product header [data-wish]').first();
  await heart.tap();
  await expect(offline).toBeVisible();
  expect(requests.length).toBeLessThan(100);
  await page.context().setOffline(false);
  await heart.tap();
  await expect(toast(page, /Wishlist saved locally/)).toBeVisible();
  await expect(offline).toHaveCount(0);
});

test('A visitor who joins the waitlist before its code loads joins once, after loading', async ({ page }) => {
  const asked = requestsTo(page, '/api/waitlist');
  const release = await hold(page, '**/_astro/waitlist.*.js');
  await page.goto('/coming-soon');
  await page.getByPlaceholder(waitlistMessages.placeholder).fill(newCredentials().email);
  await page.getByPlaceholder(waitlistMessages.placeholder).press('Enter');
  const button = page.getByRole('main').getByRole('button');
  await expect(button).toHaveAttribute('aria-busy', 'true');
  expect(asked()).toBe(0);
  release();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(waitlistMessages.joined);
  expect(asked()).toBe(1);
});

/** Collects the modules that the page asks for. */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (SCRIPTS.test(new URL(request.url()).pathname)) requests.push(request);
  });
  return requests;
}

function requestsTo(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => (count += Number(new URL(request.url()).pathname === path)));
  return () => count;
}

/** Bytes of brotli, inline scripts included. */
async function bytesOf(page: Page, requests: readonly Request[]): Promise<number> {
  let sum = await inlineBytes(page);
  for (const request of requests) {
    const encoding = (await request.response())?.headers()['content-encoding'] ?? '';
    expect(encoding, request.url()).toMatch(/^(br|)$/);
    sum += (await request.sizes()).responseBodySize;
  }
  return sum;
}

async function bringsReact(requests: readonly Request[]): Promise<boolean> {
  const codes = await Promise.all(requests.map(async (request) => (await request.response())?.text() ?? ''));
  return codes.some(isReact);
}
