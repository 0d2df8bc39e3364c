import { once } from 'node:events';
import { connect } from 'node:http2';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../support/pass-on.ts';
import { makeCertificate, openEdgeProxy } from './speed/edge-proxy.ts';

test('an urgent file overtakes waiting files but not the current one, and no file waits for a function', async () => {
  const held = new Map<string, (answer: Answer) => void>();
  const proxy = await openEdgeProxy(
    await makeCertificate(),
    ({ path }) => new Promise((resolve) => held.set(path, resolve)),
  );
  const client = connect(proxy.origin, { rejectUnauthorized: false });
  onTestFinished(async () => {
    client.close();
    await proxy.close();
  });
  const ended: string[] = [];
  const priorities = { '/api/cart/get': 'u=0', '/first': 'u=3', '/ahead': 'u=4, i', '/code': 'u=1' };
  const streams = Object.entries(priorities).map(([path, priority]) =>
    client
      .request({ ':path': path, priority })
      .resume()
      .once('end', () => ended.push(path)),
  );
  await expect.poll(() => held.size).toBe(streams.length);
  const files = ['/ahead', '/code', '/first'];
  const answer = { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('short') };
  for (const path of files) held.get(path)?.(answer);
  await expect.poll(() => ended.length).toBe(files.length);
  held.get('/api/cart/get')?.(answer);
  await Promise.all(streams.map((stream) => stream.closed || once(stream, 'close')));
  expect(ended).toEqual(['/first', '/code', '/ahead', '/api/cart/get']);
  expect(proxy.takeSeen()).toHaveLength(4);
  expect(proxy.takeSeen()).toEqual([]);
});
