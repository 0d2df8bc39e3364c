import { expect, type Locator, type Page } from 'playwright/test';
import { deskPath, type DeskReply } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskScreenMessages } from '../../src/contract/messages/desk.ts';
import { deskStockMessages as say } from '../../src/contract/messages/desk-stock-and-money.ts';
import { deskOrderMessages as orders } from '../../src/contract/messages/desk-orders.ts';
import { expectAccessible } from './support/accessible.ts';
import { newShopper, placeOrder, productNamed } from './support/api.ts';
import { holdInto, openCamera, readBarcode, signInStaff } from './support/desk.ts';
import { test } from './support/test.ts';

/** No other browser test sells this product. */
const product = productNamed('black-utility-cargo');
const [, first = '', second = ''] = product.sizes;

async function findProduct(page: Page): Promise<Locator> {
  await page.getByLabel(say.search).fill(product.id);
  await expect(page.getByRole('table')).toHaveCount(1);
  return page.getByRole('table');
}

const rowOf = (table: Locator, size: string) => table.getByRole('row', { name: new RegExp(`^${size}\\b`) });

const forSale = async (table: Locator, size: string): Promise<number> =>
  Number(await rowOf(table, size).getByRole('button').textContent());

async function sell(page: Page, size: string): Promise<void> {
  const { request } = page.context();
  await placeOrder(request, await newShopper(request), { productId: product.id, size, quantity: 1 });
}

test('a stock change during a sale overwrites nothing and keeps its reason', async ({ page }) => {
  const email = await signInStaff(page, 'owner', deskPaths.stock);
  const table = await findProduct(page);
  const before = await forSale(table, first);
  await rowOf(table, first).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'a change of stock');
  await dialog.getByLabel(say.newNumber).fill(String(before + 5));
  await dialog.getByRole('button', { name: say.save }).click();
  await expect(dialog.getByText(say.needReason)).toBeVisible();
  await dialog.getByLabel(say.reason).fill('New delivery');

  await sell(page, first);
  await page.reload();
  await rowOf(table, first).getByRole('button').click();
  await expect(dialog.getByLabel(say.newNumber)).toHaveValue(String(before + 5));
  await expect(dialog.getByLabel(say.reason)).toHaveValue('New delivery');
  await expect(dialog.getByRole('alert')).toHaveText(say.moved(before, before - 1));
  await dialog.getByLabel(say.newNumber).fill(String(before + 6));
  await expect(dialog.getByRole('alert')).toBeEmpty();

  await sell(page, first);
  await dialog.getByRole('button', { name: say.save }).click();
  await expect(dialog.getByRole('alert')).toHaveText(say.moved(before - 1, before - 2));
  await expect(dialog.getByLabel(say.newNumber)).toHaveValue(String(before + 6));
  await dialog.getByLabel(say.newNumber).fill(String(before + 4));
  await dialog.getByRole('button', { name: say.save }).click();
  await expect(page.getByText(say.saved(product.name, first, before + 4))).toBeVisible();
  expect(await forSale(table, first)).toBe(before + 4);

  await rowOf(table, first).getByRole('button').click();
  await expect(dialog.getByText(say.entry(email, String(before - 2), String(before + 4)))).toBeVisible();
});

test('a shelf count allows for sales and survives a reload', async ({ page }) => {
  await openCamera(page);
  await sell(page, second);
  await signInStaff(page, 'owner', deskPaths.stock);
  let table = await findProduct(page);
  const before = await forSale(table, second);
  await page.getByRole('button', { name: say.count }).click();
  const shelf = Number(await rowOf(table, second).getByRole('cell').first().textContent());
  expect(shelf).toBeGreaterThan(before);
  const counted = () => page.getByLabel(`${say.columns.counted}: ${product.name}, ${second}`);
  await counted().fill(String(shelf + 1));
  await page.getByLabel(say.scan).fill(`${product.id}:${second}`);
  await page.keyboard.press('Enter');
  await expect(counted()).toHaveValue(String(shelf + 2));
  await expectAccessible(page, 'a count');
  // Both codes arrive before the next render, and neither opens an order.
  await readBarcode(page, `${product.id}:${second}`);
  await readBarcode(page, `${product.id}:${second}`);
  await expect(counted()).toHaveValue(String(shelf + 4));
  // A label that stays in the picture counts once.
  await holdInto(page, `${product.id}:${second}`);
  await page.getByRole('button', { name: orders.scan }).click();
  await expect(counted()).toHaveValue(String(shelf + 5));
  await page.getByRole('button', { name: orders.scanStop }).click();
  await expect(counted()).toHaveValue(String(shelf + 5));

  await sell(page, second);
  await page.reload();
  table = await findProduct(page);
  await expect(counted()).toHaveValue(String(shelf + 5));
  await page.getByRole('button', { name: say.review }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: new RegExp(product.name) })).toContainText('+5');
  await expectAccessible(page, 'what a count changes', 'dialog[open]');
  await dialog.getByRole('button', { name: say.close }).click();
  // Ending shows the count. Only a second confirmation discards it.
  await page.getByRole('button', { name: say.countEnd }).click();
  await dialog.getByRole('button', { name: say.discard }).click();
  await expect(dialog.getByText(say.discardSure(1))).toBeVisible();
  await dialog.getByRole('button', { name: say.discardNo }).click();
  await dialog.getByLabel(say.reason).fill('Counted by two');
  await page.reload();
  // If a phone ends the app, the tab and its typed reason are lost, but not the count.
  await page.evaluate(() => sessionStorage.removeItem('taana-desk-count'));
  await page.reload();
  await page.getByRole('button', { name: say.review }).click();
  await expect(dialog.getByLabel(say.reason)).toHaveValue('Counted by two');
  await dialog.getByRole('button', { name: say.confirm }).click();
  await expect(page.getByText(say.countSaved(1))).toBeInViewport();
  // The count found five more, and one was sold meanwhile.
  expect(await forSale(table, second)).toBe(before + 4);
});

/** The server makes the next stock change, but the response is lost. */
const dropResponse = (page: Page) =>
  page.route(
    `**${deskPath('stock.change')}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

test('an offline stock change gets a message, keeps its draft, and is made once when online', async ({
  page,
  context,
}) => {
  await signInStaff(page, 'packer', deskPaths.stock);
  const table = await findProduct(page);
  const before = await forSale(table, first);
  await rowOf(table, first).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const entries = dialog.getByText('Found behind the shelf');
  await dialog.getByLabel(say.newNumber).fill(String(before + 2));
  await context.setOffline(true);
  await expect(dialog.getByRole('status').filter({ hasText: deskScreenMessages.offline })).toBeVisible();
  await dialog.getByLabel(say.reason).fill('Found behind the shelf');
  await dialog.getByRole('button', { name: say.save }).click();
  await expect(dialog.getByRole('alert')).toHaveText(deskScreenMessages.offline);
  await expectAccessible(page, 'a change without a network', 'dialog[open]');
  await context.setOffline(false);
  await expect(dialog.getByRole('alert')).toHaveText(deskScreenMessages.networkIsBack);
  await expect(dialog.getByLabel(say.newNumber)).toHaveValue(String(before + 2));
  await expect(dialog.getByLabel(say.reason)).toHaveValue('Found behind the shelf');

  // The network fails again before the response.
  await dropResponse(page);
  await dialog.getByRole('button', { name: say.save }).click();
  await expect(dialog.getByRole('alert')).toHaveText(deskScreenMessages.failed);
  await dialog.getByRole('button', { name: say.save }).click();
  await expect(page.getByText(say.saved(product.name, first, before + 2))).toBeVisible();
  expect(await forSale(table, first)).toBe(before + 2);
  await rowOf(table, first).getByRole('button').click();
  await expect(entries).toHaveCount(1);
});

test('a count continues offline, and changes the stock once when online', async ({ page, context }) => {
  await signInStaff(page, 'owner', deskPaths.stock);
  const table = await findProduct(page);
  const before = await forSale(table, second);
  await page.getByRole('button', { name: say.count }).click();
  const shelf = Number(await rowOf(table, second).getByRole('cell').first().textContent());
  await context.setOffline(true);
  await page.getByLabel(`${say.columns.counted}: ${product.name}, ${second}`).fill(String(shelf + 1));
  // Offline, the page cannot look up a product that it does not show, so every code waits.
  const codes = ['no-such-hoodie:M', 'no-such-shirt:S'];
  for (const code of codes) {
    await page.getByLabel(say.scan).fill(code);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('status').filter({ hasText: deskScreenMessages.offline })).not.toHaveCount(0);
  await expect(page.getByText(say.scansWait(codes))).toBeVisible();
  await page.getByRole('button', { name: say.review }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say.reason).fill('Counted in the cellar');
  await expect(dialog.getByText(say.scansWait(codes))).toBeVisible();
  await expect(dialog.getByRole('button', { name: say.confirm })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText(say.scanUnknown('no-such-shirt:S'))).toBeAttached();
  await dropResponse(page);
  await dialog.getByRole('button', { name: say.confirm }).click();
  await expect(dialog.getByRole('alert')).toHaveText(deskScreenMessages.failed);
  await expect(dialog.getByLabel(say.reason)).toHaveValue('Counted in the cellar');
  await dialog.getByRole('button', { name: say.confirm }).click();
  await expect(page.getByText(say.countSaved(1))).toBeVisible();
  expect(await forSale(table, second)).toBe(before + 1);
  await rowOf(table, second).getByRole('button').click();
  await expect(page.getByRole('dialog').getByText('Counted in the cellar')).toHaveCount(1);
  await page.getByRole('dialog').getByRole('button', { name: say.cancel }).click();

  await page.getByRole('button', { name: say.count }).click();
  await page.getByLabel(`${say.columns.counted}: ${product.name}, ${second}`).fill('3');
  await page.getByRole('button', { name: say.countEnd }).click();
  await dialog.getByRole('button', { name: say.discard }).click();
  await dialog.getByRole('button', { name: say.discardYes }).click();
  await expect(page.getByRole('button', { name: say.count })).toBeVisible();
  expect(await forSale(table, second)).toBe(before + 1);
});

test('an owner emails the back-in-stock subscribers of a size, and a CSV shows what it would change, then changes it', async ({
  page,
}) => {
  // Real subscribers wait for a size in stock only after days without a mail server.
  await page.route(`**${deskPath('stock.list')}`, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as DeskReply<'stock.list'>;
    for (const { sizes } of reply.products) for (const row of sizes) row.waiting = 2;
    await route.fulfill({ response, json: reply });
  });
  await signInStaff(page, 'owner', deskPaths.stock);
  const table = await findProduct(page);
  await rowOf(table, first).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say.tellNow(2) }).click();
  await expect(dialog.getByText(say.told(0, 0))).toBeVisible();
  await expectAccessible(page, 'those who wait', 'dialog[open]');
  await dialog.getByRole('button', { name: say.cancel }).click();
  await expect(dialog).toHaveCount(0);

  const before = await forSale(table, second);
  await page.getByRole('button', { name: say.csv, exact: true }).click();
  const row = [product.id, second, before + 2].join(',');
  const choose = (csv: string) =>
    dialog
      .getByLabel(say.csvImport)
      .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await choose('product,size,pieces\nno-such-product,M,1\n');
  await expect(dialog.getByRole('alert')).toContainText('no-such-product');
  await choose(`product,size,pieces\n${row}\n`);
  await expect(dialog.getByRole('row', { name: new RegExp(product.name) })).toContainText(String(before + 2));
  await expectAccessible(page, 'a chosen file', 'dialog[open]');
  await dialog.getByRole('button', { name: say.confirm }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(table, second).getByRole('button')).toHaveText(String(before + 2));
});
