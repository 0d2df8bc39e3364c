import { expect, type Page, test } from 'playwright/test';
import { onlyOn } from './support/shopper.ts';

/** A card's picture becomes the product's, in less than 200 ms, and not for who wants no motion. */
onlyOn('phone');

interface Reveal {
  /** Whether the page came in with a transition. */
  moves: boolean;
  /** Duration in ms of each animation, by what moves. */
  animations: Record<string, number>;
}

for (const [name, from] of [
  ['the collection', '/collection'],
  ['another product', '/product/godown-cargo'],
] as const) {
  test(`From ${name}, the card’s picture becomes the product’s`, async ({ page }) => {
    await watchReveals(page);
    await page.goto(from);
    const card = page.locator('.card:visible').first();
    await card.getByRole('link').last().click();
    await page.waitForURL('**/product/*');
    const { moves, animations } = await reveal(page);
    expect(moves).toBe(true);
    expect(Object.keys(animations)).toContain('::view-transition-group(product-picture)');
    for (const [what, duration] of Object.entries(animations)) expect(duration, what).toBeLessThan(200);
  });
}

test('With reduced motion a page is simply there', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchReveals(page);
  await page.goto('/collection');
  await page.locator('.card .card-link').first().click();
  await page.waitForURL('**/product/*');
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
