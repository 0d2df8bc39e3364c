import { expect, type Locator, type Page } from 'playwright/test';
import { test } from './support/test.ts';

/**
 * A shopper's goal: to look closely at a piece without leaving the list. open-states.spec.ts, mini-cart.spec.ts and
 * notify-me.spec.ts open it on the phone.
 */

const cards = (page: Page): Locator => page.locator('[data-grid] article');
const opener = (page: Page): Locator => page.getByRole('button', { name: 'QUICK VIEW: Warp Line Hoodie' });

/** @returns the dialog with the product */
async function openQuickView(page: Page): Promise<Locator> {
  await page.goto('/collection?subCategory=Hoodie');
  await expect(cards(page)).toHaveCount(7);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Warp Line Hoodie' });
  await expect(dialog.getByRole('heading', { name: 'Warp Line Hoodie' })).toBeVisible();
  return dialog;
}

test('shows the product, adds to the cart, and traps and returns the focus @desktop', async ({ page }) => {
  const dialog = await openQuickView(page);
  await expect(dialog.getByRole('button', { name: 'ADD TO CART' })).toBeVisible();
  await expectNothingCovered(dialog);
  await dialog.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(dialog.getByRole('group', { name: 'Size' }).getByText('Select Product Size')).toBeVisible();
  await dialog.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await dialog.getByRole('button', { name: 'One more' }).click();
  await dialog.getByRole('button', { name: 'ADD TO CART' }).click();
  const toast = dialog.locator('.toast').filter({ hasText: 'Added to cart' });
  // A message stays while it has the focus.
  await toast.getByRole('button', { name: 'Close message' }).focus();
  // The click proves that the message is above the dialog.
  await toast.getByRole('button', { name: 'Close message' }).click();
  await expect(toast).toBeHidden();

  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    );
    expect(isInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await expect(page.getByRole('link', { name: 'Cart, 2 pieces' })).toBeVisible();
});

/** The text is away from the panel's edge, and the heart from the close button. */
async function expectNothingCovered(dialog: Locator): Promise<void> {
  const found = await dialog.evaluate((within) => {
    const boxOf = (part: string) => within.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
    const panel = boxOf('.quick-view-panel');
    const text = within.querySelector('.product-text');
    const nearest = [...(text?.querySelectorAll('*') ?? [])]
      .filter((part) => part.checkVisibility() && !part.closest('.visually-hidden'))
      .map((part) => ({ right: part.getBoundingClientRect().right, name: part.outerHTML.slice(0, 80) }))
      .filter(({ right }) => panel.right - right < 16);
    const [close, heart] = [boxOf('.quick-view-close button'), boxOf('[data-wish]')];
    const isCovered =
      heart.right > close.left &&
      heart.left < close.right &&
      heart.bottom > close.top &&
      heart.top < close.bottom;
    return { nearest, isCovered, sizes: [close.width, heart.width].map(Math.round) };
  });
  expect(found).toEqual({ nearest: [], isCovered: false, sizes: [44, 44] });
}
