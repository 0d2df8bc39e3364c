import { expect, type Locator, type Page } from 'playwright/test';
import { addressMessages } from '../../src/contract/messages/address.ts';
import type { Refusal } from '../../src/contract/calls/call.ts';
import type { Reply } from '../../src/contract/routes.ts';
import type { WireAddress } from '../../src/contract/calls/address.ts';
import { expectAccessible } from './support/accessible.ts';
import { ownPhone, ownStreet, type Shopper } from './support/api.ts';
import { tabTo } from './support/keyboard.ts';
import { answer } from './support/online-payment.ts';
import { openShopperSession, fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const home: WireAddress = {
  _id: 'home1',
  label: 'Home',
  address: ownStreet(),
  city: 'Mumbai',
  state: 'Maharashtra',
  zipcode: '400001',
  country: 'India',
  phone: `91${ownPhone()}`,
  isDefault: true,
};
const office: WireAddress = {
  ...home,
  _id: 'office1',
  label: '',
  address: `Survey no. ${ownStreet()}, Loom Lane behind the cooperative spinning mill`,
  city: 'Chennapatna',
  state: 'Karnataka',
  zipcode: '562160',
  isDefault: false,
};

/** The values that the test types. */
const typed = { street: ownStreet(), phone: ownPhone() };

const press = (control: Locator) => (test.info().project.name === 'phone' ? control.tap() : control.click());
const card = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: addressMessages.deliverTo }).getByRole('radio', { name });
const street = (page: Page) => page.getByLabel('House number and street');
const save = (page: Page) => page.getByRole('checkbox', { name: addressMessages.saveThis });
const placeOrder = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER' });

type Said = Reply<'address.user'> | Refusal | 'nothing';
const addresses = (...all: WireAddress[]): Said => ({ success: true, addresses: all });

/** Opens the checkout with a hoodie and these saved addresses. @returns the addresses that are saved later */
async function open(
  page: Page,
  said: Said = addresses(home, office),
): Promise<{ shopper: Shopper; saved: unknown[] }> {
  await answer(page, 'address.user', said);
  const saved = await answer(page, 'address.add', { success: true, message: '' });
  const shopper = await openShopperSession(page, { productId: 'warp-line-hoodie', size: 'M', quantity: 1 });
  return { shopper, saved };
}

async function fillName(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
}

async function fillPlace(page: Page): Promise<void> {
  await street(page).fill(typed.street);
  await page.getByLabel('City, town or village').fill('Mysuru');
  await page.getByLabel('PIN code').fill('570001');
  await page.getByLabel('Phone').fill(typed.phone);
}

test('The default address is filled in, a tap chooses another, and the order uses it', async ({ page }) => {
  const { shopper, saved } = await open(page);
  await page.goto('/place-order');
  await expect(card(page, new RegExp(`Home.*${home.address}.*Mumbai 400001`))).toBeChecked();
  await expect(street(page)).toHaveValue(home.address);
  await expect(page.getByLabel('Phone')).toHaveValue(home.phone.slice(2));
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect(save(page)).toBeHidden();
  await fillName(page);
  await press(card(page, /^Address Survey no\./));
  await expect(street(page)).toHaveValue(office.address);
  await expect(page.getByLabel('State')).toHaveValue('Karnataka');
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  const placed = page.waitForRequest('**/api/order/place');
  await press(placeOrder(page));
  expect((await placed).postDataJSON()).toMatchObject({
    address: { firstName: 'Asha', street: office.address, city: 'Chennapatna', zipcode: '562160' },
  });
  await expect(page).toHaveURL('/orders');
  expect(saved).toEqual([]);
});

test('A typed address survives a switch to a saved one and a reload, and is saved with the order', async ({
  page,
}) => {
  const { saved } = await open(page);
  await page.goto('/place-order');
  await expect(card(page, /Home/)).toBeChecked();
  await press(card(page, addressMessages.another));
  await expect(street(page)).toHaveValue('');
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, 'with another address');
  await fillName(page);
  await fillPlace(page);
  await press(save(page));
  await press(card(page, /Home/));
  await expect(street(page)).toHaveValue(home.address);
  await expect(save(page)).toBeHidden();
  await press(card(page, addressMessages.another));
  await expect(street(page)).toHaveValue(typed.street);
  await page.reload();
  await expect(card(page, /Home/)).toBeVisible();
  await expect(card(page, addressMessages.another)).toBeChecked();
  await expect(street(page)).toHaveValue(typed.street);
  await expect(save(page)).toBeChecked();
  expect(saved).toEqual([]);
  await press(placeOrder(page));
  await expect(page).toHaveURL('/orders');
  // Saving happens in the background.
  await expect
    .poll(() => saved)
    .toEqual([
      {
        label: '',
        address: typed.street,
        city: 'Mysuru',
        state: 'Karnataka',
        zipcode: '570001',
        country: 'India',
        phone: `91${typed.phone}`,
        isDefault: false,
      },
    ]);
});

test('The layout does not shift when the addresses load, and the typed text stays', async ({ page }) => {
  await open(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/address/user', async (route) => {
    await promise;
    await route.fallback();
  });
  await page.goto('/place-order');
  await expect(placeOrder(page)).toBeEnabled();
  await expect(page.getByRole('region', { name: 'Your order' }).getByRole('listitem').first()).toBeVisible();
  await street(page).focus();
  await page.evaluate(() => scrollTo(0, 0));
  const places = () =>
    Promise.all(
      [
        page.locator('.address-card').first(),
        street(page),
        page.getByLabel('Phone'),
        page.getByRole('group', { name: 'Payment' }),
      ].map((control) => control.boundingBox()),
    );
  const before = await places();
  resolve();
  await expect(card(page, /Home/)).toBeVisible();
  // A focused field is never filled in.
  await expect(street(page)).toHaveValue('');
  expect(await places()).toEqual(before);
  await press(card(page, /Home/));
  await expect(street(page)).toHaveValue(home.address);
  await page.evaluate(() => scrollTo(0, 0));
  expect(await places()).toEqual(before);
});

test('The keyboard alone chooses each saved address and returns to the typed one @desktop', async ({
  page,
}) => {
  await open(page);
  await page.goto('/place-order');
  await expect(card(page, /Home/)).toBeChecked();
  await tabTo(page, card(page, /Home/));
  await page.keyboard.press('ArrowRight');
  await expect(card(page, /Survey/)).toBeChecked();
  await expect(street(page)).toHaveValue(office.address);
  await page.keyboard.press('ArrowRight');
  await expect(card(page, addressMessages.another)).toBeChecked();
  await expect(street(page)).toHaveValue('');
  await tabTo(page, street(page));
  await page.keyboard.type(typed.street);
  await tabTo(page, save(page));
  await page.keyboard.press('Space');
  await expect(save(page)).toBeChecked();
});
