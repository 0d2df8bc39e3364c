import { brotliCompressSync } from 'node:zlib';
import { expect, type Page, type Response, test } from 'playwright/test';
import { patient } from './support/api.ts';
import { expectPiecesInBar, toast } from './support/shopper.ts';

/** Speed from the first day: brotli, before a shopper reaches for anything. */
const MOST_BYTES = 6_000;
const HOODIE = '/product/warp-line-hoodie';
const MODULES = '**/_astro/*.js';

const pages = [
  ['the home page', '/'],
  ['the collection', '/collection'],
  ['a product page', HOODIE],
] as const;

for (const [name, address] of pages) {
  test(`Until a shopper gives a sign, ${name} brings at most 6 kB of script and no React`, async ({
    page,
  }) => {
    const scripts = scriptsOf(page);
    await page.goto(address, { waitUntil: 'networkidle' });
    await expectLittleScript(page, scripts(), MOST_BYTES);
  });
}

test('What waits for a sign of the shopper comes with one, and not before', async ({ page }) => {
  const scripts = scriptsOf(page);
  const isThere = () => scripts().some(isNamed('idle'));
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

test('Nothing in the first window moves or changes its colours when the whole style sheet has arrived', async ({
  page,
}) => {
  // Of the page as it was sent: what its scripts change meanwhile is not the sheet's doing.
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

test('A tap made before any script arrived is carried out once, when it has', async ({ page }) => {
  const arrival = await holdModules(page);
  await page.goto(HOODIE, { waitUntil: 'commit' });
  await page.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(page).toHaveURL(HOODIE);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toHaveAccessibleName('Cart');
  await expect.poll(arrival.held).toBeGreaterThan(0);

  arrival.release();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await expectPiecesInBar(page, 1);

  await page.reload({ waitUntil: 'load' });
  await expectPiecesInBar(page, 1);
});

test('Impatient taps on ADD TO CART before any script arrived put one piece in', async ({ page }) => {
  const arrival = await holdModules(page);
  await page.goto(HOODIE, { waitUntil: 'commit' });
  await page.getByRole('group', { name: 'Size' }).getByText('L', { exact: true }).click();
  const add = page.getByRole('button', { name: 'ADD TO CART' });
  await add.click();
  await add.click();
  await add.click();
  arrival.release();
  await expectPiecesInBar(page, 1);
});

test('A tap without a size, made before any script arrived, is told so when it has', async ({ page }) => {
  const arrival = await holdModules(page);
  await page.goto(HOODIE, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  arrival.release();
  await expect(toast(page, 'Select Product Size')).toBeVisible();
  await expectPiecesInBar(page, 0);
});

test('Two taps on One more, made before any script arrived, are two pieces more', async ({ page }) => {
  const arrival = await holdModules(page);
  await page.goto(HOODIE, { waitUntil: 'commit' });
  const more = page.getByRole('button', { name: 'One more' });
  await more.click();
  await more.click();
  arrival.release();
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3');
});

test('The cart can be filled where React never arrives', async ({ page }) => {
  const refused: string[] = [];
  await page.route(MODULES, async (route) => {
    const response = await route.fetch(patient);
    if (!isReact(await response.text())) return route.fulfill({ response });
    refused.push(route.request().url());
    return route.abort();
  });
  await page.goto(HOODIE);
  await page.getByRole('group', { name: 'Size' }).getByText('S', { exact: true }).click();
  await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await expectPiecesInBar(page, 2);

  // The same rule does keep React from the page that needs it.
  await page.goto('/login');
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  // Modules that are still being read when the page closes would fail the test by that alone.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Where and in which colours everything of the first window stands. */
function drawn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width * height === 0 || y >= innerHeight || y + height <= 0) return [];
      const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(element);
      // What lies below the window may grow: nobody sees it.
      const seen = Math.min(y + height, innerHeight) - y;
      const place = [x, y, width, seen].map(Math.round).join(' ');
      // A picture has no letters; one that waits for the window hides its words.
      const letters = element instanceof HTMLImageElement ? '' : color;
      return [
        `${element.localName}.${element.className} ${place} ${letters} ${backgroundColor} ${fontSize} ${fontWeight}`,
      ];
    }),
  );
}

const isNamed = (name: string) => (script: Response) => script.url().includes(`/_astro/${name}.`);

/** Collects every script that comes over the wire. */
function scriptsOf(page: Page): () => Response[] {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response);
  });
  return () => [...scripts];
}

async function expectLittleScript(page: Page, scripts: Response[], most: number): Promise<void> {
  const inline = page.locator('script:not([src]):not([type*="json"])');
  const sizes: Record<string, number> = {
    'in the page': brotliCompressSync((await inline.allTextContents()).join('\n')).byteLength,
  };
  for (const script of scripts) {
    const name = new URL(script.url()).pathname;
    expect(script.headers()['content-encoding'] ?? '', `${name} is compressed`).toMatch(/^(br|)$/);
    expect(isReact(await script.text()), `${name} has React in it`).toBe(false);
    sizes[name] = (await script.request().sizes()).responseBodySize;
  }
  const sum = Object.values(sizes).reduce((bytes, size) => bytes + size, 0);
  test.info().annotations.push({ type: 'script bytes', description: `${sum}: ${JSON.stringify(sizes)}` });
  expect(Object.keys(sizes).length, 'scripts seen').toBeGreaterThan(1);
  expect(sum, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(most);
}

/** The mark that React leaves on every element, whatever a bundler does to its names. */
function isReact(code: string): boolean {
  return /react\.(?:transitional\.)?element/.test(code);
}

/** Keeps every module of the page waiting until it is released. */
async function holdModules(page: Page): Promise<{ held: () => number; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(MODULES, async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  return { held: () => held, release };
}
