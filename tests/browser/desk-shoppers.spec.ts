import { expect } from 'playwright/test';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskShoppersMessages as says } from '../../src/contract/messages/desk-lists-and-shop.ts';
import { expectAccessible } from './support/accessible.ts';
import { newShopper, placeOrder } from './support/api.ts';
import { signInStaff } from './support/desk.ts';
import { DESK_SIZE } from './support/paid-order.ts';
import { test } from './support/test.ts';

test('the owner finds a shopper, sees the orders, exports the data, and deletes another account', async ({
  page,
  request,
}) => {
  const buyer = await newShopper(request);
  await placeOrder(request, buyer, { productId: 'warp-line-hoodie', size: DESK_SIZE, quantity: 2 });
  const visitor = await newShopper(request);
  await signInStaff(page, 'owner', deskPaths.shoppers);
  // The search must be there before its shortcut is pressed.
  await expect(page.getByLabel(says.search)).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel(says.search)).toBeFocused();
  await page.keyboard.type(buyer.email);
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: buyer.email });
  await expect(card.getByText(says.pieces(2))).toBeVisible();
  await expectAccessible(page, 'at a shopper');
  const downloading = page.waitForEvent('download');
  await card.getByRole('button', { name: says.export }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^shopper-[0-9a-f]{32}\.json$/);

  await page.getByLabel(says.search).fill(visitor.email);
  await page.getByRole('button', { name: says.find }).click();
  await page.getByRole('region', { name: visitor.email }).getByRole('button', { name: says.delete }).click();
  await page.getByRole('button', { name: says.yes }).click();
  await expect(page.getByText(says.deleted)).toBeVisible();
  await page.getByRole('button', { name: says.find }).click();
  await expect(page.getByText(says.none(visitor.email))).toBeVisible();
  // A name finds orders, because accounts are searched by email.
  await page.getByLabel(says.search).fill('Asha Rao');
  await page.getByRole('link', { name: says.ordersNamed('Asha Rao') }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('Asha Rao');
});
