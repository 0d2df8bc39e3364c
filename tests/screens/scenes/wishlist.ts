import type { Page } from 'playwright/test';
import { wishlistPageMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { paths } from '../../../src/contract/paths.ts';
import { enter } from '../../browser/support/mocked-account.ts';
import { store } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import { CAP, held, HOODIE, lengthenNames, failListCalls, NETWORK_ERRORS } from '../fixtures.ts';

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
  { name: 'empty', state: 'empty', address, shows: wishlistPageMessages.empty },
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
    name: 'pieces that did not load',
    state: 'error',
    address,
    prepare: async (page) => {
      await wishes(page, HOODIE, CAP);
      await failListCalls(page);
    },
    shows: wishlistPageMessages.stale,
    announced: NETWORK_ERRORS,
  },
];
