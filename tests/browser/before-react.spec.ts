import { expect, type Page } from 'playwright/test';
import { type Line, newShopper, type Shopper } from './support/api.ts';
import { holdReact } from './support/modules.ts';
import {
  cartInBar,
  openShopperSession,
  expectPiecesInBar,
  fillDelivery,
  fromOwnAddresses,
  logIn,
  store,
  stored,
} from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const HOODIE: Line = { productId: 'warp-line-hoodie', size: 'M', quantity: 2 };

test('A login that is submitted before React loads is sent once, with everything that was typed', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  const logins = callsTo(page, '/api/user/login');
  const posts = documentPosts(page);
  const react = await holdReact(page);
  await page.goto('/login');
  const form = page.getByRole('main').locator('form');
  const button = form.getByRole('button', { name: 'Login' });
  await expect(button).toBeEnabled();
  await page.getByLabel('Email').pressSequentially(shopper.email);
  await page.getByLabel('Password', { exact: true }).pressSequentially(shopper.password);
  await page.getByRole('checkbox').check();
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  // A second tap repeats the same action.
  await button.click({ force: true });
  expect(react.isHere()).toBe(false);
  react.release();
  await expect(page).toHaveURL('/');
  expect(await stored(page, 'userEmail')).toBe(shopper.email);
  expect(logins()).toBe(1);
  expect(posts()).toEqual([]);
});

test('An email typed into the focused field replaces the one that React fills in', async ({ page }) => {
  await page.goto('/login');
  const email = page.getByLabel('Email');
  await email.fill('asha@example.com');
  const draft = () => page.evaluate(() => sessionStorage.getItem('taana-sign-in'));
  await expect.poll(draft).toContain('asha@example.com');
  const react = await holdReact(page);
  await page.goto('/login');
  await email.focus();
  react.release();
  await expect(email).toHaveValue('asha@example.com');
  await page.keyboard.type('ravi@example.com');
  await expect(email).toHaveValue('ravi@example.com');
});

test('Enter in the password field before React loads logs in and posts no form', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  const logins = callsTo(page, '/api/user/login');
  const posts = documentPosts(page);
  const react = await holdReact(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByRole('checkbox').check();
  await page.getByLabel('Password', { exact: true }).fill(shopper.password);
  await page.keyboard.press('Enter');
  // A password manager submits the form like this.
  await page.locator('main form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  expect(react.isHere()).toBe(false);
  react.release();
  await expect(page).toHaveURL('/');
  expect(logins()).toBe(1);
  expect(posts()).toEqual([]);
});

test('A switch to Sign Up before React loads keeps the email, the password and the checked terms', async ({
  page,
}) => {
  const react = await holdReact(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Password', { exact: true }).fill('warp and weft');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  expect(react.isHere()).toBe(false);
  react.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up');
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('warp and weft');
  await expect(page.getByRole('checkbox')).toBeChecked();
});

test('A visitor’s tap on the cart opens the login at once, and the login returns to the cart', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await store(page, { cart: JSON.stringify({ [HOODIE.productId]: { [HOODIE.size]: HOODIE.quantity } }) });
  await page.goto(`/product/${HOODIE.productId}`);
  await expectPiecesInBar(page, HOODIE.quantity);
  // The first interaction loads the code that handles the tap, which removes this message (features/shell/on-interaction.ts).
  await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await expect(page.locator('#offline')).toHaveCount(0);
  const documents: string[] = [];
  page.on('request', (sent) => {
    if (sent.isNavigationRequest() && sent.frame() === page.mainFrame())
      documents.push(new URL(sent.url()).pathname);
  });
  await cartInBar(page).click();
  await expect(page).toHaveURL('/login');
  expect(documents).toEqual(['/login']);
  await logIn(page, shopper.email, shopper.password);
  await expect(page).toHaveURL('/cart');
  await page.goBack();
  await expect(page).toHaveURL(`/product/${HOODIE.productId}`);
});

test('An account page redirects a visitor to /login without React', async ({ page }) => {
  const react = await holdReact(page);
  for (const address of ['/cart', '/place-order', '/orders', '/profile?tab=addresses']) {
    await page.goto(address);
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => (history.state as { from?: string } | null)?.from)).toBe(address);
  }
  expect(react.isHere()).toBe(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Two taps on PLACE ORDER before React loads place one order', async ({ page }) => {
  const shopper = await shopperWithCart(page);
  const orders = callsTo(page, '/api/order/place');
  const posts = documentPosts(page);
  const react = await holdReact(page);
  await page.goto('/place-order');
  const summary = page.getByRole('region', { name: 'Your order' });
  await expect(summary).toContainText('Warp Line Hoodie');
  await expect(summary).toContainText('Quantity: 2');
  await expect(summary).toContainText('₹5,008.00 INR');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect(page.getByRole('radio', { name: /Cash on delivery/ })).toBeChecked();
  await fillDelivery(page);
  const button = page.getByRole('button', { name: 'PLACE ORDER' });
  await expect(button).toBeEnabled();
  await button.click();
  await button.click({ force: true });
  expect(react.isHere()).toBe(false);
  react.release();
  await expect(page).toHaveURL('/orders');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('article')).toContainText('Quantity: 2');
  expect(orders()).toBe(1);
  expect(posts()).toEqual([]);
});

test('An order that was tapped before React loads shows its invalid field after hydration', async ({
  page,
}) => {
  await openShopperSession(page, HOODIE);
  const react = await holdReact(page);
  await page.goto('/place-order');
  await fillDelivery(page);
  await page.getByLabel('PIN code').fill('12');
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  react.release();
  await expect(page.getByLabel('PIN code')).toBeFocused();
  await expect(page.getByLabel('PIN code')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await expect(page).toHaveURL('/place-order');
});

for (const { address, label, text, at } of [
  { address: '/place-order', label: 'Phone', text: '98765', at: 2 },
  { address: '/login', label: 'Email', text: 'asha@example.com', at: 4 },
]) {
  test(`Hydration keeps caret and text of ${label} on ${address}`, async ({ page }) => {
    if (address === '/place-order') await openShopperSession(page, HOODIE);
    const watching = await watch(page);
    const react = await holdReact(page);
    await page.goto(address);
    const field = page.getByLabel(label, { exact: true });
    await field.pressSequentially(text);
    await field.evaluate((input: HTMLInputElement, place) => {
      if (input.type !== 'email') input.setSelectionRange(place, place);
    }, at);
    if (address === '/login')
      for (let left = text.length; left > at; left -= 1) await page.keyboard.press('ArrowLeft');
    const before = await place(page, label);
    expect(react.isHere()).toBe(false);
    react.release();
    await expect(page.locator('main astro-island')).not.toHaveAttribute('ssr');
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200))));
    await expect(field).toBeFocused();
    expect(await place(page, label)).toBe(before);
    await page.keyboard.type('7');
    await expect(field).toHaveValue(`${text.slice(0, at)}7${text.slice(at)}`);
    await watching.expectNoErrors();
  });
}

test('Hydration of the checkout keeps its first screen without a layout shift', async ({ page }) => {
  await shopperWithCart(page);
  const watching = await watch(page);
  const react = await holdReact(page);
  // The small script draws the products of this response, too.
  const known = page.waitForResponse('**/api/product/list?*');
  await page.goto('/place-order');
  const summary = page.getByRole('region', { name: 'Your order' });
  const line = summary.getByRole('listitem');
  await (await known).finished();
  await expect(line).toHaveCount(1);
  const drawn = await line.elementHandle();
  const before = await summary.innerHTML();
  const box = await summary.boundingBox();
  react.release();
  await expect(page.locator('main astro-island')).not.toHaveAttribute('ssr');
  await expect(page.getByRole('radio', { name: /card/i }).first()).toBeVisible();
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await summary.innerHTML()).toBe(before);
  expect(await summary.boundingBox()).toEqual(box);
  await watching.expectNoErrors();
});

/** A shopper whose device has shown the cart, so product and price are stored. */
async function shopperWithCart(page: Page): Promise<Shopper> {
  const shopper = await openShopperSession(page, HOODIE);
  await page.goto('/cart');
  await expect(page.getByRole('link', { name: 'PROCEED TO CHECKOUT' })).toBeVisible();
  return shopper;
}

function callsTo(page: Page, path: string): () => number {
  let calls = 0;
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === path) calls += 1;
  });
  return () => calls;
}

/** Counts the forms that the browser itself posts. */
function documentPosts(page: Page): () => string[] {
  const posts: string[] = [];
  page.on('request', (sent) => {
    if (sent.isNavigationRequest() && (sent.method() !== 'GET' || sent.url().includes('password')))
      posts.push(sent.url());
  });
  return () => posts;
}

/** Text and caret of a field. A field of type email reports no caret. */
function place(page: Page, label: string): Promise<string> {
  return page
    .getByLabel(label, { exact: true })
    .evaluate((input: HTMLInputElement) => `${input.value} ${input.selectionStart}`);
}
