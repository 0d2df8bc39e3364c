import process from 'node:process';
import { beforeEach, expect, test, vi } from 'vitest';
import { noteReconciliation } from '../../netlify/storage/job-runs.ts';
import { cartKey } from '../../netlify/storage/keys.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { routeNames as names, routes, rulesOf } from '../../src/contract/routes.ts';
import { callBodies as bodies } from '../support/call-bodies.ts';
import { connect, flush } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import {
  address,
  call,
  cap,
  hoodie,
  newKey,
  newShopper,
  place,
  respond,
  functionsByNoun,
  stockOf,
  stopRedis,
} from '../support/shop-calls.ts';

beforeEach(flush);

test('every route of the contract is under the path of its function', () => {
  const paths = Object.values(functionsByNoun).map(({ config }) => config.path.replace('*', ''));
  for (const name of names) expect(paths.some((path) => routes[name].path.startsWith(path))).toBe(true);
});

test.each(names)('%s answers a wrong method with the allowed one', async (name) => {
  const { path } = routes[name];
  const right: string[] = names
    .filter((other) => routes[other].path === path)
    .map((other) => routes[other].method);
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  for (const wrong of methods.filter((method) => !right.includes(method))) {
    const response = await respond(path, { method: wrong });
    const answer = { status: response.status, body: (await response.json()) as object };
    expectRefused(answer, 405, 'method-not-allowed', requestMessages.method);
    expect(response.headers.get('allow')).toBe(right.join(', ').replace('GET', 'GET, HEAD'));
  }
});

test.each([
  '/api/cart/',
  '/api/cart/empty',
  '/api/cart/add/more',
  '/api/user/Login',
  '/api/product/list%00',
  '/api/health/x',
])('an unknown address gets a JSON answer: %s', async (path) => {
  const response = await respond(path, {});
  const refusal = { success: false, code: 'not-found', message: requestMessages.notFound };
  expect([response.status, await response.json()]).toEqual([404, refusal]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('a trailing slash is ignored', async () => {
  expect((await respond('/api/health/', { method: 'GET' })).status).toBe(200);
});

test('HEAD answers as GET does, without a body', async () => {
  const response = await respond('/api/product/list', { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test.each(['product.list', 'product.stock'] as const)(
  '%s can be cached by the CDN for half a minute, by its query',
  async (name) => {
    const { headers } = await call(name, { query: `?id=${cap.id}` });
    const cdn = 'public, durable, max-age=30, stale-while-revalidate=60';
    expect(headers.get('netlify-cdn-cache-control')).toBe(cdn);
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(headers.get('netlify-vary')).toMatch(/^query=(?:\w+\|)*id$/);
    expect(headers.get('netlify-cache-tag')).toMatch(/^\w+$/);
  },
);

test('an answer that depends on a token is never cached', async () => {
  const { token } = await newShopper();
  for (const name of [
    'cart.get',
    'order.userorders',
    'user.profile',
    'user.export',
    'address.user',
    'notification.user',
    'user.register',
    'user.login',
    'product.list',
  ] as const) {
    const { status, headers } = await call(name, { token, body: bodies[name] });
    const caches = ['cache-control', 'netlify-cdn-cache-control'].map((header) => headers.get(header));
    expect([name, status, caches]).toEqual([name, 200, ['private, no-store', null]]);
  }
});

test('the CDN does not cache an error of a public call', async () => {
  const { status, headers } = await call('product.list', { query: '?sort=random' });
  expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
  expect(headers.get('netlify-cdn-cache-control')).toBeNull();
});

test('every answer is JSON, cannot be sniffed as another type, and is for this site only', async () => {
  const origin = { origin: 'https://evil.example' };
  const answers = [
    await call('product.list', { headers: origin }),
    await call('cart.get', { headers: origin }),
    await call('cart.get', { headers: origin, method: 'OPTIONS' }),
  ];
  for (const { headers } of answers) {
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

const onlyPublished = names.filter((name) => rulesOf(name).onlyPublished);

/** The context that Netlify passes to a preview and to an old deploy, and none at all. */
const otherDeploys = [
  { context: 'deploy-preview', id: '6687d9b19999510008fe2a1f', published: false },
  { context: 'production', id: '5d4aeac2ccabf517d2f219b8', published: false },
  {},
];

test.each(onlyPublished)('%s is refused on every deploy except the published one', async (name) => {
  vi.stubEnv('SITE_URL', 'https://shop.example');
  const { token } = await newShopper();
  for (const deploy of otherDeploys) {
    const forged = {
      'x-nf-deploy-published': '1',
      'x-nf-deploy-context': 'production',
      host: 'shop.example',
    };
    const options = { token, key: newKey(), body: bodies[name], headers: forged, deploy };
    const answer = await call(name, options);
    expectRefused(answer, 403, 'not-open', requestMessages.notPublished('https://shop.example'));
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect(await stockOf(hoodie.id, 'M')).toBeNull();
  const published = await call(name, { token, key: newKey(), body: bodies[name] });
  expect(published.body.code).not.toBe('not-open');
});

test('calls that neither sell nor pay answer on a preview', async () => {
  const { token } = await newShopper();
  for (const name of names.filter((other) => !onlyPublished.includes(other))) {
    const { body } = await call(name, { token, body: bodies[name], deploy: { published: false } });
    expect(body.code, name).not.toBe('not-open');
  }
});

test('the shop is healthy when Redis answers', async () => {
  vi.stubEnv('SITE_URL', 'https://shop.example');
  vi.stubEnv('AWS_REGION', 'ap-south-1');
  vi.stubEnv('RAZORPAY_KEY_ID', 'rzp_live_abc');
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_abc');
  await noteReconciliation(1_795_000_000_000);
  const { status, body, headers } = await call('health');
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      published: true,
      runtime: process.versions.node,
      region: 'ap-south-1',
      redisMs: expect.any(Number),
      sweptAt: 1_795_000_000_000,
      siteUrl: 'https://shop.example',
      keys: { razorpay: 'live', stripe: 'test' },
    },
  ]);
  expect(JSON.stringify(body)).not.toContain('abc');
  expect(headers.get('cache-control')).toContain('no-store');
});

test('a preview reports that it is not the published deploy', async () => {
  expect((await call('health', { deploy: { published: false } })).body).toMatchObject({ published: false });
});

test.each(['18.20.8', '20.20.2', '22.12.0', '24.6.0'])(
  'functions on Node %s fail with an instruction in one sentence',
  async (version) => {
    const { versions } = process;
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...versions, node: version });
    const { status, body } = await call('health');
    expect([status, body.message]).toEqual([503, requestMessages.oldRuntime(version, 24)]);
  },
);

/** The available payment and login methods are known without a request. */
const needRedis = names.filter((name) => !['payment.methods', 'user.options'].includes(name));

test.each(needRedis)('%s says that the shop cannot be reached when Redis is down', async (name) => {
  const keys = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'STRIPE_SECRET_KEY', 'GOOGLE_CLIENT_ID'];
  for (const key of keys) vi.stubEnv(key, 'a-key');
  const { token } = await newShopper();
  stopRedis();
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const query = name === 'product.stock' ? `?id=${cap.id}` : '';
  const answer = await call(name, { token, key: newKey(), body: bodies[name], query });
  expectRefused(answer, 503, 'unavailable', requestMessages.unavailable);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(log).toHaveBeenCalledOnce();
  const line = { level: 'error', route: name, code: 'unavailable' };
  expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject(line);
});

test('an unexpected error is logged once without personal data and answered without detail', async () => {
  const { token, session } = await newShopper();
  await connect().set(cartKey(session.userId), 'not a cart');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  expectRefused(await place(token, bodies['order.place']), 500, 'failed', requestMessages.failed);
  expect(await stockOf(hoodie.id, 'M')).toBeNull();
  expect(log).toHaveBeenCalledOnce();
  const line = String(log.mock.calls[0]?.[0]);
  expect(JSON.parse(line)).toMatchObject({ level: 'error', route: 'order.place', code: 'failed' });
  for (const secret of [token, session.userId, address.street, address.phone, address.email])
    expect(line).not.toContain(secret);
});
