import { beforeEach, expect, test } from 'vitest';
import { limitKey, vitalsKey } from '../../netlify/storage/keys.ts';
import { vitalsSample } from '../../src/integrations/web-vitals.ts';
import { routes } from '../../src/contract/routes.ts';
import { weekOf } from '../../src/domain/vitals-report.ts';
import { bucketOf } from '../../src/domain/web-vitals.ts';
import { owner, packer, signUp, useStaff } from '../support/desk.ts';
import { connect, flush } from '../support/redis.ts';
import { call, roundTrips } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const key = () => vitalsKey(weekOf(Date.now()));
const view = (lcp: number, page = 'product') => ({ page, buckets: { LCP: bucketOf('LCP', lcp), CLS: 0 } });

beforeEach(flush);

test('a page view is counted by week, page, metric and bucket, for 13 weeks, in one round trip', async () => {
  await call('vitals', { body: view(900) });
  expect(await roundTrips(() => call('vitals', { body: view(900) }))).toBe(1);
  expect(await redis.hgetall(key())).toEqual(['product:LCP:11', '2', 'product:CLS:0', '2']);
  const lifetime = await redis.ttl(key());
  expect(lifetime).toBeGreaterThan(13 * 7 * 86_400 - 60);
  expect(lifetime).toBeLessThanOrEqual(13 * 7 * 86_400);
});

test('nothing about the sender is stored except the counter of its limit, which expires within minutes', async () => {
  await call('vitals', { body: { ...view(900), email: 'asha@example.com' }, ip: '192.0.2.77' });
  const names = await redis.keys('*');
  const kept = names.filter((name) => !name.startsWith('limit:vitals:') && name !== 'person-hash-keys');
  expect(kept).toEqual([key()]);
  expect(JSON.stringify(await redis.hgetall(key()))).not.toMatch(/asha|192\.0\.2/);
});

test.each([
  ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 400],
  ['an unknown page', { body: { page: '/secret', buckets: {} } }, 400],
  ['a bucket that does not exist', { body: { page: 'home', buckets: { LCP: 99 } } }, 400],
  ['half a bucket', { body: { page: 'home', buckets: { CLS: 0.5 } } }, 400],
  ['a preview', { deploy: { published: false } }, 403],
])('%s counts nothing', async (_who, options, status) => {
  expect((await call('vitals', { body: view(900), ...options })).status).toBe(status);
  expect(await redis.exists(key())).toBe(0);
});

test('one network cannot fill the counts', async () => {
  const { limit } = routes.vitals.limits[0];
  await call('vitals', { body: view(900) });
  await redis.set(limitKey('vitals', 'address', '192.0.2.1'), limit, { px: 60_000 });
  expect((await call('vitals', { body: view(900) })).status).toBe(429);
  expect((await call('vitals', { body: view(900), ip: '192.0.2.9' })).status).toBe(200);
});

test('the owner reads the 75th percentile of each page and of all; a packer does not', async () => {
  useStaff();
  for (const lcp of [900, 900, 900, 9_000]) await call('vitals', { body: view(lcp) });
  await call('vitals', { body: view(3_200, 'home') });
  const { browser } = await signUp(owner);
  const { body } = await browser.call('vitals.read');
  const ofLcp = body.figures.filter(({ vital }) => vital === 'LCP');
  expect(ofLcp).toEqual([
    { week: weekOf(Date.now()), vital: 'LCP', page: 'home', views: 1, value: 3_375, isOver: false },
    { week: weekOf(Date.now()), vital: 'LCP', page: 'product', views: 4, value: 1_000, isOver: false },
    { week: weekOf(Date.now()), vital: 'LCP', page: 'all', views: 5, value: 3_375, isOver: false },
  ]);
  const { browser: other } = await signUp(packer);
  expect((await other.call('vitals.read')).status).toBe(403);
});

test.each([
  ['', 10],
  ['0', 0],
  ['1', 1],
])('with WEB_VITALS_SAMPLE "%s" a build measures one page view in %d', (setting, sample) => {
  expect(vitalsSample(setting)).toBe(sample);
});

test('an invalid WEB_VITALS_SAMPLE stops the build', () => {
  expect(() => vitalsSample('off')).toThrow('WEB_VITALS_SAMPLE must be a whole number');
});
