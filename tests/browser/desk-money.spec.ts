import { expect, type Page } from 'playwright/test';
import { deskPath, type DeskReply, type DeskRouteName } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskMoneyMessages as money } from '../../src/contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { expectAccessible } from './support/accessible.ts';
import { signInStaff } from './support/desk.ts';
import { cashOrder } from './support/paid-order.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

/** Packs, ships and delivers a new cash order by the calls of the desk. @returns its total in paise */
async function deliverCashOrder(page: Page, courier: string): Promise<number> {
  const id = await cashOrder(page.request);
  const make = async (name: DeskRouteName, body: object) => {
    const headers = { origin: new URL(page.url()).origin };
    const response = await page.request.post(deskPath(name), { headers, data: { id, ...body } });
    return ((await response.json()) as DeskReply<'orders.read'>).order;
  };
  let order = await make('orders.read', {});
  for (const [name, body] of [
    ['orders.pack', {}],
    ['orders.ship', { courier, trackingNumber: '149001' }],
    ['orders.deliver', {}],
  ] as const) {
    order = await make(name, { ...body, seen: order.version });
  }
  return order.money?.totalPaise ?? 0;
}

test('an owner writes down the cash that a courier has paid in @both', async ({ page }) => {
  const courier = `Courier ${Date.now()}`;
  await signInStaff(page, 'owner');
  const total = await deliverCashOrder(page, courier);
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
