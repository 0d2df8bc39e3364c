import { expect, type Page } from 'playwright/test';
import { test } from './support/test.ts';

/** A card's picture grows into the product's in less than 200 ms, but not with reduced motion. */

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

interface Reveal {
  /** Whether the page opened with a view transition. */
  moves: boolean;
  /** Duration in ms of each animation, by pseudo-element. */
  animations: Record<string, number>;
}

test('From another product, the card’s picture grows into the product’s', async ({ page }) => {
  await watchReveals(page);
  // A busy phone may paint before it has parsed the picture: that transition fades, so this tries again.
  await expect(async () => {
    await page.goto('/product/godown-cargo');
    const card = page.locator('.card:visible').first();
    await card.getByRole('link').last().click();
    await page.waitForURL(/product\/(?!godown)/);
    const { moves, animations } = await reveal(page);
    expect(moves).toBe(true);
    expect(Object.keys(animations)).toContain('::view-transition-group(product-picture)');
    for (const [what, duration] of Object.entries(animations)) expect(duration, what).toBeLessThan(200);
  }).toPass();
});

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

test('With reduced motion a page opens without a transition', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchReveals(page);
  await page.goto('/product/godown-cargo');
  await page.locator('.card:visible .card-link').first().click();
  await page.waitForURL(/product\/(?!godown)/);
  expect(await reveal(page)).toEqual({ moves: false, animations: {} });
});

/** Records the transition of every page in this tab. */
async function watchReveals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = window as unknown as { arrival: Promise<Reveal> };
    const { promise, resolve } = Promise.withResolvers<Reveal>();
    noted.arrival = promise;
    addEventListener('pagereveal', async ({ viewTransition }) => {
      await viewTransition?.ready;
      const moving = viewTransition ? document.getAnimations() : [];
      const animations = moving.map(({ effect }) => {
        const { pseudoElement, target } = effect as KeyframeEffect;
        return [pseudoElement ?? target?.nodeName ?? '', effect?.getTiming().duration as number] as const;
      });
      const answer = { moves: viewTransition !== null, animations: Object.fromEntries(animations) };
      resolve(answer);
      noted.arrival = Promise.resolve(answer);
    });
  });
}

function reveal(page: Page): Promise<Reveal> {
  return page.evaluate(() => (window as unknown as { arrival: Promise<Reveal> }).arrival);
}
