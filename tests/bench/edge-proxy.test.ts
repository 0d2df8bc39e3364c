import { once } from 'node:events';
import { type ClientHttp2Stream, connect } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, makeCertificate, openEdgeProxy } from './speed/edge-proxy.ts';

/** A proxy whose answers come when the test says so. */
async function openHeldProxy(words = 'short') {
  const held = new Map<string, (answer: Answer) => void>();
  const proxy = await openEdgeProxy(await makeCertificate(), ({ path }) => {
    return new Promise((resolve) => held.set(path, resolve));
  });
  const client = connect(proxy.origin, { rejectUnauthorized: false });
  onTestFinished(async () => {
    client.close();
    await proxy.close();
  });
  const ended: string[] = [];
  const ask = (path: string, headers = {}): ClientHttp2Stream => {
    const stream = client.request({ ':path': path, ...headers });
    stream.resume().once('end', () => ended.push(path));
    return stream;
  };
  const isAsked = (path: string) => expect.poll(() => held.has(path)).toBe(true);
  const answer = (path: string) =>
    held.get(path)?.({
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from(words),
    });
  return { proxy, client, ask, isAsked, answer, ended };
}

test('files are sent in the order of their requests, however late one of them is ready', async () => {
  const { ask, isAsked, answer, ended } = await openHeldProxy();
  const [picture, font] = [ask('/picture'), ask('/font')];
  await isAsked('/picture');
  await isAsked('/font');
  answer('/font');
  answer('/picture');
  await Promise.all([picture, font].map((stream) => once(stream, 'close')));
  expect(ended).toEqual(['/picture', '/font']);
});

test('an urgent file overtakes those that wait, not the one that is being sent', async () => {
  const { ask, isAsked, answer, ended } = await openHeldProxy();
  const streams = [ask('/first'), ask('/ahead', { priority: 'u=4, i' }), ask('/code', { priority: 'u=1' })];
  for (const path of ['/first', '/ahead', '/code']) await isAsked(path);
  for (const path of ['/ahead', '/code', '/first']) answer(path);
  await Promise.all(streams.map((stream) => once(stream, 'close')));
  expect(ended).toEqual(['/first', '/code', '/ahead']);
});

test('a call that the shop still works on holds up no file', async () => {
  const { ask, isAsked, answer, ended } = await openHeldProxy();
  const call = ask('/api/cart/get');
  await isAsked('/api/cart/get');
  const font = ask('/font');
  await isAsked('/font');
  answer('/font');
  await once(font, 'close');
  expect(ended).toEqual(['/font']);
  answer('/api/cart/get');
  await once(call, 'close');
  expect(ended).toEqual(['/font', '/api/cart/get']);
});

test('text that the shop left plain is compressed, and every request is noted once', async () => {
  const { proxy, client, isAsked, answer } = await openHeldProxy('warp and weft '.repeat(100));
  const headers = { ':path': '/words', 'accept-encoding': 'br', 'sec-purpose': 'prefetch' };
  const stream = client.request(headers);
  const responded = once(stream, 'response');
  await isAsked('/words');
  answer('/words');
  expect((await responded)[0]).toMatchObject({ ':status': 200, 'content-encoding': 'br' });
  const sent = await buffer(stream);
  expect(proxy.takeSeen()).toEqual([
    { path: '/words', purpose: 'prefetch', type: 'text/plain', bytes: sent.byteLength },
  ]);
  expect(proxy.takeSeen()).toEqual([]);
});
