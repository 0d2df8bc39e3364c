import { expect } from 'playwright/test';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskSpeedMessages as says } from '../../src/contract/messages/desk-lists-and-shop.ts';
import { expectAccessible } from './support/accessible.ts';
import { signInStaff } from './support/desk.ts';
import { test } from './support/test.ts';

/** The test shop measures every page view. */

test('the owner sees the speed of a page after a shopper leaves it; a page without interaction loads no script for it', async ({
  page,
  browser,
}) => {
  const shopper = await browser.newPage();
  const loaded: string[] = [];
  shopper.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await shopper.addInitScript(() => {
    const sent: string[] = [];
    const send = navigator.sendBeacon.bind(navigator);
    Object.assign(globalThis, { sent });
    navigator.sendBeacon = (address, said) => {
      sent.push(String(said));
      return send(address, said);
    };
  });
  await shopper.goto('/product/warp-line-hoodie', { waitUntil: 'networkidle' });
  expect(loaded.filter((path) => path.includes('web-vitals'))).toEqual([]);
  await shopper.mouse.wheel(0, 400);
  await expect.poll(() => loaded.some((path) => /web-vitals\.[\w-]+\.js$/.test(path))).toBe(true);
  await shopper.waitForLoadState('networkidle');
  // Simulates a switch to another app, after which the script sends its figures.
  const sent = () =>
    shopper.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      return (globalThis as never as { sent: string[] }).sent;
    });
  await expect.poll(async () => (await sent()).length).toBe(1);
  const [text = ''] = await sent();
  const body = JSON.parse(text) as { page: string; buckets: Record<string, number> };
  expect(body.page).toBe('product');
  expect(Object.keys(body)).toEqual(['page', 'buckets']);
  expect(Object.keys(body.buckets)).toEqual(expect.arrayContaining(['LCP', 'CLS', 'FCP', 'TTFB']));
  await shopper.close();

  await signInStaff(page, 'owner', deskPaths.speed);
  const row = page.getByRole('row', { name: new RegExp(`^${says.pages.product}`) });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText(/view/, { timeout: 2_000 });
  }).toPass();
  await page.getByLabel(says.vital).selectOption(says.vitals.CLS);
  await expect(row).toContainText(/view/);
  await expectAccessible(page, 'how fast it is', 'html');
});
