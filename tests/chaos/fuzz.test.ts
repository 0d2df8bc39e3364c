import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Caller, attackCheckBy, fits, answerCheckBy } from './fuzz/assertions.ts';
import { functionHeader } from './faults/hosts.ts';
import { NoAnswer, openConnection, type WireAnswer, type WireRequest } from './fuzz/raw-http.ts';
import { readOptions, readWhole } from './options.ts';
import type { ApiDescription } from '../../scripts/openapi/document.ts';

const description = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as ApiDescription;
const checkAnswer = attackCheckBy(description);
const own = `canary${'a'.repeat(16)}`;
const others = `canary${'b'.repeat(16)}`;
const caller: Caller = { call: 'order.pay', canary: own, token: 'good' };

const get = (target: string, token?: string): WireRequest => ({
  method: 'GET',
  target,
  headers: token === undefined ? [] : [['token', token]],
  body: null,
});

const answer = (status: number, body: string, headers: [string, string][] = []): WireAnswer => ({
  status,
  headers: [[functionHeader, '1'], ['content-type', 'application/json'], ...headers],
  body,
  ms: 1,
});

const aimsMissed = (request: WireRequest, given: WireAnswer, who = caller) =>
  checkAnswer(request, given, who).map(({ aim }) => aim);

test('an answer that holds another one’s text is a leak, with one’s own it is none', () => {
  const request = get('/api/user/profile', 'good');
  expect(aimsMissed(request, answer(400, `{"message":"${others}"}`))).toContain('others');
  expect(aimsMissed(request, answer(400, '{}', [['location', `/${others}`]]))).toContain('others');
  expect(aimsMissed(request, answer(400, `{"message":"${own}"}`))).not.toContain('others');
});

test('what needs a session is done for nobody without a session of their own that stands', () => {
  const profile = (token?: string, who = caller) =>
    aimsMissed(get('/api/user/profile', token), answer(200, '{}'), who);
  expect(profile('good')).not.toContain('session');
  expect(profile()).toContain('session');
  expect(profile('forged')).toContain('session');
  expect(profile('good', { ...caller, token: null })).toContain('session');
  expect(aimsMissed(get('/api/health'), answer(200, '{}'))).not.toContain('session');
  // To an address that nobody describes, made from a call that needs one.
  expect(aimsMissed(get('/api/order//pay'), answer(200, '{}'))).toContain('session');
});

test('only what no function has answered may be without a description', () => {
  const request = get('/api/user/profile', 'good');

  for (const refused of [400, 408, 413, 414, 431]) {
    const bare = { ...answer(refused, ''), headers: [] };
    expect(aimsMissed(request, bare)).toEqual([]);
    expect(aimsMissed(request, { ...bare, body: '<h1>Oops</h1>' })).toContain('description');
    expect(aimsMissed(request, { ...bare, headers: [[functionHeader, '1']] })).toContain('description');
  }
  expect(aimsMissed(get('/nowhere'), { ...answer(404, 'a page'), headers: [] })).toEqual([]);
  expect(aimsMissed(request, { ...answer(404, 'a page'), headers: [] })).toContain('description');
  expect(aimsMissed(request, answer(500, ''))).toContain('status');
});

test('a body is held against the schema that is described for it', () => {
  const pointer = '/paths/~1api~1payment~1methods/get/responses/200/content/application~1json/schema';
  expect(fits(description, pointer, { success: true, methods: ['cod'] })).toBeNull();
  expect(fits(description, pointer, { methods: [] })).toContain('success');
  expect(answerCheckBy(description)(get('/api/payment/methods'), answer(200, '{}')).join()).toContain(
    'does not fit',
  );
});

/** @param then what becomes of the second request on a connection; the first has an answer */
async function server(then: (socket: Socket) => void): Promise<{ port: number; heard: () => number }> {
  let heard = 0;
  const all = new Set<Socket>();
  const listening = createServer((socket) => {
    all.add(socket);
    let onThis = 0;
    socket.on('error', () => {});
    socket.on('data', () => {
      heard += 1;
      onThis += 1;
      if (onThis === 2) then(socket);
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => {
    for (const socket of all) socket.destroy();
    listening.close();
  });
  return { port: (listening.address() as AddressInfo).port, heard: () => heard };
}

test('a request is sent again where a kept connection was closed unheard, and for no other reason', async () => {
  const closed = [
    (socket: Socket) => void socket.destroy(),
    (socket: Socket) => void socket.end('HTTP/1.1 100 Continue\r\n\r\n'),
  ];
  for (const close of closed) {
    const closing = await server(close);
    const first = openConnection(closing.port, 5_000);
    await first.send(get('/'));
    expect((await first.send(get('/'))).status).toBe(200);
    expect(closing.heard()).toBe(3);
    first.close();
  }

  const breaking = await server((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'));
  const second = openConnection(breaking.port, 5_000);
  await second.send(get('/'));
  await expect(second.send(get('/'))).rejects.toThrow(NoAnswer);
  expect(breaking.heard()).toBe(2);

  const silent = await server(() => {});
  const third = openConnection(silent.port, 200);
  await third.send(get('/'));
  await expect(third.send(get('/'))).rejects.toThrow('no answer within 0.2 s');
  expect(silent.heard()).toBe(2);
});

test('a number that is none is refused in one sentence', () => {
  expect(readWhole('requests', '100', 1, 1_000)).toBe(100);
  for (const text of ['abc', '', '0', '1e3', '1.5', '-1', '1001']) {
    expect(() => readWhole('requests', text, 1, 1_000)).toThrow(
      '--requests must be a whole number from 1 to 1000.',
    );
  }
  expect(readOptions({ seed: { type: 'string' } }, ['--seed', '7'])).toEqual({ seed: '7' });
  expect(() => readOptions({ seed: { type: 'string' } }, ['--sed', '7'])).toThrow('there are --seed.');
  expect(() => readOptions({}, ['--seed'])).toThrow('there are no options');
});
