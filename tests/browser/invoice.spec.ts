import { expect, type Locator, type Page } from 'playwright/test';
import { invoiceMessages } from '../../src/contract/messages/orders.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { storageKeys, brand } from '../../src/domain/config.ts';
import { expectAccessible } from './support/accessible.ts';
import { newShopper, placeOrder, productNamed } from './support/api.ts';
import { enter } from './support/mocked-account.ts';
import { shipOrder, signInStaff } from './support/desk.ts';
import { fromOwnAddresses, signIn, store } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const HOODIE = productNamed('warp-line-hoodie');

/** The figures of a row in paise, by column name. */
async function figuresOf(row: Locator): Promise<Record<string, number>> {
  const cells = await row
    .getByRole('cell')
    .evaluateAll((all) =>
      all.map((cell) => [cell.getAttribute('data-name') ?? '', cell.textContent ?? ''] as const),
    );
  return Object.fromEntries(
    cells.map(([name, text]) => [name, Math.round(Number(text.replace(/[₹,]/g, '')) * 100)]),
  );
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

/** The font families that the browser uses for an element and its content. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

const inks = (page: Page) =>
  page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.documentElement);
    return [color, backgroundColor];
  });

test('a shipped order has an invoice to read and print', async ({ page, browser, request }) => {
  const { expectNoErrors } = await watch(page);
  const shopper = await newShopper(request);
  const orderId = await placeOrder(request, shopper, { productId: HOODIE.id, size: 'M', quantity: 2 });
  const desk = await browser.newPage();
  await signInStaff(desk, 'packer');
  await shipOrder(desk, orderId, 'Delhivery');
  await desk.close();

  await page.goto(`/invoice?orderId=${orderId}`);
  await expect(page).toHaveURL('/login');

  await signIn(page, shopper);
  await page.goto('/orders');
  await page.getByRole('link', { name: `Invoice of order ${orderId.slice(-6)}` }).tap();
  await expect(page).toHaveURL(`/invoice?orderId=${orderId}`);
  const sheet = page.getByRole('article', { name: 'Tax invoice' });
  await expect(sheet).toContainText(brand.company.gstin);
  await expect(sheet).toContainText(/IN\/\d\d-\d\d\/\d{6}/);
  await expect(sheet).toContainText('Karnataka (29)');

  const rows = sheet.getByRole('table', { name: /^Lines of IN/ }).getByRole('row');
  const goodsRow = rows.filter({ hasText: HOODIE.name });
  await expect(goodsRow.locator('[data-name="HSN"]')).toHaveText('6110');
  await expect(goodsRow.locator('[data-name="Rate"]')).toHaveText('2.5% + 2.5%');
  const goods = await figuresOf(goodsRow);
  const fee = await figuresOf(rows.filter({ hasText: 'Shipping fee' }));
  const total = await figuresOf(rows.last());
  for (const { 'Taxable value': value = 0, CGST = 0, SGST = 0, Total } of [goods, fee, total]) {
    expect(value + CGST + SGST).toBe(Total);
    expect(CGST).toBe(SGST);
  }
  expect(goods['Total']).toBe(2 * HOODIE.pricePaise);
  expect(total['Total']).toBe((goods['Total'] ?? 0) + (fee['Total'] ?? 0));
  await expect(sheet).toContainText(formatPrice(2 * HOODIE.pricePaise + 10_00));
  await expectAccessible(page, 'the invoice', 'html');

  // Print has its own colours in every theme.
  await store(page, { 'taana-theme': 'dark', [storageKeys.textFont]: '1' });
  await page.goto(`/invoice?orderId=${orderId}`);
  await expect(sheet).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );

  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeHidden();
  expect(await inks(page)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  // The shop's font has few letters, and a name must not mix two fonts.
  expect(await fontsOf(page, '.tax-facts section:nth-of-type(2) p')).toEqual([
    expect.not.stringContaining('Anek'),
  ]);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
  await expectNoErrors();
});

test('an invoice address without an order gets a message and a link to the orders', async ({ page }) => {
  await enter(page);
  for (const address of ['/invoice', '/invoice?orderId=latest']) {
    await page.goto(address);
    await expect(page.getByText(invoiceMessages.noneNamed)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
    await expect(page.locator('.toast')).toHaveCount(0);
  }
  await page.getByRole('main').getByRole('link', { name: invoiceMessages.toOrders }).tap();
  await expect(page).toHaveURL('/orders');
});
