import { expect, type Locator, type Page } from 'playwright/test';
import { authMessages } from '../../src/contract/messages/account.ts';
import { expectAccessible } from './support/accessible.ts';
import { call, cartOf, newShopper, type Shopper } from './support/api.ts';
import { CREDENTIAL, googleButton, oneTap, offerGoogle } from './support/google.ts';
import { tabTo } from './support/keyboard.ts';
import { holdReact, MODULES } from './support/modules.ts';
import { answer } from './support/online-payment.ts';
import {
  openShopperSession,
  expectPiecesInBar,
  fromOwnAddresses,
  hold,
  signIn,
  store,
  stored,
  toast,
} from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

/** A shop with Google login, whose credential belongs to the shopper. @returns the request bodies */
async function open(page: Page, shopper?: Shopper): Promise<unknown[]> {
  await offerGoogle(page);
  if (!shopper)
    return answer(page, 'user.google', {
      success: false,
      code: 'unauthorised',
      message: authMessages.googleTaken,
    });
  const { token, email } = shopper;
  return answer(page, 'user.google', {
    success: true,
    token,
    user: { email },
    message: authMessages.googleWelcome,
  });
}

const press = (control: Locator) => control.click();
const login = (page: Page) => page.getByRole('main').locator('form').getByRole('button', { name: 'Login' });
const inline = (page: Page, text: string) => page.getByRole('main').getByText(text);

async function goToLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await expect(googleButton(page)).toBeVisible();
}

test('Google’s button returns the shopper to the cart and joins both carts', async ({ page, request }) => {
  const shopper = await newShopper(request);
  await call(request, 'cart.update', { itemId: 'taana-cap', size: 'default', quantity: 2 }, shopper.token);
  const sent = await open(page, shopper);
  const { expectNoErrors } = await watch(page);
  await store(page, { cart: JSON.stringify({ 'warp-line-hoodie': { M: 1 } }) });
  await page.goto('/cart');
  await expect(page).toHaveURL('/login');
  await press(googleButton(page));
  await expect(page).toHaveURL('/cart');
  await expect(toast(page, authMessages.googleWelcome)).toBeVisible();
  await expectPiecesInBar(page, 3);
  expect(sent).toEqual([{ token: CREDENTIAL }]);
  expect(await stored(page, 'userEmail')).toBe(shopper.email);
  await expect
    .poll(() => cartOf(request, shopper))
    .toEqual({ 'taana-cap': { default: 2 }, 'warp-line-hoodie': { M: 1 } });
  await expectNoErrors();
});

test('One Tap never covers a form: it is beside that of /login, not shown at 768 px, and on no other page', async ({
  page,
  request,
}) => {
  const asked = await offerGoogle(page);
  await page.setViewportSize({ width: 1024, height: 900 });
  await goToLogin(page);
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tap = await oneTap(page).boundingBox();
    const form = await page.getByRole('main').locator('form').boundingBox();
    expect((form?.x ?? 0) + (form?.width ?? width)).toBeLessThanOrEqual(tap?.x ?? 0);
  }
  await page.setViewportSize({ width: 768, height: 740 });
  await goToLogin(page);
  await expect(oneTap(page)).toHaveCount(0);

  const shopper = await newShopper(request);
  await call(request, 'cart.update', { itemId: 'taana-cap', size: 'default', quantity: 1 }, shopper.token);
  await signIn(page, shopper);
  asked.length = 0;
  // Wide enough for One Tap. tests/site/content-policy.test.ts shows that no other page may load Google's script.
  await page.setViewportSize({ width: 1440, height: 740 });
  for (const address of ['/place-order', '/product/taana-cap']) {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('main').locator('form').first()).toBeAttached();
  }
  expect(asked).toEqual([]);
});

test('One Tap hides while a shopper types; the keyboard alone closes it, gets a refusal and logs in with Google’s button', async ({
  page,
  request,
}) => {
  await open(page);
  await goToLogin(page);
  await press(page.getByLabel('Email'));
  // Hiding for the focused field does not count as a dismissal: One Tap is back after a reload.
  await expect(oneTap(page)).toHaveCount(0);
  await page.reload();
  await oneTap(page).getByRole('button', { name: 'Close One Tap' }).press('Enter');
  await tabTo(page, googleButton(page));
  await page.keyboard.press('Enter');
  await expect(inline(page, authMessages.googleTaken)).toBeVisible();
  await expectAccessible(page, 'with a refusal of Google');

  await open(page, await newShopper(request));
  await googleButton(page).press('Enter');
  await expect(page).toHaveURL('/');
});

test('The layout does not shift when the button loads, or if there is none', async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await offerGoogle(page);
  await page.route('**/api/user/options', async (route) => {
    await release.promise;
    await route.fallback();
  });
  await page.goto('/login');
  await expect(login(page)).toBeEnabled();
  const before = await login(page).boundingBox();
  release.resolve();
  await expect(googleButton(page)).toBeVisible();
  expect(await login(page).boundingBox()).toEqual(before);

  await answer(page, 'user.options', { success: true, google: null });
  await page.reload();
  await expect(page.getByText(authMessages.withoutGoogle)).toBeVisible();
  await expect(googleButton(page)).toHaveCount(0);
  await expect(page.getByText('By continuing with Google')).toHaveCount(0);
  expect(await login(page).boundingBox()).toEqual(before);
});

test('A logged-in shopper never sees the form, and is redirected without React', async ({ page }) => {
  await openShopperSession(page);
  // The code that redirects waits until after the check.
  const release = await hold(page, MODULES);
  await holdReact(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByLabel('Email')).toBeAttached();
  await expect(page.getByLabel('Email')).toBeHidden();
  release();
  await expect(page).toHaveURL('/');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
