import { expect, type Locator, type Page } from 'playwright/test';
import { loginReasons } from '../../src/contract/messages/account.ts';
import { call, newShopper, type Shopper } from './support/api.ts';
import { openShopperSession, fromOwnAddresses, logIn, store, stored, toast } from './support/shopper.ts';
import { findInEmail } from './support/outbox.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/** A shopper's goal: to get an email about a piece that is not in stock. */
fromOwnAddresses();

const HALF_SOLD_OUT = { id: 'dilli-crew', size: 'XS' };
const SOLD_OUT = 'meter-se-tee';
const ONE_SIZE = 'cutting-tote';
const EARLY = 'patang-hoodie';
const SAVED = "We'll notify you once it comes back!";
const ALREADY = 'You are already on the list';

const size = (page: Page, name: string): Locator => page.locator(`.size-choice[data-size="${name}"]`);
const notifyMe = (page: Page): Locator => page.getByRole('button', { name: 'NOTIFY ME', exact: true });
const earlyOrder = (page: Page): Locator => page.getByRole('button', { name: 'EARLY ORDER', exact: true });

async function logInBecause(page: Page, { email, password }: Shopper, reason: string): Promise<void> {
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(reason)).toBeVisible();
  await logIn(page, email, password);
}

/** Whether the server has the subscription. Only a confirmed email reads it, so this confirms the email. */
async function isWaiting(page: Page, shopper: Shopper, productId: string, of: string): Promise<boolean> {
  const { email, token } = shopper;
  const link = await findInEmail(page.request, email, /\/confirm-email#token=[\w-]+/);
  await call(page.request, 'user.confirm-email', { token: link.split('=')[1] ?? '' }, token);
  return (await call(page.request, 'notify.check', { productId, email, size: of }, token)).alreadyNotified;
}

test('a visitor who taps NOTIFY ME and returns without a login is not asked again; after a login the back-in-stock subscription is saved', async ({
  page,
}) => {
  const { expectNoErrors } = await watch(page);
  const shopper = await newShopper(page.request);
  await page.goto(`/product/${HALF_SOLD_OUT.id}`);
  await size(page, HALF_SOLD_OUT.size).click();
  await notifyMe(page).click();
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page).toHaveURL(`/product/${HALF_SOLD_OUT.id}`);
  await size(page, HALF_SOLD_OUT.size).click();
  await notifyMe(page).click();
  await logInBecause(page, shopper, loginReasons.notifyMe);
  await expect(page).toHaveURL(`/product/${HALF_SOLD_OUT.id}`);
  await expect(toast(page, SAVED)).toBeVisible();
  await expect(size(page, HALF_SOLD_OUT.size).getByRole('radio')).toBeChecked();

  await notifyMe(page).click();
  await expect(toast(page, ALREADY)).toBeVisible();
  expect(await isWaiting(page, shopper, HALF_SOLD_OUT.id, HALF_SOLD_OUT.size)).toBe(true);
  await page.reload();
  await expect(page.getByRole('button', { name: 'ADD TO CART' }).or(notifyMe(page))).toBeVisible();
  await expect(toast(page, SAVED), 'a reload repeats nothing').toBeHidden();
  await expectNoErrors();
});

test('NOTIFY ME works in the quick view as on the product page', async ({ page }) => {
  const shopper = await newShopper(page.request);
  await page.goto('/collection');
  const card = page.locator(`[data-product="${SOLD_OUT}"]`);
  await card.scrollIntoViewIfNeeded();
  await card.hover();
  await card.getByRole('button', { name: 'QUICK VIEW' }).click();
  const view = page.getByRole('dialog', { name: 'Meter Se Tee' });
  await view.locator('.size-choice[data-size="M"]').click();
  await view.getByRole('button', { name: 'NOTIFY ME' }).click();
  await logInBecause(page, shopper, loginReasons.notifyMe);
  await expect(page).toHaveURL(`/product/${SOLD_OUT}`);
  await expect(toast(page, SAVED)).toBeVisible();
});

test('a visitor who taps EARLY ORDER logs in, returns, and the interest is saved', async ({ page }) => {
  const shopper = await newShopper(page.request);
  await page.goto(`/product/${EARLY}`);
  await expect(page.getByRole('group', { name: 'Quantity' })).toBeHidden();
  const interest = page.waitForRequest('**/api/product/early-order-interest');
  await earlyOrder(page).click();
  await expect(toast(page, 'Select Product Size')).toBeVisible();
  await size(page, 'L').click();
  await earlyOrder(page).click();
  await logInBecause(page, shopper, loginReasons.earlyOrder);
  await expect(page).toHaveURL(`/product/${EARLY}`);
  await expect(toast(page, 'Interest registered!')).toBeVisible();
  expect((await interest).postDataJSON()).toEqual({
    productId: EARLY,
    name: '',
    email: shopper.email,
    phone: '',
    size: 'L',
  });
  expect(JSON.parse((await stored(page, 'cart')) ?? '{}'), 'nothing is put in the cart').toEqual({});
});

test.describe('on a phone', () => {
  test('a sold-out piece asks for a size before it subscribes', async ({ page }) => {
    const shopper = await openShopperSession(page);
    await page.goto(`/product/${SOLD_OUT}`);
    await notifyMe(page).click();
    await expect(toast(page, 'Select Product Size')).toBeVisible();
    await size(page, 'L').click();
    await expect(page.getByText('This size is sold out')).toBeVisible();
    await notifyMe(page).click();
    await expect(toast(page, SAVED)).toBeVisible();
    expect(await isWaiting(page, shopper, SOLD_OUT, 'L')).toBe(true);
  });

  test('the wishlist’s NOTIFY ME subscribes after the product page and the login', async ({ page }) => {
    const shopper = await newShopper(page.request);
    await store(page, { wishlist: JSON.stringify([ONE_SIZE, SOLD_OUT]) });
    await page.goto('/wishlist');
    await page.getByRole('button', { name: 'NOTIFY ME: Cutting Tote' }).click();
    await logInBecause(page, shopper, loginReasons.notifyMe);
    await expect(page).toHaveURL(`/product/${ONE_SIZE}`);
    await expect(toast(page, SAVED)).toBeVisible();

    await page.goto('/wishlist');
    await page.getByRole('button', { name: 'NOTIFY ME: Meter Se Tee' }).click();
    await expect(page).toHaveURL(`/product/${SOLD_OUT}`);
    await expect(toast(page, 'Select Product Size')).toBeVisible();
  });
});
