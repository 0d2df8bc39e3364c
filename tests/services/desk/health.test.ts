import type { RequestListener } from 'node:http';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openLoopbackServer } from '../../../local/loopback-server.ts';
import * as health from '../../../netlify/services/desk/health.ts';
import { checks } from '../../../netlify/services/health/checks.ts';
import { deskHealthMessages as says } from '../../../src/contract/messages/desk-lists-and-shop.ts';
import { owner } from '../../support/desk-orders.ts';
import { flush } from '../../support/redis.ts';

beforeEach(flush);

/** A shop at SITE_URL with these answers. */
async function openShop(answer: RequestListener): Promise<void> {
  const { url, stop } = await openLoopbackServer(answer);
  onTestFinished(stop);
  vi.stubEnv('SITE_URL', url);
}

test('the desk has every check of the command line', async () => {
  const { groups } = await health.list();
  expect(groups.flatMap((group) => group.checks)).toEqual(checks.map(({ name }) => name));
});

test('a check requests the shop at SITE_URL and its own database', async () => {
  await openShop((_request, response) => response.writeHead(503).end('{"message":"It rains."}'));
  expect(await health.look(owner, { check: 'The shop answers' })).toMatchObject({
    finding: { state: 'red', seen: '/api/health: It rains.' },
  });
  expect(await health.look(owner, { check: 'Scripts: JSON' })).toMatchObject({ finding: { state: 'ok' } });
  await expect(health.look(owner, { check: 'constructor' })).rejects.toThrow(says.noCheck);
});

test('a check that takes longer than a function may is red with a message', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: isAsked, resolve } = Promise.withResolvers<void>();
  await openShop(() => resolve());
  const looked = health.look(owner, { check: 'The shop answers' });
  await isAsked;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await looked).toMatchObject({ finding: { state: 'red', seen: says.slow, advice: says.slowAdvice } });
});
