/** The cart of a logged-in shopper. */
import { type FakeBrowser, ok } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

export const open = () => openStores('cart', 'page', 'session');

/** A server that accepts everything and has this cart. */
export const openSignedIn = async (
  browser: FakeBrowser,
  theirs: Record<string, Record<string, number>> = {},
) => {
  browser.localStorage['token'] = 't0ken';
  browser.says('cart.add', () => ok);
  browser.says('cart.update', () => ok);
  browser.says('cart.get', () => ({ ...ok, cartData: theirs }));
  return open();
};

/** The changes that were sent: name and values of each call. */
export const sentFrom = (browser: FakeBrowser) =>
  browser.asked
    .filter(({ name }) => name !== 'cart.get')
    .map(({ name, body }) => [name, ...Object.values(body ?? {})]);
