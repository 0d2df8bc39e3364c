import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Caller, checkBy, schemaCheckBy } from './fuzz/assertions.ts';
import { functionHeader } from './faults/hosts.ts';
import type { WireAnswer, WireRequest } from './fuzz/raw-http.ts';
import { readOptions, readWhole } from '../support/long-runs/part.ts';
import type { ApiDescription } from '../../scripts/openapi/document.ts';

const description = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as ApiDescription;
const checkAnswer = checkBy(description);
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

test('an answer with another person’s text is a leak, with the sender’s own it is not', () => {
  const request = get('/api/user/profile', 'good');
  expect(aimsMissed(request, answer(400, `{"message":"${others}"}`))).toContain('others');
  expect(aimsMissed(request, answer(400, '{}', [['location', `/${others}`]]))).toContain('others');
  expect(aimsMissed(request, answer(400, `{"message":"${own}"}`))).not.toContain('others');
});

test('a call that needs a session is never carried out without a valid session of the sender', () => {
  const profile = (token?: string, who = caller) =>
    aimsMissed(get('/api/user/profile', token), answer(200, '{}'), who);
  expect(profile('good')).not.toContain('session');
  expect(profile()).toContain('session');
  expect(profile('forged')).toContain('session');
  expect(profile('good', { ...caller, token: null })).toContain('session');
  expect(aimsMissed(get('/api/health'), answer(200, '{}'))).not.toContain('session');
  // An address outside the description, generated from a call that needs a session.
  expect(aimsMissed(get('/api/order//pay'), answer(200, '{}'))).toContain('session');
});

test('only an answer from outside the functions may lack a description', () => {
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

test('a body must fit its schema in the description', () => {
  const pointer = '/paths/~1api~1payment~1methods/get/responses/200/content/application~1json/schema';
  const fits = schemaCheckBy(description);
  expect(fits(pointer, { success: true, methods: ['cod'] })).toBeNull();
  expect(fits(pointer, { methods: [] })).toContain('success');
  const problems = checkAnswer(get('/api/payment/methods'), answer(200, '{}'));
  expect(problems.map(({ text }) => text).join()).toContain('does not fit');
});

test('an invalid number or option is refused in one sentence', () => {
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
