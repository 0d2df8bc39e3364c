import { ok, openBrowser, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

type Lines = Record<string, Record<string, number>>;

/** The cart of a visitor, or of a logged-in shopper whose server accepts everything and has the given cart. */
export function useCart() {
  const browser = useBrowser(openBrowser);
  const open = () => openStores('cart', 'page', 'session');
  return {
    browser,
    open,
    openSignedIn: async (cartData: Lines = {}) => {
      browser.localStorage['token'] = 't0ken';
      browser.says('cart.add', () => ok);
      browser.says('cart.update', () => ok);
      browser.says('cart.get', () => ({ ...ok, cartData }));
      return open();
    },
    /** The changes that were sent: name and values of each call. */
    sent: () =>
      browser.asked
        .filter(({ name }) => name !== 'cart.get')
        .map(({ name, body }) => [name, ...Object.values(body ?? {})]),
  };
}
