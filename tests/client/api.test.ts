import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../src/client/api.ts';
import { networkMessages, offlineMessages } from '../../src/contract/messages/page.ts';
import { type FakeBrowser, ok, openBrowser, refused } from '../stores/fake-browser.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});

test('a GET body becomes a query with repeated keys, and empty values are left out', async () => {
  browser.says('product.list', () => ({ ...ok, products: [], count: 0, facets: { types: {}, sizes: {} } }));
  await call('product.list', { subCategory: ['Hoodie', 'Co-ord Sets'], minPrice: 0, search: 'chai & co' });
  expect(browser.asked[0]?.query.toString()).toBe(
    'subCategory=Hoodie&subCategory=Co-ord+Sets&minPrice=0&search=chai+%26+co',
  );
});

test('token and idempotency key are sent as headers, the body as JSON', async () => {
  browser.says('cart.add', () => ok);
  await call(
    'cart.add',
    { itemId: 'warp-hoodie', size: 'M' },
    { token: 't0ken', idempotencyKey: 'key-0123456789abcdef' },
  );
  expect(browser.asked[0]).toMatchObject({
    body: { itemId: 'warp-hoodie', size: 'M' },
    token: 't0ken',
    key: 'key-0123456789abcdef',
  });
});

test('a call without a body sends an empty object and no session headers', async () => {
  browser.says('cart.get', () => ({ ...ok, cartData: {} }));
  await call('cart.get', undefined);
  expect(browser.asked[0]).toMatchObject({ body: {}, token: null, key: null });
});

test('a refusal is returned as the server sent it', async () => {
  browser.says('cart.add', () => refused('invalid', 'size: must be a size, such as M'));
  expect(await call('cart.add', { itemId: 'a', size: '?' })).toEqual(
    refused('invalid', 'size: must be a size, such as M'),
  );
});

test('without a network the answer says so and nothing is thrown', async () => {
  browser.network.isUp = false;
  expect(await call('cart.get', undefined)).toEqual({
    success: false,
    code: 'network',
    message: networkMessages.failed,
  });
});

test('a browser that knows that it is offline reports that instead', async () => {
  browser.network.isUp = false;
  vi.stubGlobal('navigator', { onLine: false });
  expect(await call('cart.get', undefined)).toMatchObject({
    code: 'network',
    message: offlineMessages.offline,
  });
});

test.each([
  ['a page of HTML', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['an empty answer', () => new Response(null, { status: 200 })],
  ['JSON without the fields of an answer', () => Response.json(['hello'])],
  ['a success with an error status', () => Response.json({ success: true }, { status: 500 })],
  ['a failure without a message', () => Response.json({ success: false })],
  ['a failure with an empty message', () => Response.json({ success: false, message: '' })],
  ['a failure whose message is no text', () => Response.json({ success: false, message: { en: 'No' } })],
])('%s counts as no answer', async (_what, answer) => {
  browser.says('cart.get', answer);
  expect(await call('cart.get', undefined)).toMatchObject({ success: false, code: 'network' });
});

test.each([
  [200, {}],
  [400, {}],
  [500, { code: 7 }],
])(
  'a refusal with a message but without a code of the shop returns its message: %i %j',
  async (status, more) => {
    const message = 'Sizes are being counted. Please come back at six.';
    browser.says('cart.get', () => Response.json({ success: false, message, ...more }, { status }));
    // The result of the call is unknown: its caller treats it as a lost reply.
    expect(await call('cart.get', undefined)).toEqual({ success: false, code: 'failed', message });
  },
);

test('a call that its caller aborts has no answer', async () => {
  const caller = new AbortController();
  browser.says('cart.get', () => {
    caller.abort();
    return { ...ok, cartData: {} };
  });
  expect(await call('cart.get', undefined, { signal: caller.signal })).toMatchObject({ code: 'network' });
});

test('a call times out', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  browser.says('cart.get', () => ({ ...ok, cartData: {} }));
  expect(await call('cart.get', undefined, { timeoutMs: 1_234 })).toMatchObject({ code: 'network' });
  await call('cart.get', undefined);
  expect(timeout.mock.calls).toEqual([[1_234], [10_000]]);
});

test('an error of the calling code is thrown', async () => {
  await expect(call('cart.get', undefined, { token: 'no\nheader' })).rejects.toThrow(TypeError);
});
