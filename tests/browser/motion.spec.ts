import { expect } from 'playwright/test';
import { test } from './support/test.ts';

/** A card's picture grows into the product's in less than 200 ms, but not with reduced motion. */

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
