import {
  cleanTestStorage,
  getTestStorage,
  setTestStorageKey,
  useTestStorageEngine,
} from '@nanostores/persistent';
import { beforeEach, vi } from 'vitest';
import { type Body, type Reply, type RouteName, routes } from '../../src/contract/routes.ts';
import type { Refusal } from '../../src/contract/calls/call.ts';

/** A call as the server received it. */
export interface Asked<Name extends RouteName = RouteName> {
  name: Name;
  body: Body<Name>;
  query: URLSearchParams;
  token: string | null;
  key: string | null;
}

type Said<Name extends RouteName> = Reply<Name> | Refusal | Response;
type Handler<Name extends RouteName> = (asked: Asked<Name>) => Said<Name> | Promise<Said<Name>>;

export interface FakeBrowser {
  /** Every call so far, in order of arrival. */
  asked: Asked[];
  namesAsked: () => RouteName[];
  /** Replaces the server's answer to a call. */
  says: <Name extends RouteName>(name: Name, handler: Handler<Name>) => void;
  /** Without a network every call fails as `fetch` does. */
  network: { isUp: boolean };
  localStorage: Record<string, string>;
  tab: Map<string, string>;
  /** Another tab writes to local storage. */
  otherTabWrites: (key: string, value: string | undefined) => void;
  /** The navigations of the page and their kind. */
  opened: { how: 'assign' | 'replace'; path: string }[];
  /** Fires an event of the window with these fields. */
  fire: (type: string, event?: object) => void;
}

/**
 * A browser and a shop for one test: fresh modules, empty storages, no network but the handlers given. Import stores
 * afterwards with `await import(…)`.
 */
export function openBrowser(address = '/'): FakeBrowser {
  const { pathname, search } = new URL(address, 'https://shop.example');
  vi.resetModules();
  useTestStorageEngine();
  cleanTestStorage();

  const handlers = new Map<RouteName, Handler<RouteName>>();
  const listeners = new Map<string, ((event: object) => void)[]>();
  const browser: FakeBrowser = {
    asked: [],
    namesAsked: () => browser.asked.map(({ name }) => name),
    says: (name, handler) => {
      handlers.set(name, handler as unknown as Handler<RouteName>);
    },
    network: { isUp: true },
    localStorage: getTestStorage(),
    tab: new Map(),
    otherTabWrites: setTestStorageKey,
    opened: [],
    fire: (type, event = {}) => {
      for (const listener of listeners.get(type) ?? []) listener(event);
    },
  };

  vi.stubGlobal('fetch', async (address: string, request: RequestInit = {}) => {
    const { method = 'GET' } = request;
    if (!browser.network.isUp) throw new TypeError('fetch failed');
    const { pathname: path, searchParams } = new URL(address, 'https://shop.example');
    const name = (Object.keys(routes) as RouteName[]).find(
      (route) => routes[route].path === path && routes[route].method === method,
    );
    if (!name) throw new Error(`No route at ${method} ${path}`);
    const headers = new Headers(request.headers);
    const asked: Asked = {
      name,
      body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined,
      query: searchParams,
      token: headers.get('token'),
      key: headers.get('Idempotency-Key'),
    };
    browser.asked.push(asked);
    const handler = handlers.get(name);
    if (!handler) throw new Error(`This test says nothing about ${name}`);
    const said = await handler(asked);
    if (request.signal?.aborted) throw new DOMException('aborted', 'AbortError');
    return said instanceof Response ? said : Response.json(said, { status: said.success ? 200 : 400 });
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => browser.tab.get(key) ?? null,
    setItem: (key: string, value: string) => browser.tab.set(key, value),
    removeItem: (key: string) => browser.tab.delete(key),
    clear: () => browser.tab.clear(),
  });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => browser.localStorage[key] ?? null,
    setItem: (key: string, value: string) => {
      browser.localStorage[key] = value;
    },
    removeItem: (key: string) => {
      delete browser.localStorage[key];
    },
  });
  vi.stubGlobal('location', {
    pathname,
    search,
    assign: (path: string) => browser.opened.push({ how: 'assign', path }),
    replace: (path: string) => browser.opened.push({ how: 'replace', path }),
  });
  const history = {
    state: null as unknown,
    replaceState: (state: unknown) => {
      history.state = state;
    },
  };
  vi.stubGlobal('history', history);
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => {
    listeners.set(type, [...(listeners.get(type) ?? []), listener]);
  });
  vi.stubGlobal('removeEventListener', (type: string, listener: (event: object) => void) => {
    listeners.set(
      type,
      (listeners.get(type) ?? []).filter((other) => other !== listener),
    );
  });
  return browser;
}

/** Another browser for each test of the file. */
export function useBrowser(open: () => FakeBrowser): FakeBrowser {
  const browser = {} as FakeBrowser;
  beforeEach(() => {
    Object.assign(browser, open());
  });
  return browser;
}

/** Asha is logged in in this browser. */
export function signIn(browser: FakeBrowser): FakeBrowser {
  browser.localStorage['token'] = 't0ken';
  browser.localStorage['userEmail'] = 'asha@example.com';
  return browser;
}

export const ok = { success: true } as const;

export function refused(code: Refusal['code'], message = `refused: ${code}`): Refusal {
  return { success: false, code, message };
}

/** A promise that the test settles, for a late answer. */
export function late<T>(): PromiseWithResolvers<T> {
  return Promise.withResolvers<T>();
}
