import { expect, type Page, test } from 'playwright/test';

/** A card's picture becomes the product's, in less than 200 ms, and not for who wants no motion. */

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

interface Reveal {
  /** Whether the page came in with a transition. */
  moves: boolean;
  /** Duration in ms of each animation, by what moves. */
  animations: Record<string, number>;
}

test('From another product, the card’s picture becomes the product’s', async ({ page }) => {
  await watchReveals(page);
  await page.goto('/product/godown-cargo');
  const card = page.locator('.card:visible').first();
  await card.getByRole('link').last().click();
  await page.waitForURL(/product\/(?!godown)/);
  const { moves, animations } = await reveal(page);
  expect(moves).toBe(true);
  expect(Object.keys(animations)).toContain('::view-transition-group(product-picture)');
  for (const [what, duration] of Object.entries(animations)) expect(duration, what).toBeLessThan(200);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const moves = reducedMotion === 'no-preference';
  test(`In the collection, the card’s picture ${moves ? 'grows into' : 'is simply'} the product’s`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const noted = window as unknown as { started: [string, number][] };
      noted.started = [];
      addEventListener('animationstart', ({ animationName, target }) => {
        const duration = Number.parseFloat(getComputedStyle(target as Element).animationDuration);
        noted.started.push([animationName, duration]);
      });
    });
    await page.goto('/collection', { waitUntil: 'networkidle' });
    await page.locator('.card .card-link').first().click();
    await page.waitForURL('**/product/*');
    await expect(page.getByText('Country of Origin')).toBeVisible();
    const started = await page.evaluate(() => (window as unknown as { started: [string, number][] }).started);
    const opening = started.filter(([name]) => name === 'open');
    expect(opening).toEqual(moves ? [['open', 0.18]] : []);
  });
}

test('With reduced motion a page is simply there', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchReveals(page);
  await page.goto('/product/godown-cargo');
  await page.locator('.card:visible .card-link').first().click();
  await page.waitForURL(/product\/(?!godown)/);
  expect(await reveal(page)).toEqual({ moves: false, animations: {} });
});

/** Notes of every page of this tab what its arrival moves. */
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
