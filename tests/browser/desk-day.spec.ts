import { expect, type Page } from 'playwright/test';
import { deskPath } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import {
  deskMoneyMessages as money,
  deskStockMessages as stock,
} from '../../src/contract/messages/desk-stock-and-money.ts';
import { deskOrderMessages as orders } from '../../src/contract/messages/desk-orders.ts';
import {
  deskScreenMessages as desk,
  deskSignInMessages as signIn,
  deskStaffMessages as staff,
} from '../../src/contract/messages/desk.ts';
import { call, newShopper, placeOrder, productNamed } from './support/api.ts';
import { signUpStaff } from './support/desk.ts';
import { cashOrder, paidOrder } from './support/paid-order.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();
test.setTimeout(300_000);

/** Signs in for the first time, so no other test uses it. */
const OWNER = 'kiran@taana.example';
const shortOf = (id: string) => id.slice(-6);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const open = async (page: Page, place: string) => {
  await page.getByRole('navigation', { name: desk.menu }).getByRole('link', { name: place }).click();
};
/** Every screen but the four most used is behind “More”. */
const openMore = async (page: Page, place: string) => {
  await page.getByText(desk.more, { exact: true }).click();
  await open(page, place);
};

test('an owner’s day: sign in, ship a batch, refund a piece, count a shelf, read and export the log, and sign out, which deletes what the desk stored in the browser', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  const cash = await placeOrder(request, shopper, {
    productId: productNamed('warp-line-hoodie').id,
    size: 'M',
    quantity: 1,
  });
  const ids = [cash, await cashOrder(request)];
  const paid = await paidOrder(request);

  await signUpStaff(page, OWNER);
  await page.getByRole('link', { name: new RegExp(money.numbers.pack) }).click();
  await expect(page).toHaveURL(`${deskPaths.orders}?tab=pack`);
  const stored = () =>
    page.evaluate(() =>
      [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) =>
        key.startsWith('taana-desk'),
      ),
    );
  // This list contains the names of shoppers.
  await expect.poll(stored).toContainEqual(expect.stringContaining('taana-desk-orders'));
  for (const id of [...ids, paid]) await page.getByLabel(orders.choose(shortOf(id))).check();
  await page.getByRole('link', { name: orders.packChosen }).click();
  await button(page, orders.startPacking(3)).click();
  await page.locator('.desk-thumb').getByRole('button', { name: orders.steps.ship }).click();
  await page.getByLabel(orders.courier).fill('Delhivery');
  for (const [at, id] of [...ids, paid].entries()) {
    await page.getByLabel(orders.trackingOf(shortOf(id))).fill(`77100${at}`);
  }
  // For the paid order, the payment provider does not answer in time.
  const why = `Razorpay does not answer. ${orders.providerSilent}`;
  await page.route(
    `**${deskPath('orders.ship')}`,
    (route) => route.fulfill({ status: 503, json: { success: false, code: 'provider', message: why } }),
    { times: 1 },
  );
  await button(page, orders.shipAll(3)).click();
  await expect(page.getByText(orders.shipped(2))).toBeVisible();
  await expect(page.getByText(why)).toBeVisible();
  await button(page, orders.shipAll(1)).click();
  await expect(page.getByText(orders.shipped(1))).toBeVisible();

  await page.getByRole('link', { name: shortOf(paid) }).click();
  await button(page, orders.verbs.refund).click();
  await page.getByRole('combobox').selectOption('1');
  await page.getByLabel(orders.reason).fill('A loose thread');
  await button(page, orders.really).click();
  await expect(page.getByText(orders.done.refund)).toBeVisible();
  await expect(page.getByText(orders.refundedPieces(1))).toBeVisible();

  const cap = productNamed('do-rang-cap');
  await open(page, desk.places.stock);
  await page.getByLabel(stock.search).fill(cap.id);
  await expect(page.getByRole('table')).toHaveCount(1);
  await button(page, stock.count).click();
  const row = page.getByRole('row', { name: new RegExp(`^${stock.oneSize}`) });
  const onShelf = Number(await row.getByRole('cell').first().textContent());
  await row.getByRole('textbox').fill(String(onShelf - 1));
  await button(page, stock.review).click();
  await page.getByRole('dialog').getByRole('button', { name: stock.confirm }).click();
  await expect(page.getByText(stock.countSaved(1))).toBeVisible();

  await openMore(page, desk.places.staff);
  const log = page.getByRole('listitem').filter({ hasText: OWNER });
  for (const done of [
    `counted the shelf of ${cap.id}`,
    `sent a refund for order ${shortOf(paid)}`,
    `shipped order ${shortOf(paid)}`,
    `began to pack order ${shortOf(cash)}`,
    'added a passkey',
  ]) {
    await expect(log.filter({ hasText: done }).first()).toBeVisible();
  }
  const downloading = page.waitForEvent('download');
  await button(page, staff.export).click();
  expect((await downloading).suggestedFilename()).toMatch(/^desk-log-\d{4}-\d{2}\.csv$/);
  await expect(page.getByText(staff.whole)).toBeVisible();
  await button(page, staff.signOut).click();
  await expect(button(page, signIn.withPasskey)).toBeVisible();
  expect(await stored()).toEqual([]);

  const { orders: seen } = await call(request, 'order.userorders', undefined, shopper.token);
  expect(seen.map(({ status }) => status)).toEqual(['Shipped']);
});
