import type { Page } from 'playwright/test';
import { wishlistPageMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { offlineMessages } from '../../../src/contract/messages/page.ts';
import { paths } from '../../../src/contract/paths.ts';
import { enter } from '../../browser/support/own-corner.ts';
import { store, toast } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import { CAP, goOffline, held, holdList, HOODIE, lengthenNames, loseList, LOST, OFFLINE } from '../stage.ts';

const address = paths.wishlist;
const wishes = (page: Page, ...ids: string[]) => store(page, { wishlist: JSON.stringify(ids) });
const card = (page: Page) =>
  page.getByRole('list', { name: 'Your wishlist' }).locator('[data-product]').first();
const SOLD_OUT = 'meter-se-tee';
const EARLY = 'patang-hoodie';

export const wishlist: readonly Scene[] = [
  {
    name: 'on its way',
    state: 'loading',
    address,
    prepare: (page) => enter(page, { 'wishlist.get': held }),
    shows: (page) => page.locator('main .skeleton').first(),
  },
  {
    name: 'pieces on their way',
    state: 'loading',
    address,
    prepare: async (page) => {
      await wishes(page, HOODIE, CAP, SOLD_OUT);
      await holdList(page);
    },
    shows: (page) => page.locator('main .skeleton').first(),
  },
  { name: 'empty', state: 'empty', address, shows: wishlistPageMessages.empty },
  { name: 'one piece', state: 'one', address, prepare: (page) => wishes(page, HOODIE), shows: card },
  {
    name: 'many pieces',
    state: 'many',
    address,
    prepare: (page) =>
      wishes(
        page,
        HOODIE,
        CAP,
        SOLD_OUT,
        EARLY,
        'kulhad-hoodie',
        'godown-cargo',
        'baoli-tee',
        'sand-jogger',
        'dilli-crew',
      ),
    shows: card,
  },
  {
    name: 'sold out, early and gone',
    state: 'sold out',
    address,
    prepare: (page) => wishes(page, SOLD_OUT, EARLY, 'tee-of-last-year', 'cutting-tote'),
    shows: card,
  },
  {
    name: 'long names',
    state: 'long',
    address,
    prepare: async (page) => {
      await lengthenNames(page);
      await wishes(page, HOODIE, CAP, 'kulhad-hoodie');
    },
    shows: card,
  },
  {
    name: 'into the cart',
    state: 'success',
    address,
    prepare: (page) => wishes(page, HOODIE, CAP),
    shows: card,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add to Cart: Warp Line Hoodie' }).click();
      await toast(page, 'Added to cart').waitFor();
    },
    frame: 'window',
  },
  {
    name: 'taken out',
    state: 'success',
    address,
    prepare: (page) => wishes(page, HOODIE, CAP),
    shows: card,
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove from Wishlist: Warp Line Hoodie' }).click();
      await toast(page, 'Removed from wishlist').waitFor();
    },
    frame: 'window',
  },
  {
    name: 'prices that did not come',
    state: 'error',
    address,
    prepare: async (page) => {
      await wishes(page, HOODIE, CAP);
      await page.goto(address);
      await card(page).waitFor();
      await loseList(page);
    },
    shows: wishlistPageMessages.stale,
    announced: LOST,
  },
  {
    name: 'pieces that did not come',
    state: 'error',
    address,
    prepare: async (page) => {
      await wishes(page, HOODIE, CAP);
      await loseList(page);
    },
    shows: wishlistPageMessages.stale,
    announced: LOST,
  },
  {
    name: 'network gone',
    state: 'offline',
    address,
    prepare: (page) => wishes(page, HOODIE, CAP),
    shows: card,
    act: async (page) => {
      await goOffline(page);
      await page.getByText(offlineMessages.offline).waitFor();
    },
    announced: OFFLINE,
    frame: 'window',
  },
];
