import { expect, type Page } from 'playwright/test';
import { keepReactOut, MODULES } from './support/modules.ts';
import { expectPiecesInBar, hold, toast } from './support/shopper.ts';
import { test } from './support/test.ts';

/** A page with its HTML and small script, before the rest loads. */
const HOODIE = '/product/warp-line-hoodie';

test('Idle code loads after the first interaction, and not before', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const isThere = () => asked.some((address) => address.includes('/_astro/idle.'));
  await page.clock.install();
  await page.goto('/about');
  expect(isThere()).toBe(false);
  await page.clock.runFor(60_000);
  await page.waitForLoadState('networkidle');
  expect(isThere()).toBe(false);
  await page.keyboard.press('PageDown');
  await page.clock.runFor(5_000);
  await expect.poll(isThere).toBe(true);
});

test('The whole style sheet shifts and recolours nothing in the first window', async ({ page }) => {
  // Without scripts, because their changes are not the style sheet's.
  for (const late of ['**/*.css', '**/*.woff2', MODULES]) await page.route(late, (route) => route.abort());
  for (const address of ['/', '/collection', HOODIE, '/login', '/about', '/no-such-page']) {
    await page.goto(address);
    const before = await drawn(page);
    expect(before.length, address).toBeGreaterThan(10);
    await page.unroute('**/*.css');
    await page.evaluate(async () => {
      for (const late of document.querySelectorAll<HTMLLinkElement>('link[data-later]')) {
        const sheet = document.createElement('link');
        sheet.rel = 'stylesheet';
        sheet.href = late.href;
        const loaded = new Promise((resolve) => sheet.addEventListener('load', resolve));
        late.replaceWith(sheet);
        await loaded;
      }
    });
    expect(await drawn(page), address).toEqual(before);
    await page.route('**/*.css', (route) => route.abort());
  }
});

test('Taps before the scripts load run once, after loading', async ({ page }) => {
  const release = await hold(page, MODULES);
  await page.goto(HOODIE, { waitUntil: 'commit' });
  await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  const more = page.getByRole('button', { name: 'One more' });
  await more.click();
  await more.click();
  const add = page.getByRole('button', { name: 'ADD TO CART' });
  await add.click();
  await add.click();
  await add.click();
  await expect(page).toHaveURL(HOODIE);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toHaveAccessibleName('Cart');

  release();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3');
  await expectPiecesInBar(page, 3);
  await page.reload({ waitUntil: 'load' });
  await expectPiecesInBar(page, 3);
});

test('A tap on ADD TO CART without a size, before the scripts load, gets a message after loading', async ({
  page,
}) => {
  const release = await hold(page, MODULES);
  await page.goto(HOODIE, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  release();
  await expect(toast(page, 'Select Product Size')).toBeVisible();
  await expectPiecesInBar(page, 0);
});

test('Products can be added to the cart if React never loads', async ({ page }) => {
  // That this keeps it out where a page needs it stands in cart-before-react.spec.ts.
  await keepReactOut(page);
  await page.goto(HOODIE);
  await page.getByRole('group', { name: 'Size' }).getByText('S', { exact: true }).click();
  await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await expectPiecesInBar(page, 2);
  // A module request that is still open when the page closes would fail the test.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** The place, colours and font of every element in the first window. */
function drawn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width * height === 0 || y >= innerHeight || y + height <= 0) return [];
      const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(element);
      // The invisible part below the window may grow.
      const seen = Math.min(y + height, innerHeight) - y;
      const place = [x, y, width, seen].map(Math.round).join(' ');
      // A picture has no letters, and a lazy one hides its alternative text by its colour.
      const letters = element instanceof HTMLImageElement ? '' : color;
      return [
        `${element.localName}.${element.className} ${place} ${letters} ${backgroundColor} ${fontSize} ${fontWeight}`,
      ];
    }),
  );
}
