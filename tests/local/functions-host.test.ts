import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  bundleFunctions,
  type FunctionHost,
  type FunctionModule,
  hostFunctions,
} from '../../local/functions/functions-host.ts';
import { compileRules } from '../../local/site/netlify-rules.ts';
import { openImages } from '../../local/images.ts';
import { composeShop, openServer, type OpenServer } from '../../local/shop.ts';
import { openSite } from '../../local/site/static-site.ts';
import { eventually } from '../support/eventually.ts';

// Inside the project, because the bundle's packages resolve from there.
const output = resolve('.cache/functions/test');
let host: FunctionHost;
let server: OpenServer;
let shop: string;

beforeAll(async () => {
  host = hostFunctions(await bundleFunctions(resolve('tests/fixtures/functions'), output));
  const rules = compileRules([], []);
  const images = openImages({ sources: [], cacheFolder: output });
  server = await openServer(
    composeShop({ functions: host, images, site: openSite(output, rules), rules }),
    0,
  );
  shop = `http://localhost:${server.port}`;
});

afterAll(async () => {
  await server.close();
  await host.stop();
  await rm(output, { recursive: true, force: true });
});

const module = (config: FunctionModule['config']): FunctionModule => ({
  default: () => new Response('here'),
  ...(config && { config }),
});

const matches = (config: FunctionModule['config'], path: string, method = 'GET'): boolean =>
  hostFunctions(new Map([['it', module(config)]])).match(new Request(`http://shop${path}`, { method })) !==
  undefined;

test('a function gets the request, its parameters and the client address', async () => {
  const response = await fetch(`${shop}/api/echo/42?x=1`, {
    method: 'POST',
    body: '₹',
    headers: { 'x-nf-client-connection-ip': '6.6.6.6' },
  });
  const answer = (await response.json()) as { ip: string; header: string };
  expect(answer).toMatchObject({ method: 'POST', body: '₹', params: { id: '42' } });
  expect(answer.ip).toMatch(/^(?:127\.0\.0\.1|::1)$/);
  expect(answer.header).toBe(answer.ip);
});

test('a trusted proxy sets the client address', async () => {
  vi.stubEnv('SHOP_TRUST_PROXY', '1');
  const response = await fetch(`${shop}/api/echo`, { headers: { 'x-nf-client-connection-ip': '6.6.6.6' } });
  expect(await response.json()).toMatchObject({ ip: '6.6.6.6', header: '6.6.6.6' });
});

test('a wildcard matches the rest of the path', async () => {
  expect(await (await fetch(`${shop}/api/files/a/b.txt`)).json()).toMatchObject({ params: { 0: 'a/b.txt' } });
});

test('a function that throws answers 500 without the reason, which is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = await fetch(`${shop}/api/broken`);
  const body = await response.text();
  expect(response.status).toBe(500);
  expect(JSON.parse(body)).toEqual({ success: false, message: expect.any(String) });
  expect(body).not.toContain('secret');
  expect(log.mock.calls.flat().join(' ')).toContain('the secret inside');
});

test('a function answers only its own methods', async () => {
  expect((await fetch(`${shop}/api/only-post`, { method: 'POST' })).status).toBe(200);
  expect((await fetch(`${shop}/api/only-post`)).status).toBe(404);
});

test("a function without a path answers at Netlify's own address, and its waitUntil work may fail", async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await (await fetch(`${shop}/.netlify/functions/plain`)).text()).toBe('plain');
  await eventually(() => expect(log.mock.calls.flat().join(' ')).toContain('left behind'));
});

test('a scheduled function runs by its cron expression until the shop closes', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:30Z') });
  const beats: string[] = [];
  vi.stubGlobal('beats', beats);
  host.startSchedules(shop);
  await vi.advanceTimersByTimeAsync(61_000);
  await host.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  vi.useRealTimers();
  expect(beats).toEqual(['2026-11-20T10:02:00.000Z']);
});

test.each([
  [{ path: '/api/cart/*' }, '/api/cart/add', true],
  [{ path: '/api/cart/*' }, '/api/cart', false],
  [{ path: '/api/cart' }, '/api/cart/', true],
  [{ path: '/api/cart' }, '/api/carts', false],
  [{ path: '/api/:noun/list' }, '/api/product/list', true],
  [{ schedule: '@daily' }, '/it', false],
  [undefined, '/.netlify/functions/it', true],
] as const)('with the config %j, %s matches: %s', (config, path, expected) => {
  expect(matches(config as FunctionModule['config'], path)).toBe(expected);
});

test('a taken port is named, with the remedy', async () => {
  const taken = openServer(() => Promise.resolve(new Response()), server.port);
  await expect(taken).rejects.toThrow(
    `Port ${server.port} is taken; stop what uses it, or set PORT to another number.`,
  );
});
