import { expect, type Page } from 'playwright/test';
import { newCredentials, ownPhone, ownStreet } from './support/api.ts';
import { expectFocusKept, tabTo } from './support/keyboard.ts';
import {
  cartInBar,
  openShopperSession,
  expectPiecesInBar,
  fillDelivery,
  fromOwnAddresses,
  toast,
} from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const HOODIE = 'Raat Panel Hoodie';
const HOODIE_ID = 'raat-panel-hoodie';

test('The keyboard alone places an order from the home page', async ({ page }) => {
  const { keyboard } = page;
  const main = page.getByRole('main');

  await test.step('from the bar to the collection and the hoodie', async () => {
    await page.goto('/');
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await keyboard.press('Enter');
    await expect(main).toBeFocused();
    await tabTo(page, main.getByRole('link', { name: 'See the collection' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/collection');
    await tabTo(page, main.getByRole('link', { name: HOODIE, exact: true }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(`/product/${HOODIE_ID}`);
  });

  const add = page.getByRole('button', { name: 'ADD TO CART' });
  await test.step('the sizing guide opens, closes with Escape and returns the focus, and a section opens', async () => {
    await expect(main.getByRole('heading', { name: 'Shipping & Return' })).toBeVisible();
    const guide = page.getByRole('button', { name: 'SIZING GUIDE' });
    await tabTo(page, guide);
    await keyboard.press('Enter');
    const chart = page.getByRole('region', { name: 'SIZING GUIDE: Hoodie' });
    await expect(chart).toBeVisible();
    await keyboard.press('Escape');
    await expect(chart).toBeHidden();
    await expect(guide).toBeFocused();
    await tabTo(page, page.getByRole('group').filter({ hasText: 'Shipping & Return' }).locator('summary'));
    await keyboard.press('Enter');
    await expect(page.getByText(/Ships in 2-5 days\. Free/)).toBeVisible();
  });

  await test.step('a size is required, then two pieces in L', async () => {
    await tabTo(page, add, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(toast(page, 'Select Product Size')).toBeVisible();
    const radio = (size: string) => page.getByRole('radio', { name: size, exact: true });
    await expect(radio('S')).toBeFocused();
    for (const size of ['M', 'L']) {
      await keyboard.press('ArrowRight');
      await expect(radio(size)).toBeChecked();
    }
    await tabTo(page, page.getByRole('button', { name: 'One more' }));
    await keyboard.press('Space');
    await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2');
    await tabTo(page, add);
    await keyboard.press('Space');
    await expectPiecesInBar(page, 2);
    await expect(add).toBeFocused();
  });

  await test.step('login and sign-up', async () => {
    await tabTo(page, cartInBar(page), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
    const { email, password } = newCredentials();
    await expect(main.locator('form').getByRole('button', { name: 'Login' })).toBeEnabled();
    await tabTo(page, page.getByRole('button', { name: 'Create account' }));
    await keyboard.press('Enter');
    await expectFocusKept(page, 'after changing to Sign Up');
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await keyboard.type('Asha Rao');
    await tabTo(page, page.getByLabel('Email'));
    await keyboard.type(email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await keyboard.type(password);
    await keyboard.press('Enter');
    const terms = page.getByRole('checkbox', { name: /I accept the Terms/ });
    await expect(terms).toBeFocused();
    await keyboard.press('Space');
    await expect(terms).toBeChecked();
    await tabTo(page, main.locator('form').getByRole('button', { name: 'Sign Up' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/cart');
  });

  await test.step('from the cart to the checkout', async () => {
    await expect(main.getByRole('group', { name: `Quantity of ${HOODIE}` })).toContainText('2');
    const checkout = page.getByRole('link', { name: 'PROCEED TO CHECKOUT' });
    await tabTo(page, checkout);
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/place-order');
  });

  await test.step('the address and the order', async () => {
    await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeEnabled();
    // The name of the account is filled in.
    await expect(page.getByLabel('Last name')).toHaveValue('Rao');
    await tabTo(page, page.getByRole('button', { name: 'PLACE ORDER' }));
    await keyboard.press('Enter');
    await expect(page.getByLabel('House number and street')).toBeFocused();
    await keyboard.type(ownStreet());
    await fillByKeyboard(page, 'PIN code', '570001');
    await expect(page.getByLabel('City, town or village')).toHaveValue('Mysuru');
    await fillByKeyboard(page, 'City, town or village', 'mys');
    const suggestion = page.getByRole('option', { name: 'Mysuru Karnataka' });
    await expect(suggestion).toBeVisible();
    await keyboard.press('ArrowDown');
    await expect(suggestion).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
    await expect(page.getByLabel('City, town or village')).toHaveValue('Mysuru');
    await expect(page.getByLabel('City, town or village')).toBeFocused();
    await fillByKeyboard(page, 'Phone', ownPhone());
    await tabTo(page, page.getByRole('radio', { name: /Cash on delivery/ }));
    await tabTo(page, page.getByRole('button', { name: 'PLACE ORDER' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/orders');
    await expect(main.getByRole('article')).toContainText('Order Placed');
    await expect(main.getByRole('article')).toContainText('Quantity: 2');
    await tabTo(page, page.getByRole('button', { name: 'Track Order' }));
  });
});

test('A refused order keeps the focus in the form; in the cart it stays on the stepper, near a removed line, and on the page when it is empty', async ({
  page,
}) => {
  await openShopperSession(
    page,
    { productId: HOODIE_ID, size: 'S', quantity: 2 },
    { productId: 'taana-cap', size: 'default', quantity: 1 },
  );
  await page.goto('/place-order');
  await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeEnabled();
  await fillDelivery(page);
  await page.route('**/api/order/place', (route) => route.abort());
  await tabTo(page, page.getByRole('button', { name: 'PLACE ORDER' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText(/No response from server/)).toBeVisible();
  await expectFocusKept(page, 'after an order without an answer');

  await page.goto('/cart');
  const quantity = page.getByRole('group', { name: `Quantity of ${HOODIE}, size S` });
  await tabTo(page, quantity.getByRole('button', { name: 'One more' }));
  await page.keyboard.press('Enter');
  await expect(quantity).toContainText('3');
  await expect(quantity.getByRole('button', { name: 'One more' })).toBeFocused();
  await tabTo(page, quantity.getByRole('button', { name: 'One less' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(quantity).toContainText('1');
  await expectFocusKept(page, 'when One less has reached 1');

  await tabTo(page, page.getByRole('button', { name: `Remove ${HOODIE}, size S` }));
  await page.keyboard.press('Enter');
  await expect(quantity).toBeHidden();
  await expectFocusKept(page, 'after a line was removed');
  await expectPiecesInBar(page, 1);

  await tabTo(page, page.getByRole('button', { name: 'Remove Taana Cap' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expectFocusKept(page, 'after the last line was removed');
});

async function fillByKeyboard(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}
