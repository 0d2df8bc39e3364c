import { expect, type Page } from 'playwright/test';
import { authMessages } from '../../src/contract/messages/account.ts';
import { cartMessages, wishlistMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { collectionMessages } from '../../src/contract/messages/catalogue.ts';
import { fieldMessages } from '../../src/contract/messages/address.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { brand } from '../../src/domain/config.ts';
import { newShopper, placeOrder, putInCart } from './support/api.ts';
import { recordAnnouncements } from './support/announcements.ts';
import { expectFocusKept } from './support/keyboard.ts';
import { cartInBar, fromOwnAddresses, signIn } from './support/shopper.ts';
import { test } from './support/test.ts';

/** The names, roles, states and announcements, in order, between the home page and an order. */
fromOwnAddresses();

const main = (page: Page) => page.getByRole('main');

test('Every page has a bar, a navigation, a main part, a footer and a live region', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(`${brand.name}: ${brand.tagline}`);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - link "Taana home"
      - navigation "Main":
        - list:
          - listitem:
            - link "Shop all"
          - listitem:
            - link "By type"
          - listitem:
            - link "About"
          - listitem:
            - link "Contact"
      - link "Search"
      - button "Dark theme"
      - link "Log in"
      - link "Wishlist"
      - link "Cart"
      - status
    - main
    - contentinfo
    - region "Messages"
  `);
});

test('A card has a name, a price and a former price in words; search and filter announce the number of results', async ({
  page,
}) => {
  await page.goto('/collection');
  await expect(main(page).getByRole('article').filter({ hasText: 'Warp Line Hoodie' })).toMatchAriaSnapshot(`
    - article:
      - img
      - paragraph: ₹500 off
      - 'button "QUICK VIEW: Warp Line Hoodie"'
      - heading "Warp Line Hoodie" [level=2]:
        - link "Warp Line Hoodie"
      - text: Old price ₹2,999.00 Price now ₹2,499.00 INR
      - button "Add to Wishlist"
  `);
  await expect(main(page).getByRole('status').filter({ hasText: '54 products' })).toBeVisible();
  const heard = await recordAnnouncements(page);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('button', { name: 'Search' })).toHaveAttribute('aria-expanded', 'true');
  const field = page.getByRole('searchbox', { name: 'Search the collection' });
  await field.fill('beanie');
  await expect(main(page).getByRole('status').filter({ hasText: '1 product' })).toBeVisible();
  await field.fill('zzzzqqqq');
  await expect(page.getByText(collectionMessages.none)).toBeVisible();
  await expect
    .poll(heard)
    .toEqual([
      collectionMessages.searching,
      '1 product',
      collectionMessages.searching,
      collectionMessages.none,
      '0 products',
    ]);
  await field.fill('');
  await expect(main(page).getByRole('status').filter({ hasText: '54 products' })).toBeVisible();

  const before = (await heard()).length;
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filter and sort' });
  await expect(drawer.getByRole('group', { name: 'Product type' })).toMatchAriaSnapshot(`
    - group "Product type":
      - checkbox "Hoodie 7 products"
      - text: Hoodie 7 products
      - checkbox "Sweatshirts" [disabled]
  `);
  await expect(drawer.getByRole('slider', { name: 'Lowest price' })).toHaveAttribute(
    'aria-valuetext',
    '₹0.00',
  );
  await drawer.getByRole('checkbox', { name: /^Hoodie/ }).check();
  await expect(drawer.getByRole('status')).not.toHaveText('54 products');
  const left = (await drawer.getByRole('status').textContent()) ?? '';
  await drawer.getByRole('button', { name: 'APPLY' }).click();
  await expect(page.getByRole('button', { name: 'Remove Hoodie' })).toBeVisible();
  // Once in the drawer, once on the page below it.
  await expect
    .poll(async () => (await heard()).slice(before).filter((text) => text === left))
    .toHaveLength(2);
});

test('A product names its sizes and quantity, and announces the result of each action', async ({ page }) => {
  await page.goto('/product/warp-line-hoodie');
  await expect(page.getByRole('heading', { level: 1, name: 'Warp Line Hoodie' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pictures of Warp Line Hoodie' })).toMatchAriaSnapshot(`
    - region "Pictures of Warp Line Hoodie":
      - list "Pictures":
        - listitem:
          - img "Warp Line Hoodie in moss, laid flat, seen from the front"
      - button "View in full screen"
      - button "Previous picture"
      - paragraph: 1 / 4
      - button "Next picture"
      - list "Choose a picture":
        - listitem:
          - link "Picture 1 of 4"
  `);
  await expect(page.locator('form[data-buy]')).toMatchAriaSnapshot(`
    - group "Size":
      - button "SIZING GUIDE"
      - radio "XS"
      - text: XS
      - radio "S"
      - text: S
      - radio "M"
      - text: M
      - radio "L"
      - text: L
      - radio "XL"
      - text: XL
      - radio "XXL"
      - text: XXL
    - status
    - group "Quantity":
      - button "One less"
      - spinbutton "Quantity": "1"
      - button "One more"
    - button "ADD TO CART"
  `);
  const accordion = page.getByRole('group').filter({ hasText: 'Country of Origin' });
  await expect(accordion).not.toHaveAttribute('open');
  await accordion.locator('summary').press('Enter');
  await expect(accordion).toHaveAttribute('open');

  const heard = await recordAnnouncements(page);
  const add = page.getByRole('button', { name: 'ADD TO CART' });
  await add.press('Enter');
  await expect(page.getByRole('radio', { name: 'XS', exact: true })).toBeFocused();
  await expect(page.getByRole('group', { name: 'Size' })).toHaveAccessibleDescription(
    cartMessages.selectSize,
  );
  await expect.poll(heard).toEqual([cartMessages.selectSize]);
  await page.getByRole('radio', { name: 'M', exact: true }).press('Space');
  await add.press('Enter');
  await expect(cartInBar(page)).toHaveAccessibleName('Cart, 1 piece');
  // A second press within 500 ms counts as a double tap. A timer of the page ends after that of the shop.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
  await add.press('Enter');
  await expect(cartInBar(page)).toHaveAccessibleName('Cart, 2 pieces');
  const heart = page.getByRole('main').getByRole('button', { name: 'Add to Wishlist' }).first();
  await heart.press('Enter');
  await expect(page.getByRole('main').getByRole('button', { name: 'Remove from Wishlist' })).toBeFocused();
  await expect
    .poll(heard)
    .toEqual([
      cartMessages.selectSize,
      'Cart, 1 piece',
      `${cartMessages.added} View cart`,
      'Your cart is open. Subtotal ₹2,499.00 INR.',
      'Cart, 2 pieces',
      '2',
      `${cartMessages.added} View cart`,
      wishlistMessages.savedLocally,
    ]);

  // An unchanged cart is not announced again on the next page.
  await page.reload();
  await expect(cartInBar(page)).toHaveAccessibleName('Cart, 2 pieces');
  await expect(page.locator('#cart-news')).toBeEmpty();
  const theme = page.getByRole('banner').getByRole('button', { name: 'Dark theme' });
  await theme.press('Enter');
  await expect(theme).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('A sold-out size says so in its name and when it is chosen', async ({ page }) => {
  await page.goto('/product/meter-se-tee');
  await expect(page.getByRole('radio', { name: 'M sold out', exact: true })).toBeVisible();
  const heard = await recordAnnouncements(page);
  await page.getByRole('radio', { name: 'M sold out', exact: true }).press('Space');
  await expect.poll(heard).toEqual([cartMessages.soldOut('M')]);
  await expect(page.getByRole('button', { name: 'NOTIFY ME' })).toBeVisible();
});

test('From login to order, each refusal is announced once, and each invalid field has its error', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await putInCart(request, shopper, { productId: 'warp-line-hoodie', size: 'M', quantity: 1 });
  await putInCart(request, shopper, { productId: 'taana-cap', size: 'default', quantity: 1 });

  await test.step('a refused login', async () => {
    await page.goto('/login');
    const form = main(page).locator('form');
    await expect(form.getByRole('button', { name: 'Login' })).toBeEnabled();
    const heard = await recordAnnouncements(page);
    await page.getByLabel('Email').fill(shopper.email);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await form.getByRole('button', { name: 'Login' }).press('Enter');
    const terms = page.getByRole('checkbox', { name: /I accept the Terms/ });
    await expect(terms).toBeFocused();
    await expect(terms).toHaveAccessibleDescription(authMessages.terms);
    await expect(terms).toHaveAttribute('aria-invalid', 'true');
    await terms.press('Space');
    await form.getByRole('button', { name: 'Login' }).press('Enter');
    await expect(main(page).getByText(authMessages.wrongPair)).toBeVisible();
    await expect.poll(heard).toEqual([authMessages.terms, authMessages.wrongPair]);
    await expectFocusKept(page, 'after a refused login');
  });

  await test.step('one more and one line less in the cart', async () => {
    await signIn(page, shopper);
    await page.goto('/cart');
    const line = main(page).getByRole('list', { name: 'Lines of your cart' }).getByRole('listitem').first();
    await expect(line).toMatchAriaSnapshot(`
      - listitem:
        - heading "Warp Line Hoodie" [level=2]:
          - link "Warp Line Hoodie"
        - paragraph: ₹2,499.00 INR
        - paragraph: Size M
        - group "Quantity of Warp Line Hoodie, size M":
          - button "One less" [disabled]
          - text: "1"
          - button "One more"
        - button "Remove Warp Line Hoodie, size M"
    `);
    await expect(page.getByRole('link', { name: 'PROCEED TO CHECKOUT' })).toBeVisible();
    const heard = await recordAnnouncements(page);
    await line.getByRole('button', { name: 'One more' }).press('Enter');
    await expect.poll(heard).toEqual(['2', 'Total ₹5,807.00 INR']);
  });

  await test.step('a refused checkout', async () => {
    await page.goto('/place-order');
    const place = page.getByRole('button', { name: 'PLACE ORDER' });
    await expect(place).toBeEnabled();
    await expect(main(page).getByRole('group', { name: 'Payment' })).toMatchAriaSnapshot(`
      - group "Payment":
        - radio "Cash on delivery Recommended Pay the courier when your parcel arrives." [checked]
        - radio "UPI, cards and net banking With Razorpay, in a window on this page."
        - radio "International cards On Stripe’s payment page."
    `);
    const name = page.getByLabel('First name');
    await expect(name).toHaveValue('Asha');
    await name.fill('');
    const heard = await recordAnnouncements(page);
    await place.press('Enter');
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(fieldMessages.firstName);
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveAttribute('aria-required', 'true');
    await expect.poll(heard).toEqual([orderMessages.checkForm]);
    const city = page.getByRole('combobox', { name: 'City, town or village' });
    await city.pressSequentially('mys');
    await expect(city).toHaveAttribute('aria-expanded', 'true');
    await city.press('ArrowDown');
    await expect(page.getByRole('listbox', { name: 'Cities' })).toMatchAriaSnapshot(`
      - listbox "Cities":
        - option "Mysuru Karnataka" [selected]
    `);
    await city.press('Enter');
    await expect(city).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('an order and its status', async () => {
    await placeOrder(request, shopper, { productId: 'taana-cap', size: 'default', quantity: 1 });
    await page.goto('/orders');
    const order = main(page).getByRole('article', { name: /^Order \w{6}$/ });
    await expect(order.getByRole('list', { name: /^Progress of order \w{6}$/ })).toMatchAriaSnapshot(`
      - list:
        - listitem:
          - text: Order Placed
          - time
        - listitem: Processing not yet
        - listitem: Shipped not yet
        - listitem: Delivered not yet
    `);
    await expect(order.locator('[aria-current="step"]')).toContainText('Order Placed');
    await expect(order.getByRole('button', { name: 'Track Order' })).toHaveAccessibleDescription(
      /^Order \w{6}$/,
    );
  });
});
