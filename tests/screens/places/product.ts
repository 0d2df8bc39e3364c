import type { Page } from 'playwright/test';
import { earlyOrderMessages, notifyMessages } from '../../../src/contract/messages/catalogue.ts';
import { offlineMessages } from '../../../src/contract/messages/page.ts';
import { paths } from '../../../src/contract/paths.ts';
import { enter, serve } from '../../browser/support/own-corner.ts';
import { store, toast } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import { failed, goOffline, held, HOODIE, lengthenNames, LOST, OFFLINE, ok, refusals } from '../stage.ts';

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const size = (page: Page, name: string) => page.locator(`.product .size-choice[data-size="${name}"]`);
const buy = (page: Page) => page.locator('.product [data-buy-button]');
const form = (page: Page) => page.locator('.product form[data-buy]');
const heart = (page: Page) => page.locator('.product header [data-wish]').first();

/** A page of which nothing else is known. */
const plain = (name: string, state: Scene['state'], id: string): Scene => ({
  name,
  state,
  address: paths.product(id),
  shows: heading,
});
const address = paths.product(HOODIE);

export const product: readonly Scene[] = [
  plain('on sale, with four pictures', 'ordinary', HOODIE),
  { ...plain('the first screen', 'ordinary', HOODIE), frame: 'window' },
  {
    ...plain('half-way down', 'ordinary', HOODIE),
    act: async (page) => {
      await page.mouse.wheel(0, 600);
      await page.keyboard.press('PageDown');
    },
    frame: 'window',
    at: (page) => main(page).getByText('Country of Origin'),
  },
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
    ...plain('without a size', 'error', HOODIE),
    act: async (page) => {
      await buy(page).click();
      await toast(page, 'Select Product Size').waitFor();
    },
    frame: 'window',
    at: form,
  },
  {
    ...plain('added to the cart', 'success', HOODIE),
    act: async (page) => {
      await size(page, 'M').click();
      await page.getByRole('button', { name: 'One more' }).click();
      await buy(page).click();
      await toast(page, 'Added to cart').waitFor();
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
    ...plain('network gone', 'offline', HOODIE),
    act: async (page) => {
      await goOffline(page);
      await page.getByText(offlineMessages.offline).waitFor();
    },
    frame: 'window',
    announced: OFFLINE,
  },
  {
    ...plain('a heart that is refused', 'error', HOODIE),
    prepare: (page) => enter(page, { 'wishlist.toggle': 'nothing' }),
    act: async (page) => {
      await heart(page).click();
      await toast(page, 'Failed to sync wishlist with server').waitFor();
    },
    frame: 'window',
    announced: LOST,
  },
  {
    ...plain('in the wishlist', 'success', HOODIE),
    prepare: (page) => store(page, { wishlist: JSON.stringify([HOODIE]) }),
    frame: 'window',
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
    ...plain('link copied', 'success', HOODIE),
    act: async (page) => {
      await page.context().grantPermissions(['clipboard-write']);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('button', { name: 'Copy link' }).click();
      await toast(page, 'Link copied to clipboard!').waitFor();
    },
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
    ...plain('full screen, twice as large', 'open', HOODIE),
    act: async (page) => {
      await page.getByRole('button', { name: 'View in full screen' }).click();
      await page.getByRole('button', { name: 'Enlarge 2×' }).click();
    },
    frame: 'window',
  },
  {
    ...plain('the last picture', 'ordinary', HOODIE),
    act: async (page) => {
      await page.getByRole('link', { name: 'Picture 4 of 4' }).click();
      await main(page).getByText('4 / 4').first().waitFor();
    },
    frame: 'window',
    at: (page) => page.locator('[data-gallery]'),
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
    ...plain('notify me, kept', 'success', 'meter-se-tee'),
    prepare: (page) =>
      enter(page, {
        'notify.check': { ...ok, alreadyNotified: false },
        notify: { ...ok, message: notifyMessages.saved },
      }),
    act: async (page) => {
      await size(page, 'L').click();
      await buy(page).click();
      await toast(page, notifyMessages.saved).waitFor();
    },
    frame: 'window',
    at: form,
  },
  {
    ...plain('notify me, failed', 'error', 'meter-se-tee'),
    prepare: (page) => enter(page, { 'notify.check': { ...ok, alreadyNotified: false }, notify: 'nothing' }),
    act: async (page) => {
      await size(page, 'L').click();
      await buy(page).click();
      await toast(page, notifyMessages.failed).waitFor();
    },
    frame: 'window',
    at: form,
    announced: LOST,
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
  {
    ...plain('interest registered', 'success', 'patang-hoodie'),
    prepare: (page) =>
      enter(page, { 'product.early-order-interest': { ...ok, message: earlyOrderMessages.registered } }),
    act: async (page) => {
      await size(page, 'M').click();
      await buy(page).click();
      await toast(page, earlyOrderMessages.registered).waitFor();
    },
    frame: 'window',
    at: form,
  },
  {
    ...plain('interest refused', 'error', 'patang-hoodie'),
    prepare: (page) => enter(page, { 'product.early-order-interest': failed }),
    act: async (page) => {
      await size(page, 'M').click();
      await buy(page).click();
      await toast(page, failed.message).waitFor();
    },
    frame: 'window',
    at: form,
    announced: refusals(500),
  },
  { ...plain('long name', 'long', HOODIE), prepare: lengthenNames },
  { name: 'without script', state: 'no script', address, shows: heading, withoutScript: true },
];
