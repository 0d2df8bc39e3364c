import { offlineMessages } from '../../../src/contract/messages/page.ts';
import { paths } from '../../../src/contract/paths.ts';
import { enter } from '../../browser/support/mocked-account.ts';
import { store } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import { goOffline, lengthenNames, OFFLINE } from '../fixtures.ts';

const heading = (page: import('playwright/test').Page) => page.getByRole('heading', { level: 1 });

export const home: readonly Scene[] = [
  { name: 'a first visit', state: 'ordinary', address: paths.home, shows: heading },
  {
    name: 'menu of a logged-in shopper',
    state: 'open',
    address: paths.home,
    prepare: enter,
    shows: heading,
    act: (page) => page.getByRole('button', { name: 'Menu' }).click(),
    frame: 'window',
    widths: [360, 768],
  },
  {
    name: 'skip link with focus',
    state: 'open',
    address: paths.home,
    shows: heading,
    act: (page) => page.keyboard.press('Tab'),
    frame: 'window',
  },
  {
    name: 'long names',
    state: 'long',
    address: paths.home,
    prepare: lengthenNames,
    shows: heading,
  },
  {
    name: 'network gone',
    state: 'offline',
    address: paths.home,
    prepare: (page) => store(page, { cart: '{"taana-cap":{"default":1}}' }),
    shows: heading,
    act: async (page) => {
      await goOffline(page);
      await page.getByText(offlineMessages.offline).waitFor();
    },
    frame: 'window',
    announced: OFFLINE,
  },
  { name: 'without script', state: 'no script', address: paths.home, shows: heading, withoutScript: true },
];
