import { expect, type Page } from 'playwright/test';
import { authMessages, loginReasons } from '../../src/contract/messages/account.ts';
import { fieldMessages } from '../../src/contract/messages/address.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { lengthLimits } from '../../src/domain/text-limits.ts';
import { passwordLength } from '../../src/domain/user.ts';
import { newCredentials, ownPhone, ownStreet } from './support/api.ts';
import { openShopperSession, expectPiecesInBar, fromOwnAddresses, stored, toast } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const HOODIE = 'Warp Line Hoodie';
const TERMS = 'Please accept the Terms & Conditions and Privacy Policy to continue';

test('A new shopper finds a hoodie, signs up and orders it with cash on delivery', async ({ page }) => {
  await test.step('from the home page to the hoodie', async () => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'See the collection' }).first().tap();
    await expect(page).toHaveURL('/collection');
    await expect(page.getByRole('status').filter({ hasText: '54 products' })).toBeVisible();
    await page.getByRole('listitem').getByRole('link', { name: HOODIE }).tap();
    await expect(page).toHaveURL('/product/warp-line-hoodie');
    await expect(page.getByRole('heading', { level: 1, name: HOODIE })).toBeVisible();
  });

  await test.step('a size is required', async () => {
    await page.getByRole('button', { name: 'ADD TO CART' }).tap();
    await expect(toast(page, 'Select Product Size')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Size' }).getByText('Select Product Size')).toBeVisible();
    await expectPiecesInBar(page, 0);
  });

  await test.step('into the cart in size M', async () => {
    await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).tap();
    await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked();
    await page.getByRole('button', { name: 'ADD TO CART' }).tap();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    await expectPiecesInBar(page, 1);
  });

  await test.step('the cart asks the visitor to log in', async () => {
    await page.getByRole('link', { name: 'Cart, 1 piece' }).tap();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
    await expect(page.getByText(loginReasons['/cart'])).toBeVisible();
    await expectPiecesInBar(page, 1);
  });

  const { email, password } = newCredentials();
  await test.step('sign-up requires the terms', async () => {
    await page.getByRole('button', { name: 'Create account' }).tap();
    const name = page.getByLabel('Name', { exact: true });
    await expect(name).toBeFocused();
    await expect(name).toBeInViewport({ ratio: 1 });
    await name.fill('Asha Rao');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    const signUp = page.getByRole('main').locator('form').getByRole('button', { name: 'Sign Up' });
    await signUp.tap();
    await expect(toast(page, TERMS)).toBeVisible();
    const terms = page.getByRole('checkbox', {
      name: /I accept the Terms & Conditions and the Privacy Policy/,
    });
    await expect(terms).toHaveAccessibleDescription(TERMS);
    await expect(terms).toBeFocused();
    await expect(page).toHaveURL('/login');
    expect(await stored(page, 'token')).toBeNull();

    await terms.check();
    await expect(terms).not.toHaveAccessibleDescription(TERMS);
    await signUp.tap();
    await expect(page).toHaveURL('/cart');
  });

  await test.step('the cart is unchanged', async () => {
    const lines = page.getByRole('list', { name: 'Lines of your cart' }).getByRole('listitem');
    await expect(lines).toHaveCount(1);
    await expect(lines).toContainText(HOODIE);
    await expect(lines).toContainText('Size M');
    await expect(lines).toContainText('₹2,499.00 INR');
    await expectPiecesInBar(page, 1);
    await expect(page.getByText('₹2,509.00 INR')).toBeVisible();
    await page.getByRole('link', { name: 'PROCEED TO CHECKOUT' }).tap();
    await expect(page).toHaveURL('/place-order');
  });

  await test.step('each invalid field shows its error', async () => {
    // Until the button is enabled, the session's email may still overwrite a field.
    await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeEnabled();
    await expect(page.getByLabel('First name')).not.toHaveValue('');
    await page.getByLabel('First name').fill('');
    await page.getByLabel('Last name').fill('');
    await page.getByLabel('Email').fill('asha@');
    await page.getByLabel('PIN code').fill('56 00');
    await page.getByLabel('Phone').fill('98765');
    await page.getByRole('button', { name: 'PLACE ORDER' }).tap();
    await expectWrongFields(page);
    await expect(page.getByLabel('First name')).toBeFocused();
    await expect(page).toHaveURL('/place-order');
  });

  await test.step('the address, with suggestions', async () => {
    await page.getByLabel('First name').fill('Asha');
    await page.getByLabel('Last name').fill('Rao');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('House number and street').fill('12 MG Road');
    await chooseBengaluru(page);
    const pin = page.getByLabel('PIN code');
    await pin.fill('560001 99');
    await expect(pin).toHaveValue('560001');
    const phone = page.getByLabel('Phone');
    await expect(page.getByText('+91', { exact: true })).toBeVisible();
    await phone.fill('+91 98765 43210');
    await expect(phone).toHaveValue('9876543210');
    await expect(page.getByLabel('Country')).toHaveValue('India');
    await expect(page.getByLabel('Country')).not.toBeEditable();
    await expect(page.getByRole('main').locator('[aria-invalid="true"]')).toHaveCount(0);
  });

  await test.step('the order', async () => {
    await expect(page.getByRole('radio', { name: /Cash on delivery\s*Recommended/ })).toBeChecked();
    await page.getByRole('button', { name: 'PLACE ORDER' }).tap();
    await expect(page).toHaveURL('/orders');
    await expect(page.getByRole('heading', { level: 1, name: 'MY ORDERS' })).toBeVisible();
    const order = page.getByRole('main').getByRole('article');
    await expect(order).toHaveCount(1);
    await expect(order).toContainText(HOODIE);
    await expect(order).toContainText('₹2,499.00 INR');
    await expect(order).toContainText('Quantity: 1');
    await expect(order).toContainText('Size: M');
    await expect(order).toContainText('Order Placed');
    await expect(order).toContainText(paymentMessages.cod.name);
    await expect(order.getByRole('button', { name: 'Track Order' })).toBeVisible();
  });

  await test.step('the cart is empty', async () => {
    await expectPiecesInBar(page, 0);
    await page.getByRole('link', { name: 'Cart' }).tap();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });
});

test('If the browser blocks storage, a message says that the login will not last', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Blocked', 'SecurityError');
    };
  });
  await page.goto('/login');
  await expect(page.getByText(authMessages.storageBlocked)).toBeVisible();
});

test('With all site data blocked every page opens, and a login is refused with a reason', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
  });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  for (const path of ['/', '/collection', '/product/warp-line-hoodie', '/cart', '/place-order', '/login']) {
    await page.goto(path);
    await expect(page.locator('main')).toBeVisible();
    await page.mouse.wheel(0, 400);
    await page.waitForLoadState('networkidle');
    expect(errors, path).toEqual([]);
  }
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Password', { exact: true }).fill('warp and weft');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await expect(page.getByText(authMessages.storageBlocked)).toHaveCount(2);
  await expect(page).toHaveURL(/\/login/);
  expect(errors).toEqual([]);
});

test('The fields of a new account say how much still fits, also in a name that is restored', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Create account' }).tap();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('x'.repeat(lengthLimits.name - 2));
  await expect(name).toHaveAccessibleDescription(fieldMessages.roomLeft(2));
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('x'.repeat(passwordLength.max - 1));
  await expect(password).toHaveAccessibleDescription(fieldMessages.roomLeft(1));
  await password.pressSequentially('yz');
  await expect(password).toHaveValue(/xy$/);

  // The name is filled in again after the other form was open.
  const switchTo = (form: string) => page.getByRole('button', { name: form, exact: true }).last().tap();
  await switchTo('Login');
  await switchTo('Create account');
  await expect(name).toHaveAccessibleDescription(fieldMessages.roomLeft(2));
});

test('A shopper chooses the state if the city is not in the list', async ({ page }) => {
  await openShopperSession(page, { productId: 'warp-line-hoodie', size: 'XL', quantity: 1 });
  await page.goto('/place-order');
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  const street = page.getByLabel('House number and street');
  await street.fill('x'.repeat(lengthLimits.street - 2));
  await expect(street).toHaveAccessibleDescription(fieldMessages.roomLeft(2));
  await street.pressSequentially('abc');
  await expect(street).toHaveValue(/xab$/);
  await expect(street).toHaveAccessibleDescription(fieldMessages.roomLeft(0));
  await street.fill(`Near the well, ${ownStreet()}`);
  await expect(street).not.toHaveAccessibleDescription(/left/);
  // Two states share this prefix, so the form fills in neither.
  await page.getByLabel('PIN code').fill('262411');
  await page.getByLabel('Phone').fill(ownPhone());
  await page.getByRole('combobox', { name: 'City, town or village' }).fill('Sirsi Makki Talli');

  const state = page.getByLabel('State', { exact: true });
  await page.getByRole('button', { name: 'PLACE ORDER' }).tap();
  await expect(state).toHaveAccessibleDescription(fieldMessages.state);
  await expect(state).toBeFocused();
  await state.selectOption('Uttarakhand');
  await expect(state).not.toHaveAccessibleDescription(fieldMessages.state);
  await page.getByRole('button', { name: 'PLACE ORDER' }).tap();
  await expect(page).toHaveURL('/orders');
  await expect(page.getByRole('main').getByRole('article')).toContainText('Order Placed');
});

async function expectWrongFields(page: Page): Promise<void> {
  const wrong = {
    'First name': fieldMessages.firstName,
    'Last name': fieldMessages.lastName,
    Email: fieldMessages.email,
    'House number and street': fieldMessages.street,
    'City, town or village': fieldMessages.city,
    'PIN code': fieldMessages.zipcode,
    Phone: fieldMessages.phone,
  };
  for (const [label, sentence] of Object.entries(wrong)) {
    const control = page.getByLabel(label, { exact: true });
    await expect(control, label).toHaveAttribute('aria-invalid', 'true');
    await expect(control, label).toHaveAccessibleDescription(sentence);
    await expect(page.getByText(sentence, { exact: true }), label).toBeVisible();
  }
}

/** Chooses a suggestion with the arrow key and Enter, as on a phone's keyboard. */
async function chooseBengaluru(page: Page): Promise<void> {
  const city = page.getByRole('combobox', { name: 'City, town or village' });
  await city.pressSequentially('beng');
  const suggestion = page.getByRole('option', { name: 'Bengaluru Karnataka' });
  await expect(suggestion).toBeVisible();
  await city.press('ArrowDown');
  await expect(suggestion).toHaveAttribute('aria-selected', 'true');
  await city.press('Enter');
  await expect(city).toHaveValue('Bengaluru');
  await expect(suggestion).toBeHidden();
  await expect(city).toBeFocused();
  const state = page.getByLabel('State', { exact: true });
  await expect(state).toHaveValue('Karnataka');
  await expect(state).not.toBeEditable();
}
