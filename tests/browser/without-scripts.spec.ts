import { expect, type Locator, type Page } from 'playwright/test';
import { catalogue } from '../../src/content/snapshot.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { productNamed } from './support/api.ts';
import { PICTURE_PATH } from './support/shopper.ts';
import { test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

const hoodie = productNamed('warp-line-hoodie');

test('Without scripts the home page, the collection and a product show all that they hold, and every control works or says that it needs JavaScript', async ({
  page,
}) => {
  const pictures = picturesOf(page);
  const main = page.getByRole('main');

  await test.step('the home page links to products and to the collection', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.locator('a[href^="/product/"]').first()).toBeVisible();
    await expectGoodPictures(page, pictures());
    await expectHonestControls(page, 'the home page');
    await main.getByRole('link', { name: 'See the collection' }).first().click();
    await expect(page).toHaveURL('/collection');
  });

  await test.step('the collection links all products with names and prices', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: `${catalogue.length} products` })).toBeVisible();
    const links = main.locator('a[href^="/product/"]');
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect([...new Set(addresses)].sort()).toEqual(catalogue.map(({ id }) => `/product/${id}`).sort());
    const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: hoodie.name }) });
    await expect(card).toContainText(`${formatPrice(hoodie.pricePaise)} INR`);
    await expectGoodPictures(page, pictures());
    await expectHonestControls(page, 'the collection');
    await card.getByRole('link', { name: hoodie.name }).click();
    await expect(page).toHaveURL(`/product/${hoodie.id}`);
  });

  await test.step('a product shows name, price, sizes, material and related products', async () => {
    await expect(main.getByRole('heading', { level: 1, name: hoodie.name })).toBeVisible();
    await expectHonestControls(page, 'a product');
    await expect(main.getByText(formatPrice(hoodie.pricePaise), { exact: true }).first()).toBeVisible();
    const sizes = main.getByRole('group', { name: 'Size' }).getByRole('radio');
    await expect(sizes).toHaveCount(hoodie.sizes.length);
    for (const size of hoodie.sizes) {
      await expect(main.getByRole('radio', { name: size, exact: true })).toHaveCount(1);
    }
    await expect(main.getByText(hoodie.fabric)).toBeVisible();

    for (const [title, text] of [
      ['Shipping & Return', /2-5 days\. Free/],
      ['Disclaimer', /slightly vary/],
      ['Country of Origin', /Made in India\./],
      ['Manufactured & Packed By', /Private Limited/],
    ] as const) {
      await expect(main.getByText(text), title).toBeHidden();
      await main.getByRole('heading', { name: title }).click();
      await expect(main.getByText(text), title).toBeVisible();
    }

    const related = page.getByRole('region', { name: 'Goes with it' }).getByRole('article');
    await expect(related).toHaveCount(5);
    await expectGoodPictures(page, pictures());
    await related.first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/product\/(?!warp-line-hoodie)/);
  });

  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectHonestControls(page, 'a text page');
});

/** Every control works without scripts, is disabled, or has a note about JavaScript. */
async function expectHonestControls(page: Page, where: string): Promise<void> {
  const silent = await page.locator('button, [role="button"]').evaluateAll((controls) =>
    controls
      .filter((control) => {
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
        if (control instanceof HTMLButtonElement && control.disabled) return false;
        if (control.hasAttribute('popovertarget')) return false;
        const form = control.closest('form');
        // The browser itself submits a form that has an action.
        if (control instanceof HTMLButtonElement && control.type === 'submit' && form?.hasAttribute('action'))
          return false;
        return !/JavaScript/.test(form?.querySelector('noscript')?.textContent ?? '');
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent?.trim()),
  );
  expect(silent, `${where}: controls that need a script and do not say so`).toEqual([]);
}

/** Collects the responses of all pictures. @returns those since the last call */
function picturesOf(page: Page): () => { address: string; status: number }[] {
  const pictures: { address: string; status: number }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'image') return;
    pictures.push({ address: new URL(response.url()).pathname, status: response.status() });
  });
  return () => pictures.splice(0).filter(({ address }) => address !== '/favicon.svg');
}

async function expectGoodPictures(
  page: Page,
  loaded: readonly { address: string; status: number }[],
): Promise<void> {
  const images: Locator = page.locator('img');
  const poor = await images.evaluateAll((all, path) => {
    const isGood = (image: Element) =>
      Number(image.getAttribute('width')) > 0 &&
      Number(image.getAttribute('height')) > 0 &&
      image.hasAttribute('alt') &&
      (image.getAttribute('src') ?? '').startsWith(`${path}?`) &&
      // A script adds the widths of a lazy picture (layouts/before-paint.js).
      (image.getAttribute('srcset')?.split(', ') ?? []).every((part) => part.startsWith(`${path}?`));
    return all.filter((image) => !isGood(image)).map((image) => image.outerHTML);
  }, PICTURE_PATH);
  expect(poor).toEqual([]);
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter(({ address, status }) => address !== PICTURE_PATH || status !== 200)).toEqual([]);
}
