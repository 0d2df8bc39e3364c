import { expect, type Page } from 'playwright/test';
import { test } from './support/test.ts';

/**
 * A card's picture grows into the product's in less than 200 ms, and several pictures play as a stack, but neither with
 * reduced motion.
 */

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const moves = reducedMotion === 'no-preference';
  test(`In the collection, the card’s picture ${moves ? 'grows into' : 'becomes, without motion,'} the product’s`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    // Reads as early as possible, because the page may replace the card's picture before the first frame.
    await page.addInitScript(() => {
      const noted = window as unknown as { opening: string[] };
      noted.opening = [];
      new MutationObserver(() => {
        const picture = document.querySelector('[data-opened] > .product > .gallery > img');
        if (!picture || noted.opening.length > 0) return;
        const { animationName, animationDuration } = getComputedStyle(picture);
        noted.opening = [animationName, animationDuration];
      }).observe(document, { childList: true, subtree: true, attributes: true });
    });
    await page.goto('/collection', { waitUntil: 'networkidle' });
    await page.locator('.card .card-link').first().click();
    await page.waitForURL('**/product/*');
    await expect(page.getByText('Country of Origin')).toBeVisible();
    const opening = await page.evaluate(() => (window as unknown as { opening: string[] }).opening);
    expect(opening).toEqual(moves ? ['open', '0.18s'] : ['none', '0s']);
  });
}

test.describe('cards with several pictures', () => {
  /** On a slow line no card moves, and to a busy machine every line looks slow (shell/idle). */
  const useFastLine = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(PerformanceNavigationTiming.prototype, 'requestStart', {
        get(this: PerformanceNavigationTiming) {
          return this.responseStart;
        },
      });
    });

  test('play as a stack when they are in view', async ({ page }) => {
    await useFastLine(page);
    await page.goto('/collection?subCategory=Hoodie');
    // The card moves when the filter of the address applies.
    await expect(page.locator('[data-grid] article')).toHaveCount(7);
    const stack = page.locator('article[data-product="warp-line-hoodie"] .swiper-initialized');
    await page.locator('article[data-product="warp-line-hoodie"]').scrollIntoViewIfNeeded();
    await page.keyboard.press('Shift');
    await expect(stack).toBeAttached({ timeout: 30_000 });
    await expect(stack.locator('.swiper-slide')).toHaveCount(4);
    await expect(stack.locator('.swiper-slide').nth(1)).toHaveClass(/swiper-slide-active/);
  });

  test('do not move if the shopper prefers reduced motion', async ({ browser }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await useFastLine(page);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/collection?subCategory=Hoodie');
    await expect(page.locator('[data-grid] article')).toHaveCount(7);
    await page.keyboard.press('PageDown');
    await expect.poll(() => fetched.some((address) => address.includes('card-motion'))).toBe(true);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(fetched.filter((address) => address.includes('stacked-cards'))).toEqual([]);
    await expect(page.locator('.swiper-initialized')).toHaveCount(0);
    await context.close();
  });
});
