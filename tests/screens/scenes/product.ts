import type { Page } from 'playwright/test';
import { paths } from '../../../src/contract/paths.ts';
import { enter, serve } from '../../browser/support/mocked-account.ts';
import { store, toast } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import { held, HOODIE, lengthenNames } from '../fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const size = (page: Page, name: string) => page.locator(`.product .size-choice[data-size="${name}"]`);
const buy = (page: Page) => page.locator('.product [data-buy-button]');
const form = (page: Page) => page.locator('.product form[data-buy]');
const heart = (page: Page) => page.locator('.product header [data-wish]').first();

/** A product page in its default state. */
const plain = (name: string, state: Scene['state'], id: string): Scene => ({
  name,
  state,
  address: paths.product(id),
  shows: heading,
});
const address = paths.product(HOODIE);

export const product: readonly Scene[] = [
  plain('on sale, with four pictures', 'ordinary', HOODIE),
  plain('one picture, full price', 'one', 'kulhad-hoodie'),
  plain('one size', 'ordinary', 'taana-cap'),
  plain('sold out', 'sold out', 'meter-se-tee'),
  plain('one size, sold out', 'sold out', 'cutting-tote'),
  plain('early order', 'early order', 'patang-hoodie'),
  {
    ...plain('a size that is sold out', 'sold out', 'dilli-crew'),
    act: (page) => size(page, 'XS').click(),
    frame: 'window',
    at: form,
  },
  {
    ...plain('the last of a size', 'ordinary', 'godown-cargo-shorts'),
    act: async (page) => {
      await size(page, 'M').click();
      await page.getByText('Only 1 left').waitFor();
    },
    frame: 'window',
    at: form,
  },
  {
    ...plain('three messages at once', 'many', HOODIE),
    act: async (page) => {
      await buy(page).click();
      await size(page, 'M').click();
      await buy(page).click();
      await toast(page, 'Added to cart').waitFor();
      await heart(page).focus();
      await page.keyboard.press('Enter');
      await toast(page, /Wishlist saved locally/).waitFor();
    },
    frame: 'window',
    at: form,
  },
  {
    ...plain('sizing guide', 'open', HOODIE),
    act: (page) => page.getByRole('button', { name: 'SIZING GUIDE' }).click(),
    frame: 'window',
  },
  {
    ...plain('share menu', 'open', HOODIE),
    act: (page) => page.getByRole('button', { name: 'Share', exact: true }).click(),
    frame: 'window',
  },
  {
    ...plain('full screen', 'open', HOODIE),
    act: async (page) => {
      await page.getByRole('button', { name: 'View in full screen' }).click();
      await page.locator('#zoom').waitFor();
    },
    frame: 'window',
  },
  {
    ...plain('the small print open', 'open', HOODIE),
    act: async (page) => {
      for (const name of [
        'Shipping & Return',
        'Disclaimer',
        'Country of Origin',
        'Manufactured & Packed By',
      ]) {
        await main(page).getByRole('heading', { name }).click();
      }
    },
  },
  {
    ...plain('seen before', 'many', HOODIE),
    prepare: (page) =>
      store(page, {
        'taana-viewed': JSON.stringify(['taana-cap', 'meter-se-tee', 'patang-hoodie', 'kulhad-hoodie']),
      }),
    act: (page) => page.mouse.wheel(0, 400),
  },
  {
    ...plain('early order on its way', 'busy', 'patang-hoodie'),
    prepare: async (page) => {
      await enter(page);
      await serve(page, { 'product.early-order-interest': held });
    },
    act: async (page) => {
      await size(page, 'M').click();
      await buy(page).click();
      await page.locator('[data-buy-button][aria-busy="true"]').waitFor();
    },
    frame: 'window',
    at: form,
  },
  { ...plain('long name', 'long', HOODIE), prepare: lengthenNames },
  { name: 'without script', state: 'no script', address, shows: heading, withoutScript: true },
];
