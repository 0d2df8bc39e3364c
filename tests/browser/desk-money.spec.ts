import { expect } from 'playwright/test';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskMoneyMessages as money } from '../../src/contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { expectAccessible } from './support/accessible.ts';
import { shipOrder, signInStaff } from './support/desk.ts';
import { cashOrder } from './support/paid-order.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

test('an owner writes down the cash that a courier has paid in @both', async ({ page }) => {
  const courier = `Courier ${Date.now()}`;
  await signInStaff(page, 'owner');
  const { money: sums } = await shipOrder(page, await cashOrder(page.request), courier, true);
  const total = sums?.totalPaise ?? 0;
  await page.goto(deskPaths.money);
  const cash = page.locator('section', { has: page.getByRole('heading', { name: money.cash }) });
  const owed = cash.getByRole('row', { name: courier }).getByRole('cell').last();
  await expect(owed).toHaveText(formatPrice(total));
  await cash.getByText(money.cashForm).click();
  await cash.getByRole('combobox', { name: money.courier }).selectOption(courier);
  const save = cash.getByRole('button', { name: money.cashSave });
  await save.click();
  await expect(cash.getByRole('alert')).toHaveText(money.cashNoAmount);
  await cash.getByLabel(money.cashAmount).fill('100.50');
  await cash.getByLabel(money.cashNote).fill('Statement 7');
  await save.click();
  await expect(cash.getByText(money.cashSaved(courier, '₹100.50'))).toBeVisible();
  await expect(owed).toHaveText(formatPrice(total - 100_50));
  await expectAccessible(page, 'cash that came in', 'html');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await page.reload();
  await expect(owed).toHaveText(formatPrice(total - 100_50));
});
