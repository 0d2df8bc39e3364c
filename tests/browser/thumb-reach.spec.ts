import { expect, type Locator, type Page } from 'playwright/test';
import { ordersInEveryState } from './support/online-payment.ts';
import { enter } from './support/mocked-account.ts';
import { toast } from './support/shopper.ts';
import { test } from './support/test.ts';

/** The main button is within thumb reach. */

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const HOODIE = '/product/warp-line-hoodie';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function expectInReach(bar: Locator): Promise<void> {
  await expect(bar).toBeInViewport({ ratio: 0.99 });
}

test('the buy row stays in reach from the first picture to the last fact, ends below it, and without a size scrolls to the sizes and shows the reason there', async ({
  page,
}) => {
  for (const viewport of [
    { width: 768, height: 1024 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(HOODIE);
    const bar = page.locator('.buy-bar');
    for (const part of ['.gallery', '.product h1', '.product dl', '.accordion >> nth=-1']) {
      await page.locator(part).scrollIntoViewIfNeeded();
      await expectInReach(bar);
    }
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(72);
    await page.getByRole('contentinfo').evaluate((footer) => footer.scrollIntoView());
    await expect(bar).not.toBeInViewport();
  }

  await page.setViewportSize({ width: 360, height: 740 });
  for (const part of ['.gallery', '.accordion >> nth=-1']) {
    await page.locator(part).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await button(page, 'ADD TO CART').tap();
    await expect(page.getByRole('radio', { name: 'XS' })).toBeFocused();
    await expect(toast(page, 'Select Product Size').first()).toBeVisible();
    const error = page.getByRole('group', { name: 'Size' }).getByText('Select Product Size');
    await expectInReach(error);
    const row = await page.locator('.buy-bar').boundingBox();
    const said = await error.boundingBox();
    expect((said?.y ?? 0) + (said?.height ?? 0), 'not behind the row').toBeLessThanOrEqual(row?.y ?? 0);
    // The message may be closed already.
    const news = await page
      .locator('.toast')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y));
    expect((said?.y ?? 0) + (said?.height ?? 0), 'not behind a toast').toBeLessThanOrEqual(Math.min(...news));
  }
  await page.getByRole('group', { name: 'Size' }).getByText('L', { exact: true }).tap();
  await expect(button(page, 'ADD TO CART')).toHaveAttribute('data-chosen', 'L, ');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.locator('.accordion').last().scrollIntoViewIfNeeded();
  await button(page, 'ADD TO CART').tap();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 piece' })).toBeVisible();
});

test('total and button are in reach in the cart and at checkout, and hidden while a shopper types', async ({
  page,
}) => {
  await enter(page, {
    'cart.get': {
      success: true,
      cartData: {
        'warp-line-hoodie': { M: 2, L: 1, S: 1 },
        'taana-cap': { default: 1 },
        'baoli-tee': { S: 1 },
      },
    },
  });
  await page.goto('/cart');
  const bar = page.locator('.action-bar');
  await expectInReach(bar.getByRole('link', { name: 'PROCEED TO CHECKOUT' }));
  await expect(bar).toContainText('₹');
  await page.goto('/place-order');
  const order = bar.getByRole('button', { name: 'PLACE ORDER' });
  await expect(order).toBeEnabled();
  await expectInReach(order);
  await expect(bar).toContainText('₹');
  await page.getByLabel('First name').tap();
  await expect(order).not.toBeInViewport();
  await page.getByLabel('First name').blur();
  await expectInReach(order);
});

test('nothing sticky is under a notch or a home indicator', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  // A phone in landscape, with larger insets than any real phone.
  await page.setViewportSize({ width: 740, height: 560 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const insets = { top: 40, bottom: 34, left: 44, right: 44 };
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
  /** Expects every control of a part outside the insets. */
  const expectClear = async (part: string) => {
    const under = await page.locator(part).evaluate((within, { top, bottom, left, right }) => {
      return [...within.querySelectorAll('a, button:not(.drawer-rest), input')].flatMap((control) => {
        if (!control.checkVisibility()) return [];
        // The icon only, because its hit area may extend into the inset.
        const box = (control.querySelector('svg') ?? control).getBoundingClientRect();
        // A control that is scrolled out of view does not count.
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!hit || !(control.contains(hit) || hit.closest('label')?.contains(control))) return [];
        const isClear =
          box.top >= top - 1 &&
          box.left >= left - 1 &&
          box.right <= innerWidth - right + 1 &&
          box.bottom <= innerHeight - bottom + 1;
        return isClear
          ? []
          : [`${control.getAttribute('aria-label') ?? control.textContent} ${JSON.stringify(box)}`];
      });
    }, insets);
    expect(under, part).toEqual([]);
  };
  await page.goto(HOODIE);
  await expectClear('body > header');
  await expectClear('.buy-bar');
  await button(page, 'Menu').tap();
  await expectClear('#menu');
  await page.keyboard.press('Escape');
  await button(page, 'ADD TO CART').tap();
  await expectClear('#toasts');
  await button(page, 'Share').tap();
  await expectClear('#share');
  await page.keyboard.press('Escape');
  await button(page, 'View in full screen').tap();
  await expect(page.getByRole('dialog', { name: /full screen$/ })).toBeVisible();
  await expectClear('#zoom');
  await page.goto('/collection');
  await button(page, 'Filter and sort').tap();
  await expect(button(page, 'APPLY')).toBeVisible();
  await expectClear('#filter-drawer');
});

test('Back restores the place in a list, and a new page starts at its top', async ({ page }) => {
  let released = Promise.resolve();
  await enter(page, {
    'cart.get': {
      success: true,
      cartData: { 'warp-line-hoodie': { S: 1, M: 1, L: 1, XL: 1 }, 'baoli-tee': { S: 1 } },
    },
    'order.userorders': async () => {
      await released;
      return { success: true, orders: ordersInEveryState };
    },
  });
  for (const [address, link] of [
    ['/collection', page.locator('[data-grid] article a[data-card-name]').nth(20)],
    ['/cart', page.getByRole('link', { name: 'Baoli Tee', exact: true })],
    ['/orders', page.getByRole('link', { name: 'Warp Line Hoodie', exact: true }).last()],
  ] as const) {
    await page.goto(address);
    await link.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY), address).toBeGreaterThan(100);
    const from = (await link.boundingBox())?.y ?? 0;
    await link.tap();
    await expect(page).toHaveURL(/\/product\//);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    // The response arrives after the browser's timeout.
    const { promise, resolve } = Promise.withResolvers<void>();
    released = promise;
    await page.goBack({ waitUntil: 'load' });
    resolve();
    await expect(link).toBeInViewport();
    await expect.poll(async () => (await link.boundingBox())?.y, address).toBeCloseTo(from, -1);
  }
});
