/** A shopper's browser: pages with the shop's own stores and client, each in its own realm, over an unreliable network. */
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import type { Answer } from '../../../src/client/api.ts';
import type { RazorpayReceipt } from '../../../src/contract/calls/payment.ts';
import type { Body, RouteName } from '../../../src/contract/routes.ts';
import { loggedFetch, type Client } from './logged-fetch.ts';
import type { stores } from './stores.ts';

/** Compiled once and evaluated for each page, because stores keep their state in their modules. */
export async function compileStores(): Promise<Script> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'stores.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'shop',
    platform: 'browser',
  });
  return new Script(outputFiles[0]?.text ?? '');
}

/** The options that the shop gives Razorpay's window (src/client/payment-window). */
export interface PaymentWindow {
  order_id: string;
  handler: (receipt: RazorpayReceipt) => void;
  modal: { ondismiss: () => void };
}

/** What the shopper does in a payment window. @param fail tells the page that the payment has failed */
type Use = (window: PaymentWindow, fail: () => void, page: Page) => void;

export interface Page {
  shop: typeof stores;
  /** The address that the shop's code has opened; null while the shopper is on this page. */
  goesTo: () => string | null;
  /** Resolves when the shop's code opens another address, or the shopper closes the page. */
  left: Promise<void>;
  close: () => void;
}

type Heard = (key: string, newValue: string | null) => void;

interface Tab {
  local: Record<string, string>;
  /** The open pages of all tabs; each gets the storage events of the others. */
  pages: Set<Heard>;
  session: Map<string, string>;
}

type PageEnvironment = Client & { code: Script };

function openPage(
  shopper: number,
  client: PageEnvironment,
  { local, pages, session }: Tab,
  address: string,
  use: Use,
): Page {
  const { pathname, search } = new URL(address, 'https://shop.example');
  let next: string | null = null;
  // A page that the shopper has left stores nothing and gets no answer; its requests still arrive.
  let isOpen = true;
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const close = () => {
    isOpen = false;
    pages.delete(hear);
    resolve();
  };
  const call = loggedFetch(shopper, client);
  const goTo = (path: string) => {
    next ??= path;
    resolve();
  };
  class Razorpay {
    readonly #options: PaymentWindow;
    #fail: (failure: object) => void = () => {};
    constructor(options: PaymentWindow) {
      this.#options = options;
    }
    on(_event: string, listener: (failure: object) => void): void {
      this.#fail = listener;
    }
    open(): void {
      use(this.#options, () => this.#fail({}), page);
    }
    close(): void {
      this.#options.modal.ondismiss();
    }
  }
  const events = new EventTarget();
  const hear: Heard = (key, newValue) => {
    if (isOpen) events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  };
  pages.add(hear);
  /** Tells the other pages in a later task, as browsers do. */
  const store = (key: string, value?: string) => {
    if (!isOpen || local[key] === value) return true;
    if (value === undefined) delete local[key];
    else local[key] = value;
    for (const page of pages) if (page !== hear) setImmediate(page, key, value ?? null);
    return true;
  };
  /** A closed page releases its locks and takes no new ones. */
  const lock = (name: string, options: LockOptions, task: () => Promise<unknown>) =>
    navigator.locks.request(`${shopper} ${name}`, options, () => isOpen && Promise.race([task(), left]));
  const realm = createContext({
    AbortController,
    AbortSignal,
    DOMException,
    Headers,
    URLSearchParams,
    queueMicrotask,
    crypto,
    setTimeout: (work: () => void, ms: number) => setTimeout(() => isOpen && work(), ms),
    clearTimeout,
    fetch: async (...asked: Parameters<typeof call>) => {
      const response = await call(...asked).catch((error: unknown) => error as Error);
      if (!isOpen) return new Promise(() => {});
      if (response instanceof Error) throw response;
      return response;
    },
    window: Object.assign(events, { Razorpay }),
    navigator: { userAgent: 'Chrome', onLine: true, locks: { request: lock } },
    addEventListener: events.addEventListener.bind(events),
    localStorage: new Proxy(local, {
      set: (_, name: string, value: string) => store(name, value),
      deleteProperty: (_, name: string) => store(name),
    }),
    sessionStorage: {
      getItem: (key: string) => session.get(key) ?? null,
      setItem: (key: string, text: string) => isOpen && session.set(key, text),
      removeItem: (key: string) => isOpen && session.delete(key),
    },
    location: { pathname, search, assign: goTo, replace: goTo },
  }) as { shop?: { stores: typeof stores } };
  client.code.runInContext(realm);
  const shop = realm.shop?.stores;
  if (!shop) throw new Error('The stores were not evaluated');
  shop.$authLoading.set(false);
  const page: Page = { shop, goesTo: () => next, left, close };
  return page;
}

/** How often later pages resend a request without an answer. */
const PAGES = 8;

export function openBrowser(shopper: number, client: PageEnvironment, use: Use = () => {}) {
  const shared = { local: {}, pages: new Set<Heard>() };
  let tab: Tab = { ...shared, session: new Map() };
  let page = openPage(shopper, client, tab, '/', use);

  const cart = (): [line: string, quantity: number][] => {
    const { entriesOf, $cart, noteOf } = page.shop;
    return entriesOf($cart.get()).map(({ productId, size, quantity }) => [noteOf(productId, size), quantity]);
  };

  return {
    cart,
    /** The stores of the open page. */
    shop: () => page.shop,

    /** Opens a page of the shop in place of the current one. */
    open(address: string): Page {
      page.close();
      page = openPage(shopper, client, tab, address, use);
      return page;
    },

    /** Closes the tab; the next page opens in a new one. */
    closeTab(): void {
      tab = { ...shared, session: new Map() };
      this.open('/');
    },

    /** A second tab beside the first. */
    openBeside: (address: string): Page =>
      openPage(shopper, client, { ...shared, session: new Map() }, address, use),

    /** Calls as the client does, with the session of this browser. */
    call: <Name extends RouteName>(name: Name, body: Body<Name>): Promise<Answer<Name>> => {
      const token = page.shop.$token.get();
      return page.shop.call(name, body, token === undefined ? {} : { token });
    },

    /** Adds one piece with ADD TO CART; uses the stepper if ADD TO CART ignores a double tap. */
    addOne(line: string): void {
      const { shop } = page;
      const { productId, size } = shop.lineOf(line);
      const quantity = () => shop.quantityOf(shop.$cart.get(), productId, size);
      const before = quantity();
      shop.addToCart(productId, size);
      if (quantity() === before) shop.setQuantity(productId, size, before + 1);
      const { addedToCart } = client.clientLog;
      addedToCart.set(
        `${shopper} ${line}`,
        (addedToCart.get(`${shopper} ${line}`) ?? 0) + quantity() - before,
      );
    },

    /** Logs in as stores/session/sign-in does: merges the visitor's data with the account's. */
    async logIn(token: string, email: string): Promise<void> {
      page.shop.beginSession(token, email);
      await Promise.all([page.shop.mergeAtLogin(), page.shop.mergeWishlistAtLogin()]);
    },

    /** Reads the cart on later pages. @returns the cart on screen; null if the server gave no answer */
    async settle(): Promise<Record<string, number> | null> {
      const { $unsynced, $unconfirmed, syncCart, loadWishlist, syncWishlistItem } = page.shop;
      for (let visit = 0; visit < PAGES && $unsynced.get().length > 0; visit += 1) await syncCart();
      const hasUnconfirmed = () => Object.keys($unconfirmed.get()).length > 0;
      for (let visit = 0; visit < PAGES && hasUnconfirmed(); visit += 1) {
        await loadWishlist();
        // Does not wait for its request; the next item follows without it.
        await syncWishlistItem('none');
      }
      return $unsynced.get().length > 0 ? null : Object.fromEntries(cart());
    },
  };
}

export type Browser = ReturnType<typeof openBrowser>;
