import { expect, type Locator } from 'playwright/test';
import sharp from 'sharp';
import { showIn } from './support/accessible.ts';
import { enter } from './support/mocked-account.ts';
import { ordersInEveryState } from './support/online-payment.ts';
import { store } from './support/shopper.ts';
import { test } from './support/test.ts';

/** Forced colours and more contrast still show which states are chosen. */

/** The styles by which a shopper can distinguish two similar elements. */
async function looksOf(...things: Locator[]): Promise<string[]> {
  return Promise.all(
    things.map((thing) =>
      thing.evaluate((element) => {
        const look = (pseudo?: string) => {
          const style = getComputedStyle(element, pseudo);
          const { backgroundColor, color, borderTopColor, borderBottomColor, borderLeftColor } = style;
          const { borderStyle, textDecorationLine, fill, outlineStyle } = style;
          return [
            backgroundColor,
            color,
            borderTopColor,
            borderBottomColor,
            borderLeftColor,
            borderStyle,
            textDecorationLine,
            fill,
            outlineStyle,
          ].join(' ');
        };
        return `${look()} / ${look('::before')}`;
      }),
    ),
  );
}

async function expectToldApart(what: string, ...things: Locator[]): Promise<void> {
  const looks = await looksOf(...things);
  expect(new Set(looks).size, `${what}: ${looks.join('\n')}`).toBe(things.length);
}

test('With forced colours, chosen, sold-out, done and wished states are distinct', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await store(page, { wishlist: '["warp-line-hoodie"]' });
  await page.goto('/product/warp-line-hoodie');
  await page.getByRole('radio', { name: 'M', exact: true }).press('Space');
  const size = (name: string) => page.locator(`.size-choice[data-size="${name}"] span`);
  await expectToldApart('a chosen size', size('M'), size('L'));
  const thumbnail = page.locator('.thumbnail');
  await expectToldApart('the current picture', thumbnail.first(), thumbnail.nth(1));
  await expect(page.getByRole('button', { name: 'Remove from Wishlist' }).first()).toBeVisible();
  const hearts = page.locator('.heart');
  await expectToldApart('a heart', hearts.first().locator('path'), hearts.nth(1).locator('path'));
  await page.getByRole('button', { name: 'ADD TO CART' }).press('Enter');
  await expect(page.locator('.toast')).toHaveCSS('border-top-style', 'solid');

  await page.goto('/product/meter-se-tee');
  await expect(page.locator('.size-choice[data-out="true"] span').first()).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );
  await expect(page.locator('.badge:visible').first()).toHaveCSS('border-top-style', 'solid');

  await page.goto('/collection');
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await expect(page.getByRole('button', { name: 'APPLY' })).toBeVisible();
  const track = page.locator('.price-track rect');
  await expectToldApart('the range of prices', track.first(), track.nth(1));

  await page.goto('/login');
  await expect(page.getByRole('main').locator('form').getByRole('button', { name: 'Login' })).toBeEnabled();
  const mode = page.getByRole('group', { name: 'Login or Sign Up' }).getByRole('button');
  await expectToldApart('Login or Sign Up', mode.first(), mode.nth(1));

  await enter(page, { 'order.userorders': { success: true, orders: ordersInEveryState } });
  await page.goto('/orders');
  const steps = page.getByRole('article').filter({ hasText: 'Blue Dart' }).locator('.seam li');
  await expectToldApart(
    'done, now and not yet',
    steps.first(),
    page.locator('.seam li[aria-current="step"]').nth(2),
    steps.last(),
  );
});

test('More contrast means darker hints, visible lines and a thicker focus ring', async ({ page }) => {
  const measure = async (contrast: 'no-preference' | 'more') => {
    await page.emulateMedia({ contrast });
    return page.evaluate(() => {
      const root = getComputedStyle(document.documentElement);
      const focused = getComputedStyle(document.activeElement ?? document.body);
      const size = document.querySelector('.size-choice span');
      return {
        hint: root.getPropertyValue('--muted'),
        line: root.getPropertyValue('--line'),
        ring: Number.parseFloat(focused.outlineWidth),
        edge: size ? Number.parseFloat(getComputedStyle(size).borderTopWidth) : 0,
      };
    });
  };
  await page.goto('/product/warp-line-hoodie');
  await page.keyboard.press('Tab');
  const usual = await measure('no-preference');
  const more = await measure('more');
  expect(more.hint).not.toBe(usual.hint);
  expect(more.line).not.toBe(usual.line);
  expect(more.ring).toBeGreaterThan(usual.ring);
  expect(more.edge).toBeGreaterThan(usual.edge);
});

test('Text on photographs is readable in light and in dark', async ({ page }) => {
  await page.goto('/');
  const photographs = page.locator('main section:has(> img, > picture)');
  for (const theme of ['light', 'dark']) {
    await showIn(page, theme);
    let seen = 0;
    for (const photograph of await photographs.all()) {
      await photograph.scrollIntoViewIfNeeded();
      await photograph
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.decode());
      const words = await photograph.evaluate(wordsOn);
      seen += words.length;
      // The photograph without its text, decoded once.
      const { data, info } = await sharp(await photograph.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (const { text, wanted, colour, area } of words) {
        const { left, top, width, height } = area;
        const isInside = left >= 0 && top >= 0 && left + width <= info.width && top + height <= info.height;
        expect(isInside, text).toBe(true);
        const ink = luminance((colour.match(/[\d.]+/g) ?? []).map(Number), 0);
        const ratios = new Float64Array(width * height);
        for (let pixel = 0; pixel < ratios.length; pixel += 1) {
          const [x, y] = [left + (pixel % width), top + Math.floor(pixel / width)];
          const ground = luminance(data, (y * info.width + x) * info.channels);
          ratios[pixel] = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
        }
        ratios.sort();
        // A thread or a seam behind a letter does not make it unreadable, so 3% of the pixels may have less contrast.
        expect(ratios[Math.floor(ratios.length * 0.03)], `${text}, ${theme}`).toBeGreaterThanOrEqual(wanted);
      }
    }
    expect(seen).toBeGreaterThan(5);
  }
});

/** Runs in the page. Hides the text on a photograph. @returns its boxes and colours */
function wordsOn(photograph: Element) {
  const corner = photograph.getBoundingClientRect();
  const found = [...photograph.querySelectorAll<HTMLElement>('h1, h2, p, a, li span')].flatMap((word) => {
    const { backgroundColor, color, fontSize } = getComputedStyle(word);
    // A button has its own background, which tests/styles/contrast.test.ts checks.
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' || word.matches('.visually-hidden')) return [];
    const range = document.createRange();
    range.selectNodeContents(word);
    const { x, y, width, height } = range.getBoundingClientRect();
    if (width < 2 || !word.checkVisibility()) return [];
    const [left, top] = [Math.floor(x - corner.x), Math.floor(y - corner.y)];
    const area = { left, top, width: Math.floor(width), height: Math.floor(height) };
    const wanted = Number.parseFloat(fontSize) >= 24 ? 3 : 4.5;
    return [{ word, told: { text: word.textContent.trim(), wanted, colour: color, area } }];
  });
  for (const { word } of found) word.style.visibility = 'hidden';
  return found.map(({ told }) => told);
}

/** The linear share of each value of a channel. */
const shares = Float64Array.from({ length: 256 }, (_, channel) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** WCAG relative luminance of red, green and blue, each from 0 to 255, which begin at this index. */
function luminance(channels: ArrayLike<number>, at: number): number {
  const share = (of: number) => shares[Math.round(channels[at + of] ?? 0)] ?? 0;
  return 0.2126 * share(0) + 0.7152 * share(1) + 0.0722 * share(2);
}
