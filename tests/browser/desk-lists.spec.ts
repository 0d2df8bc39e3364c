import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { deskPath } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskListsMessages as says } from '../../src/contract/messages/desk-lists-and-shop.ts';
import { deskScreenMessages } from '../../src/contract/messages/desk.ts';
import { expectAccessible } from './support/accessible.ts';
import { call, newCredentials } from './support/api.ts';
import { signInStaff } from './support/desk.ts';
import { findInEmail, emailsTo } from './support/outbox.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

test('an owner runs the reconciliation job, finds a code, exports a list and emails the waitlist', async ({
  page,
  request,
}) => {
  const { email: reader } = newCredentials();
  await call(request, 'newsletter.subscribe', { email: reader });
  const link = await findInEmail(request, reader, /http\S+\/newsletter\/confirm#\S+/);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
  await call(request, 'newsletter.confirm', { token });
  const code = await findInEmail(request, reader, /TAANA-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  const { email: visitor } = newCredentials();
  await call(request, 'waitlist', { user_email: visitor } as never);

  await signInStaff(page, 'owner');
  // Until the tasks load, no tap target is where they will shift it.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${deskPath('lists.read')}`, (route) => released.then(() => route.continue()));
  await page.getByText(deskScreenMessages.more, { exact: true }).click();
  await page.getByRole('link', { name: says.title, exact: true }).click();
  await expect(page).toHaveURL(deskPaths.lists);
  await expect(page.getByRole('heading', { name: says.title })).toBeVisible();
  await expect(page.locator('main .skeleton')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  release();
  await page.getByRole('button', { name: says.reconcile }).click();
  await expect(page.getByText(/\d orders? checked, /)).toBeVisible();

  const search = page.getByRole('searchbox', { name: says.code });
  await search.fill('TAANA-0000-0000');
  await page.getByRole('button', { name: says.findCode }).click();
  await expect(page.getByRole('alert').filter({ hasText: says.noCode('TAANA-0000-0000') })).toBeVisible();
  await search.fill(code.toLowerCase());
  await page.getByRole('button', { name: says.findCode }).click();
  await expect(page.getByRole('listitem').filter({ hasText: code })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: says.lists.newsletter }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('newsletter.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain(reader);
  await expect(page.getByText(says.exported)).toBeVisible();

  await page.getByRole('button', { name: says.launch }).click();
  // Focus is on the cancel button, so a quick second tap sends nothing.
  await expect(page.getByRole('button', { name: says.launchStop, exact: true })).toBeFocused();
  await expectAccessible(page, 'the lists', 'html');
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beside).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: says.launchSure }).click();
  await expect(page.getByText(/^\d+ emails? sent\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: says.launch })).toHaveCount(0);
  expect(await emailsTo(request, visitor)).toHaveLength(1);
});
