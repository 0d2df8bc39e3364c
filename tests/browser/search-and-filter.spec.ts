import { expect, type Locator, type Page } from 'playwright/test';
import { countShift } from './support/layout-shift.ts';
import { test } from './support/test.ts';

// Parallel, because one worker would run a long file while the others are idle.
test.describe.configure({ mode: 'parallel' });

/** A shopper's goal: to find the right piece by search, filter or types. */

const cards = (page: Page): Locator => page.locator('[data-grid] article');
const cardLinks = (page: Page): Locator => page.locator('[data-grid] article a[data-card-name]');
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Filter and sort' });

async function openDrawer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await expect(drawer(page).getByRole('button', { name: 'APPLY' })).toBeInViewport({ ratio: 1 });
  return drawer(page);
}

/** Holds these list requests. @returns a function that releases them */
async function holdAnswers(page: Page, query: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/product/list?*${query}*`, async (route) => {
    await released;
    // The page may have cancelled the request.
    await route.continue().catch(() => undefined);
  });
  return release;
}

test.describe('search', () => {
  test('opens from the top bar of any page, tolerates a typo and marks its matches on cards, not in a headline', async ({
    page,
  }) => {
    await page.goto('/about');
    await page.getByRole('link', { name: 'Search' }).click();
    const field = page.getByRole('searchbox', { name: 'Search the collection' });
    await expect(field).toBeFocused();
    await expect(page, 'the navigation state is cleared').toHaveURL(/\/collection$/);

    const releaseAnswer = await holdAnswers(page, '');
    await field.fill('hodie');
    await expect(page.getByText('Searching...')).toBeVisible();
    releaseAnswer();
    await expect(cardLinks(page).first()).toContainText('Hoodie');
    await expect(page).toHaveURL(/\?search=hodie$/);
    await expect(page.getByText('Searching...')).toBeHidden();

    await field.fill('warp line');
    await expect(cardLinks(page).first()).toHaveText('Warp Line Hoodie');
    await expect(cardLinks(page).first().locator('mark')).toHaveText(['Warp', 'Line']);

    // The headline comes from the card until the page of the product has loaded.
    await page.route('**/product/warp-line-hoodie', () => undefined);
    await cardLinks(page).first().click();
    const headline = page.locator('main:visible').getByRole('heading', { level: 1 });
    await expect(headline).toHaveText('Warp Line Hoodie');
    await expect(headline.locator('mark')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('says if nothing is found and that the shop makes no kurtas, restores the full list, and suggests types, of which a tap chooses one', async ({
    page,
  }) => {
    await page.goto('/collection');
    await page.getByRole('button', { name: 'Search' }).click();
    const field = page.getByRole('searchbox', { name: 'Search the collection' });
    await field.fill('zzzzqqqq');
    await expect(page.getByText('No products found')).toBeVisible();
    await expect(page.getByText('0 products')).toBeVisible();
    // The types are offered once, and each is a link.
    const offered = page.getByRole('link', { name: 'Hoodie', exact: true });
    await expect(offered).toHaveCount(1);
    await offered.click();
    await expect(cards(page)).toHaveCount(7);
    await expect(field).toHaveValue('');
    await field.fill('zzzzqqqq');
    await expect(page.getByText('No products found')).toBeVisible();
    await field.fill('');
    await expect(page.locator('[data-result-count]')).toHaveText('54 products');
    await expect(cards(page)).toHaveCount(54);
    await expect(page).toHaveURL(/\/collection$/);

    await field.fill('kurta');
    await expect(page.getByText('We do not sell “kurta”. Here are the closest matches.')).toBeVisible();

    await field.fill('black');
    const kinds = page.getByRole('list', { name: 'Filter by type' });
    const hoodies = kinds.getByRole('button', { name: /^Hoodie \d/ });
    await expect(hoodies.locator('img')).toBeVisible();
    const number = (await hoodies.innerText()).replace(/\D/g, '');
    await hoodies.click();
    await expect(page).toHaveURL(/\?subCategory=Hoodie&search=black$/);
    await expect(cards(page)).toHaveCount(Number(number));
    await expect(hoodies).toHaveAttribute('aria-pressed', 'true');

    await field.fill('zzzzqqqq');
    await expect(kinds).toBeHidden();
    await page
      .getByRole('navigation', { name: 'Shop by type' })
      .getByRole('link', { name: /^Shackets/ })
      .click();
    await expect(page).toHaveURL(/\?subCategory=Shackets$/);
  });

  test('works with the arrow keys, and Enter opens a product @desktop', async ({ page }) => {
    await page.goto('/collection#search');
    const field = page.getByRole('searchbox', { name: 'Search the collection' });
    await expect(field).toBeFocused();
    await field.fill('black cargo');
    await expect(cardLinks(page).first()).toHaveText('Raat Utility Cargo');
    await page.keyboard.press('ArrowDown');
    await expect(cardLinks(page).first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(field).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Raat Utility Cargo' })).toBeVisible();
  });
});

test.describe('a product of the first row that has sold out since the build', () => {
  /** The ids of the cards as they stand. The first of them is sold out, once `answerStock` is called. */
  async function openWithSoldOut(page: Page) {
    const order = () =>
      page
        .locator('[data-grid] [data-product]')
        .evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset['product'] ?? ''));
    const stockAnswered = Promise.withResolvers<void>();
    let before: string[] = [];
    await page.route('**/api/product/stock?*', async (route) => {
      const ids = new URL(route.request().url()).searchParams.getAll('id');
      await stockAnswered.promise;
      const stock = Object.fromEntries(ids.map((id) => [id, { M: id === before[0] ? 0 : 5 }]));
      await route.fulfill({ json: { success: true, stock } });
    });
    const shift = await countShift(page);
    await page.goto('/collection');
    before = await order();
    return { order, before, shift, answerStock: stockAnswered.resolve };
  }

  test('changes places with the next one that can be bought, without a layout shift', async ({ page }) => {
    const { order, before, shift, answerStock } = await openWithSoldOut(page);
    const shifted = await shift();
    answerStock();
    await expect.poll(async () => (await order()).indexOf(before[0] ?? '')).toBeGreaterThanOrEqual(4);
    const after = await order();
    const moved = after.filter((id, at) => id !== before[at]);
    expect(moved).toEqual([after[0], before[0]]);
    const first = cards(page).first();
    await expect(first.locator('[data-sold-out]')).toBeHidden();
    await expect(first.locator('[data-card-early]')).toHaveCount(0);
    expect(await shift()).toBe(shifted);
    const open = await openDrawer(page);
    await open.getByRole('checkbox', { name: /^Hoodie/ }).check();
    await expect(open.getByRole('status')).toHaveText('7 products');
    expect(await order()).toEqual(after);
  });

  test('stays in its place after the shopper has scrolled, also when the page is idle at its top', async ({
    page,
  }) => {
    await page.clock.install();
    const { order, before, answerStock } = await openWithSoldOut(page);
    const codes: string[] = [];
    page.on('request', (request) => codes.push(request.url()));
    for (const top of [300, 0]) {
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
      await page.clock.runFor(500);
    }
    answerStock();
    await expect(cards(page).first().locator('[data-sold-out]')).toBeVisible();
    await page.clock.runFor(5_000);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(codes.filter((address) => address.includes('first-row'))).toEqual([]);
    expect(await order()).toEqual(before);
  });

  test('stays in its place after the shopper has touched the page', async ({ page }) => {
    const { order, before, answerStock } = await openWithSoldOut(page);
    const open = await openDrawer(page);
    await open.getByRole('checkbox', { name: /^Hoodie/ }).check();
    await expect(open.getByRole('status')).toHaveText('7 products');
    answerStock();
    await expect(cards(page).first().locator('[data-sold-out]')).toBeVisible();
    expect(await order()).toEqual(before);
  });
});

test.describe('the filter drawer', () => {
  test('counts live, applies, and its address shows the same list to another shopper', async ({
    page,
    context,
  }) => {
    await page.goto('/collection');
    const open = await openDrawer(page);
    await expect(open.getByText('THE HIGHEST PRICE IS ₹12,500.00 INR')).toBeVisible();
    await expect(open.getByRole('checkbox', { name: 'Sweatshirts' })).toBeDisabled();
    await open.getByRole('checkbox', { name: /^Hoodie/ }).check();
    await open.getByRole('checkbox', { name: /^XS/ }).check();
    await open.getByRole('radio', { name: 'Price: Low to High' }).check();
    await expect(open.getByRole('status')).toHaveText('4 products');
    await expect(page.locator('[data-result-count]'), 'nothing changes before APPLY').toHaveText(
      '54 products',
    );
    await open.getByRole('button', { name: 'APPLY' }).click();
    await expect(drawer(page)).toBeHidden();
    await expect(cards(page)).toHaveCount(4);
    await expect(page).toHaveURL(/\?.*sizes=XS/);
    await expect(cardLinks(page)).toHaveText([
      'Kulhad Hoodie',
      'Saawan Hoodie',
      'Patang Hoodie',
      'Warp Line Hoodie',
    ]);

    const shared = await context.newPage();
    await shared.goto(page.url());
    await expect(cards(shared)).toHaveCount(4);
    await expect(shared.getByRole('list', { name: 'Applied filters' }).getByRole('button')).toHaveText([
      'Hoodie',
      'Size XS',
      'Price: Low to High',
    ]);
  });

  test('removes a chip with a tap and restores it with Back', async ({ page }) => {
    await page.goto('/collection?subCategory=Hoodie&subCategory=Shirts&sizes=M');
    await expect(cards(page)).toHaveCount(14);
    await page.getByRole('button', { name: 'Remove Hoodie' }).click();
    await expect(cards(page)).toHaveCount(7);
    await page.getByRole('button', { name: 'Remove Size M' }).click();
    await expect(page).toHaveURL(/\?subCategory=Shirts$/);
    await page.goBack();
    await page.goBack();
    await expect(cards(page)).toHaveCount(14);
    await expect(page).toHaveURL(/subCategory=Hoodie&subCategory=Shirts&sizes=M$/);
  });
});

test.describe('the types above the grid', () => {
  test('filter it with one tap, keep the other filters, mark the chosen type, and Back restores all', async ({
    page,
  }) => {
    await page.goto('/collection?sizes=XXL');
    await expect(page.getByRole('button', { name: 'Remove Size XXL' })).toBeVisible();
    const rail = page.getByRole('navigation', { name: 'Shop by type' });
    const everything = rail.getByRole('link', { name: 'Everything' });
    await expect(everything).toHaveAttribute('aria-current', 'true');

    const hoodies = rail.getByRole('link', { name: 'Hoodie' });
    await hoodies.click();
    await expect(hoodies).toHaveAttribute('aria-current', 'true');
    await expect(everything).not.toHaveAttribute('aria-current');
    await expect(page).toHaveURL(/\?subCategory=Hoodie&sizes=XXL$/);
    const names = await cardLinks(page).allTextContents();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toContain('Hoodie');

    await page.goBack();
    await expect(everything).toHaveAttribute('aria-current', 'true');
    await expect(page).toHaveURL(/\/collection\?sizes=XXL$/);
  });
});
