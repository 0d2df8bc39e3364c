/** A shopper's browser: the shop's own stores and client in a realm of their own, over a network that fails. */
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import type { Answer } from '../../../src/client/api.ts';
import type { Body, RouteName } from '../../../src/contract/routes.ts';
import { loggedFetch, type Outside } from './logged-fetch.ts';
import type { stores } from './stores.ts';

/** Compiled once and run for each shopper: a store is one for each browser. */
export async function compileStores(): Promise<Script> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'stores.ts')],
    ...{ bundle: true, write: false, format: 'iife', globalName: 'shop', platform: 'browser' },
  });
  return new Script(outputFiles[0]?.text ?? '');
}

/** How often what was not heard is sent again on later pages. */
const PAGES = 8;

export function openBrowser(shopper: number, outside: Outside & { code: Script }) {
  const events = new EventTarget();
  const realm = createContext({
    ...{ AbortController, AbortSignal, DOMException, Headers, URLSearchParams, setTimeout, queueMicrotask },
    fetch: loggedFetch(shopper, outside),
    window: events,
    addEventListener: events.addEventListener.bind(events),
    localStorage: {},
    sessionStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    location: { pathname: '/' },
  }) as { shop?: { stores: typeof stores } };
  outside.code.runInContext(realm);
  const shop = realm.shop?.stores;
  if (!shop) throw new Error('The stores were not evaluated');
  const { $cart, $unsynced, $unconfirmed, quantityOf, lineOf, noteOf } = shop;

  const cart = (): [line: string, quantity: number][] =>
    shop.entriesOf($cart.get()).map(({ productId, size, quantity }) => [noteOf(productId, size), quantity]);

  return {
    cart,
    wish: (id: string) => shop.toggleWishlist(id),

    /** As the client calls, with the session of this browser. */
    call: <Name extends RouteName>(
      name: Name,
      body: Body<Name>,
      { key, timeoutMs }: { key?: string; timeoutMs?: number } = {},
    ): Promise<Answer<Name>> =>
      shop.call(name, body, {
        ...(shop.$token.get() && { token: shop.$token.get() ?? '' }),
        ...(key !== undefined && { idempotencyKey: key }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),

    /** One piece more, by ADD TO CART; what the double tap ignores, by the stepper. */
    addOne(line: string): void {
      const { productId, size } = lineOf(line);
      const before = quantityOf($cart.get(), productId, size);
      shop.addToCart(productId, size);
      if (quantityOf($cart.get(), productId, size) === before) shop.setQuantity(productId, size, before + 1);
      const more = quantityOf($cart.get(), productId, size) - before;
      const { puts } = outside.witness;
      puts.set(`${shopper} ${line}`, (puts.get(`${shopper} ${line}`) ?? 0) + more);
    },

    remove(line: string): void {
      const { productId, size } = lineOf(line);
      shop.removeLine(productId, size);
    },

    /** What was ordered leaves the screen; the server takes it out of its own cart. */
    takeOut: (ordered: readonly [line: string, quantity: number][]) =>
      shop.removeOrdered(ordered.map(([line, quantity]) => ({ ...lineOf(line), quantity }))),

    /** As stores/session/sign-in enters: joins what the visitor had with what the account has. */
    async logIn(token: string, email: string): Promise<void> {
      shop.beginSession(token, email);
      await Promise.all([shop.mergeAtLogin(), shop.mergeWishlistAtLogin()]);
    },

    /** Later, on other pages. @returns the cart that the screen shows; null if the server was not heard */
    async settle(): Promise<Record<string, number> | null> {
      for (let page = 0; page < PAGES && $unsynced.get().length > 0; page += 1) await shop.syncCart();
      const hasUnconfirmed = () => Object.keys($unconfirmed.get()).length > 0;
      for (let page = 0; page < PAGES && hasUnconfirmed(); page += 1) {
        await shop.loadWishlist();
        // What it sends is not waited for; an item that is not there comes after it.
        await shop.syncWishlistItem('none');
      }
      return $unsynced.get().length > 0 ? null : Object.fromEntries(cart());
    },
  };
}

export type Browser = ReturnType<typeof openBrowser>;
