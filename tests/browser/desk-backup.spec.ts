import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'playwright/test';
import { deskPath } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskBackupMessages as says } from '../../src/contract/messages/desk-lists-and-shop.ts';
import { deskScreenMessages } from '../../src/contract/messages/desk.ts';
import { expectAccessible } from './support/accessible.ts';
import { signInStaff } from './support/desk.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();
test.setTimeout(120_000);

const { places, more } = deskScreenMessages;

test('an owner’s backup continues after a network failure and a reload, and is one file', async ({
  page,
}) => {
  await signInStaff(page, 'owner');
  await page.getByText(more, { exact: true }).click();
  await page.getByRole('link', { name: places.backup, exact: true }).click();
  await expect(page).toHaveURL(deskPaths.backup);
  let isGone = true;
  await page.route(`**${deskPath('backup.read')}`, (route) => (isGone ? route.abort() : route.continue()));
  await page.getByRole('button', { name: says.begin }).click();
  await expect(page.getByRole('alert').filter({ hasText: deskScreenMessages.failed })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: says.discard })).toBeVisible();
  await expectAccessible(page, 'an interrupted backup', 'html');
  isGone = false;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: says.goOn }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^taana-\d{4}-\d\d-\d\d\.gz$/);
  const lines = gunzipSync(await readFile(await file.path()))
    .toString()
    .trimEnd()
    .split('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ backup: 'taana', format: 1 });
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true, lines: lines.length - 2 });
  await expect(page.getByRole('table')).toContainText('Keys');
  await expect(page.getByText(says.restoreCommand(file.suggestedFilename()))).toBeVisible();
  await expectAccessible(page, 'a finished backup', 'html');
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beside).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => caches.has('desk-backup'))).toBe(false);
});
