import { expect } from 'playwright/test';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import {
  deskMoneyMessages as money,
  deskStockMessages as stock,
} from '../../src/contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { expectAccessible } from './support/accessible.ts';
import { shipOrder, signInStaff } from './support/desk.ts';
import { cashOrder, HOODIE } from './support/paid-order.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

test('an owner sees the day and the month, and writes down the cash that a courier has paid in @both', async ({
  page,
}) => {
  const courier = `Courier ${Date.now()}`;
  const id = await cashOrder(page.request);
  await signInStaff(page, 'owner');
  const delivered = await shipOrder(page, id, courier, true);
  const total = delivered.money?.totalPaise ?? 0;

  await test.step('each number of the day links to its list, and the chart has its table', async () => {
    await expect(page.getByRole('heading', { name: money.salesToday })).toBeVisible();
    await page.getByText(money.asTable).click();
    await expect(page.getByRole('row')).toHaveCount(31);
    await expectAccessible(page, 'the day', 'html');
    await page.getByRole('link', { name: new RegExp(money.numbers.low) }).click();
    await expect(page.getByRole('radio', { name: stock.filters.low })).toBeChecked();
  });

  await page.goto(deskPaths.money);
  const cash = page.locator('section', { has: page.getByRole('heading', { name: money.cash }) });
  const owed = cash.getByRole('row', { name: courier }).getByRole('cell').last();
  await test.step('the month has the best-selling products and a CSV', async () => {
    await expect(page.getByRole('heading', { name: money.sales })).toBeVisible();
    await page.getByText(money.asTable).click();
    await page.getByText(money.best).click();
    await expect(page.getByRole('row', { name: new RegExp(`^${HOODIE.name} \\d`) })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: money.tables.sales }).click();
    expect((await download).suggestedFilename()).toMatch(/^sales-\d{4}-\d{2}\.csv$/);
  });

  await test.step('what a courier owes falls by what has come in', async () => {
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
    await expectAccessible(page, 'the month and cash that came in', 'html');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await page.reload();
    await expect(owed).toHaveText(formatPrice(total - 100_50));
  });
});
