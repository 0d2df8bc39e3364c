import { expect, type Page } from 'playwright/test';
import { pageMessages } from '../../src/contract/messages/page.ts';
import { test } from './support/test.ts';

/** Opens the shop at the address of a single Netlify deploy. */
async function openAt(page: Page, host: string, path: string, baseURL: string): Promise<void> {
  await page.route(`https://${host}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${baseURL}${pathname}${search}` }) });
  });
  await page.goto(`https://${host}${path}`);
}

test('a page of another deploy says that it is not the shop and links to the shop, and the shop itself does not', async ({
  page,
  baseURL,
}) => {
  const notice = page.getByRole('complementary').filter({ hasText: pageMessages.notTheShop });
  for (const host of [
    '5d4aeac2ccabf517d2f219b8--taana.netlify.app',
    'deploy-preview-7--taana.netlify.app',
    'deploy-preview-7.taana.example',
  ]) {
    await openAt(page, host, '/about', baseURL ?? '');
    await expect(notice, host).toBeVisible();
    await expect(notice.getByRole('link', { name: pageMessages.toTheShop }), host).toHaveAttribute(
      'href',
      /\/about$/,
    );
  }
  for (const host of ['taana.netlify.app', 'xn--taana-6ya.example']) {
    await openAt(page, host, '/about', baseURL ?? '');
    await page.waitForLoadState('networkidle');
    await expect(page.getByText(pageMessages.notTheShop)).toHaveCount(0);
  }
});
