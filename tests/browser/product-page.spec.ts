import { expect, type Locator, type Page } from 'playwright/test';
import { withRetries } from './support/api.ts';
import { tabTo } from './support/keyboard.ts';
import { countShift } from './support/layout-shift.ts';
import { fromOwnAddresses, store, stored, toast } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/** A shopper's goal: to look closely at a piece, to share it, and to see its stock. */
fromOwnAddresses();

const HOODIE = '/product/warp-line-hoodie';
const FEW_LEFT = '/product/godown-cargo';

const zoom = (page: Page): Locator => page.getByRole('dialog', { name: 'Warp Line Hoodie, full screen' });
const menu = (page: Page): Locator => page.getByRole('dialog', { name: 'Share Warp Line Hoodie' });
const counter = (page: Page): Locator => page.locator('[data-gallery-counter]');
const size = (page: Page, name: string): Locator => page.locator(`.size-choice[data-size="${name}"]`);

/** Replaces the stock of one product in the response. */
async function sayStock(page: Page, productId: string, stock: Record<string, number>): Promise<void> {
  await page.route('**/api/product/stock?*', async (route) => {
    const response = await route.fetch(withRetries);
    const answer = await response.json();
    answer.stock[productId] = stock;
    await route.fulfill({ response, json: answer });
  });
}

/** The first interaction, which loads the low-priority code of a product page. */
async function beginToLook(page: Page, productId: string): Promise<void> {
  await page.evaluate(() => scrollBy(0, 1));
  await expect.poll(() => stored(page, 'taana-viewed')).toContain(`["${productId}"`);
}

/** Opens a page and waits for its stock response, which would overwrite a later mock. */
async function openWithStock(page: Page, address: string): Promise<void> {
  const answer = page.waitForResponse('**/api/product/stock?*');
  await page.goto(address);
  await (await answer).finished();
}

const widthOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.width ?? 0;

/** Fires the event of a tab that becomes visible again. */
function comeBack(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

test('arrow keys change the picture; the full screen opens at it, keeps the last one and returns the focus @desktop', async ({
  page,
}) => {
  const { expectNoErrors } = await watch(page);
  await page.goto(HOODIE);
  await beginToLook(page, 'warp-line-hoodie');
  await tabTo(page, page.getByRole('list', { name: 'Pictures', exact: true }));
  // The first picture follows the last.
  for (const shown of ['2 / 4', '3 / 4', '4 / 4', '1 / 4']) {
    await page.keyboard.press('ArrowRight');
    await expect(counter(page)).toHaveText(shown);
  }
  await page.keyboard.press('ArrowLeft');
  await expect(counter(page)).toHaveText('4 / 4');
  await page.keyboard.press('ArrowRight');
  await expect(counter(page)).toHaveText('1 / 4');
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(counter(page)).toHaveText('2 / 4');
  const open = page.getByRole('button', { name: 'View in full screen' });
  await tabTo(page, open, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(zoom(page).getByText('2 / 4')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(zoom(page).getByText('3 / 4')).toBeVisible();

  const twice = zoom(page).getByRole('button', { name: 'Enlarge 2×' });
  const image = zoom(page).locator('img').nth(2);
  const width = await widthOf(image);
  await tabTo(page, twice);
  await page.keyboard.press('Enter');
  await expect(twice).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => widthOf(image)).toBeCloseTo(2 * width);
  await twice.press('Enter');
  await expect(twice).toHaveAttribute('aria-pressed', 'false');

  await page.keyboard.press('Escape');
  await expect(zoom(page)).toBeHidden();
  await expect(open).toBeFocused();
  await expect(counter(page)).toHaveText('3 / 4');
  await expectNoErrors();
});

test('a tap on a picture opens it, the next tap zooms in, and another zooms out @both', async ({ page }) => {
  await page.goto(HOODIE);
  await page.locator('.gallery-slide').first().click();
  const image = zoom(page).locator('img').first();
  await expect(image).toBeVisible();
  const width = await widthOf(image);
  await image.click();
  await expect.poll(() => widthOf(image)).toBeCloseTo(2 * width);
  await image.click();
  await expect.poll(() => widthOf(image)).toBeCloseTo(width);
  await zoom(page).getByRole('button', { name: 'Close full screen' }).click();
  await expect(zoom(page)).toBeHidden();
});

test('a size that sells out while the page is open is struck through and offers NOTIFY ME', async ({
  page,
}) => {
  await openWithStock(page, HOODIE);
  await beginToLook(page, 'warp-line-hoodie');
  await size(page, 'M').click();
  const button = page.locator('[data-buy-button]');
  await expect(button).toHaveText('ADD TO CART');
  await sayStock(page, 'warp-line-hoodie', { XS: 5, S: 5, M: 0, L: 2, XL: 5, XXL: 5 });
  await comeBack(page);
  await expect(button).toHaveText('NOTIFY ME');
  await expect(page.getByRole('radio', { name: 'M sold out' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'Quantity' })).toBeHidden();
  await expect(page.getByText('This size is sold out')).toBeVisible();
  await size(page, 'L').click();
  await expect(button).toHaveText('ADD TO CART');
  await expect(page.getByText('Only 2 left')).toBeVisible();
  await expect(page.getByText('SOLD OUT', { exact: true }).first()).toBeHidden();
});

test('the layout does not shift when the scripts load @both', async ({ page }) => {
  await store(page, { 'taana-viewed': '["baoli-tee","kulhad-hoodie"]', wishlist: '["warp-line-hoodie"]' });
  // Blocks the fonts, because a late font also shifts its text.
  await page.route('**/*.woff2', (route) => route.abort());
  const shift = await countShift(page);
  await page.goto(FEW_LEFT, { waitUntil: 'networkidle' });
  await beginToLook(page, 'godown-cargo');
  await expect(page.locator('[data-viewed]')).not.toHaveAttribute('hidden');
  expect(await shift()).toBeLessThan(0.01);
});

test.describe('on a phone', () => {
  test('an address with a size chooses that size, and an unknown size chooses none', async ({ page }) => {
    await page.goto(`${HOODIE}?size=L`);
    await expect(page.getByRole('radio', { name: 'L', exact: true })).toBeChecked();
    await page.getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(toast(page, 'Added to cart')).toBeVisible();

    await page.goto(`${HOODIE}?size=7`);
    await beginToLook(page, 'warp-line-hoodie');
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  });

  test('a product in one size waits until it is chosen', async ({ page }) => {
    await page.route(`**${HOODIE}`, async (route) => {
      const response = await route.fetch(withRetries);
      const body = (await response.text()).replaceAll(
        /<label class="size-choice" data-size="(?!M").*?<\/label>/gs,
        '',
      );
      await route.fulfill({ response, body });
    });
    await page.goto(HOODIE);
    await expect(page.getByRole('radio')).toHaveCount(1);
    const add = page.getByRole('button', { name: 'ADD TO CART' });
    await add.click();
    await expect(toast(page, 'Select Product Size')).toBeVisible();
    await size(page, 'M').click();
    await add.click();
    await expect(toast(page, 'Added to cart')).toBeVisible();
  });

  test('a product can be shared by a copied link, Facebook, Twitter and the phone’s share sheet', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      const share = async (what: ShareData) =>
        document.body.setAttribute('data-shared', JSON.stringify(what));
      Object.defineProperty(navigator, 'share', { value: share });
    });
    await page.goto(`${HOODIE}?utm_source=email`);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const open = page.getByRole('button', { name: 'Share', exact: true });
    const url = new URL(HOODIE, page.url()).href;
    for (const [name, text] of [
      ['Copy link', url],
      ['Copy name and link', `Warp Line Hoodie ${url}`],
    ] as const) {
      await open.click();
      await menu(page).getByRole('button', { name, exact: true }).click();
      await expect(toast(page, 'Link copied to clipboard!')).toBeVisible();
      // The visible message may still be the previous one.
      await expect.poll(copied).toBe(text);
      await expect(menu(page)).toBeHidden();
    }

    await open.click();
    for (const [name, site] of [
      ['Facebook', 'https://www.facebook.com/sharer/sharer.php?u='],
      ['Twitter', 'https://twitter.com/intent/tweet?text=Warp+Line+Hoodie&url='],
    ] as const) {
      const link = menu(page).getByRole('link', { name });
      await expect(link).toHaveAttribute('target', '_blank');
      const href = (await link.getAttribute('href')) ?? '';
      expect(href.startsWith(site), href).toBe(true);
      expect(decodeURIComponent(href)).toContain(HOODIE);
    }
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(open).toBeFocused();

    await open.click();
    await menu(page).getByRole('button', { name: 'Share with an app' }).click();
    await expect(page.locator('body')).toHaveAttribute(
      'data-shared',
      JSON.stringify({ title: 'Warp Line Hoodie', url }),
    );
  });

  test('"Only n left" appears for the chosen size alone, and only at known low stock', async ({ page }) => {
    await page.goto(FEW_LEFT);
    await expect(page.getByText(/^Only \d left$/)).toBeHidden();
    await size(page, 'S').click();
    await expect(page.getByText(/^Only [123] left$/)).toBeVisible();
    await size(page, 'M').click();
    await expect(page.getByText(/^Only \d left$/)).toBeHidden();

    await page.route('**/api/product/stock?*', (route) => route.abort());
    await page.reload();
    await size(page, 'S').click();
    await expect(size(page, 'S').getByRole('radio')).toBeChecked();
    await expect(page.getByText(/^Only \d left$/)).toBeHidden();
  });

  test('recently viewed products start empty; a later page shows the earlier products, and not itself', async ({
    page,
  }) => {
    const viewed = page.getByRole('region', { name: 'Recently viewed' });
    await page.goto(HOODIE);
    await beginToLook(page, 'warp-line-hoodie');
    await expect(viewed).toBeHidden();
    await page.goto('/product/baoli-tee');
    await beginToLook(page, 'baoli-tee');
    await page.goto('/product/kulhad-hoodie');
    await beginToLook(page, 'kulhad-hoodie');
    await viewed.scrollIntoViewIfNeeded();
    await expect(viewed.getByRole('article')).toContainText(['Baoli Tee', 'Warp Line Hoodie']);
    await viewed.getByRole('button', { name: 'Add to Wishlist' }).first().click();
    await expect.poll(() => stored(page, 'wishlist')).toBe('["baoli-tee"]');
    expect(JSON.parse((await stored(page, 'taana-viewed')) ?? '')).toEqual([
      'kulhad-hoodie',
      'baoli-tee',
      'warp-line-hoodie',
    ]);
  });

  test('recently viewed products that no longer exist leave no gap', async ({ page }) => {
    await store(page, { 'taana-viewed': '["tee-of-last-year"]' });
    await page.goto(HOODIE, { waitUntil: 'load' });
    await beginToLook(page, 'warp-line-hoodie');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page.locator('[data-viewed]')).toHaveCount(0);
  });
});
