import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { brand } from '../../src/domain/config.ts';
import { expectAccessible } from './support/accessible.ts';
import { freePort, openOwnShop, type OwnShop } from '../support/own-shop.ts';
import { hold } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/** A separate shop, built as before the launch (SHOP_MODE=coming-soon). */
test.describe.configure({ mode: 'serial' });

const JOINED = 'You\u2019ve been added to the waitlist!';
const FAILED = 'Something went wrong. Please try again.';

let shop: OwnShop;
let dataFolder: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const { project, config } = test.info();
  await mkdir(project.outputDir, { recursive: true });
  // A short path, because the Redis socket is in this folder.
  dataFolder = await mkdtemp(join(project.outputDir, 'soon-'));
  const root = dirname(config.configFile ?? '');
  shop = await openOwnShop(root, await freePort(), dataFolder, { SHOP_MODE: 'coming-soon' });
});

test.afterAll(async () => {
  await shop?.interrupt();
});

const field = (page: Page) => page.getByPlaceholder('Enter email to join the waitlist');
const button = (page: Page) => page.getByRole('main').getByRole('button');
const newEmail = () => `visitor-${randomUUID()}@example.com`;

/** The forms that the email service received for an email address. */
async function formsOf(page: Page, email: string): Promise<{ fields: Record<string, string> }[]> {
  const forms = (await (await page.request.get(`${shop.address}/__emailjs.json`)).json()) as {
    fields: Record<string, string>;
  }[];
  return forms.filter(({ fields }) => fields['user_email'] === email);
}

test('The waitlist hides the shop', async ({ page }) => {
  const watched = await watch(page);
  await page.goto(shop.address);
  await expect(page).toHaveURL(`${shop.address}/`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(brand.name);
  await expect(main.getByText('A new era of fashion is loading...', { exact: true })).toBeVisible();
  await expect(field(page)).toHaveAttribute('type', 'email');
  await expect(field(page)).toHaveAttribute('required');
  await expect(button(page)).toHaveText('Notify Me');
  const full = await main.locator('section').boundingBox();
  expect((full?.y ?? 0) + (full?.height ?? 0)).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0);

  await test.step('three social links open in new tabs', async () => {
    const socials = main.getByRole('list', { name: 'Meanwhile, follow us on socials' }).getByRole('link');
    await expect(socials).toHaveCount(3);
    for (const [at, { url }] of brand.socials.entries()) {
      await expect(socials.nth(at)).toHaveAttribute('href', url);
      await expect(socials.nth(at)).toHaveAttribute('target', '_blank');
    }
  });

  await test.step('the bar has only the brand, and no footer link is dead', async () => {
    await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
    const links = page.getByRole('contentinfo').getByRole('link');
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const own = [...new Set(addresses.filter((address) => address.startsWith('/')))];
    expect(own).toEqual(expect.arrayContaining(['/terms-conditions', '/privacy-policy', '/contact']));
    for (const address of own) {
      const response = await page.request.get(shop.address + address, { maxRedirects: 0 });
      expect(response.status(), address).toBe(200);
    }
  });

  await test.step('every other route redirects here', async () => {
    const routes = ['/collection', '/product/warp-line-hoodie', '/cart', '/place-order'];
    const others = ['/wishlist', '/about', '/delivery', '/product/of-tomorrow'];
    for (const address of [...routes, ...others]) {
      const response = await page.request.get(shop.address + address, { maxRedirects: 0 });
      expect([response.status(), response.headers()['location']], address).toEqual([302, '/coming-soon']);
    }
    await page.goto(`${shop.address}/product/warp-line-hoodie`);
    await expect(page).toHaveURL(`${shop.address}/coming-soon`);
  });

  await test.step('accounts and orders stay open', async () => {
    const open = ['/login', '/Login', '/orders', '/verify', '/invoice', '/profile', '/reset-password'];
    for (const address of [...open, '/confirm-email']) {
      const response = await page.request.get(shop.address + address, { maxRedirects: 0 });
      expect(response.status(), address).toBe(200);
      expect(await response.text(), address).not.toContain('/products/');
    }
  });

  await test.step('the API neither sells nor lists products', async () => {
    const response = await page.request.get(`${shop.address}/api/product/list`);
    expect([response.status(), ((await response.json()) as { message: string }).message]).toEqual([
      403,
      requestMessages.notOpen,
    ]);
    expect((await page.request.get(`${shop.address}/api/health`)).status()).toBe(200);
  });

  await test.step('the sitemap lists only the open pages', async () => {
    const sitemap = await (await page.request.get(`${shop.address}/sitemap-0.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
    expect(listed.sort()).toEqual(['/coming-soon', '/contact', '/privacy-policy', '/terms-conditions']);
  });

  await test.step('pictures, the feed and the cards of the collection do not exist', async () => {
    const picture = '/products/warp-line-hoodie-1.webp';
    for (const address of [
      picture,
      `/.netlify/images?url=${encodeURIComponent(picture)}&w=320`,
      '/campaign/campaign-1.webp',
      '/cards/product/warp-line-hoodie.jpg',
      '/feeds/google.xml',
    ]) {
      expect((await page.request.get(shop.address + address)).status(), address).toBe(404);
    }
  });
  await watched.expectNoErrors();
});

test('A visitor joins with the keyboard, and the email service receives the form', async ({ page }) => {
  const watched = await watch(page);
  const email = newEmail();
  const release = await hold(page, '**/api/waitlist');
  await page.goto(`${shop.address}/coming-soon`);
  const before = await page.getByRole('list', { name: 'Meanwhile' }).boundingBox();
  await field(page).fill(email);
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page)).toHaveText('Loading...');
  await expect(button(page)).toBeDisabled();
  await expect(button(page)).toHaveCSS('background-color', 'rgb(235, 230, 220)');
  release();

  await expect(page.getByRole('main').getByRole('status')).toHaveText(JOINED);
  await expect(page.getByText(JOINED)).toHaveCSS('color', 'rgb(28, 102, 56)');
  await expectAccessible(page, 'with an email on the list', 'html');
  await expect(field(page)).toHaveValue('');
  await expect(button(page)).toHaveText('Notify Me');
  await expect(button(page)).toBeFocused();
  expect(await page.getByRole('list', { name: 'Meanwhile' }).boundingBox()).toEqual(before);
  await expect
    .poll(async () => (await formsOf(page, email))[0]?.fields)
    .toMatchObject({
      user_name: 'Waitlist User',
      message: 'Please notify me when the site is live.',
      time: expect.stringMatching(/^\d{1,2} \w+ 20\d\d at \d{1,2}:\d\d [ap]m$/) as unknown as string,
    });
  await watched.expectNoErrors();
});

test('If joining fails, a message says so and the typed email stays; a retry clears the message first', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto(`${shop.address}/coming-soon`);
  await page.route('**/api/waitlist', (route) => route.abort());
  await field(page).fill(email);
  await field(page).press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(FAILED);
  await expect(page.getByText(FAILED)).toHaveCSS('color', 'rgb(173, 35, 24)');
  await expect(field(page)).toHaveValue(email);
  expect(await formsOf(page, email)).toEqual([]);

  await page.unroute('**/api/waitlist');
  await page.route('**/api/waitlist', async (route) => {
    await expect(page.getByRole('main').getByRole('status')).toBeEmpty();
    await route.continue();
  });
  await field(page).press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(JOINED);
});

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser posts the form, and the next page shows the result', async ({ page }) => {
    await page.goto(`${shop.address}/coming-soon`);
    await field(page).fill(newEmail());
    await button(page).click();
    await expect(page).toHaveURL(`${shop.address}/coming-soon#joined`);
    await expect(page.getByText(JOINED).filter({ visible: true })).toBeVisible();
    await expect(page.getByText(FAILED).filter({ visible: true })).toHaveCount(0);
    await field(page).fill('asha@localhost');
    await button(page).click();
    await expect(page).toHaveURL(`${shop.address}/coming-soon#failed`);
    await expect(page.getByText(FAILED).filter({ visible: true })).toBeVisible();
  });
});
