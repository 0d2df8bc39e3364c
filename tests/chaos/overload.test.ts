import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { environmentWithoutSettings } from '../support/own-shop.ts';
import { attacksOf, type Flood } from './overload/attackers.ts';

const flood = (name: Flood['name'], answers: Record<string, number>): Flood => ({
  name,
  answers,
  withoutRetryAfter: 0,
  unanswered: 0,
  seconds: 10,
});

test('a flood is stopped if it reaches its limit and passes no more, over all rounds', () => {
  const stopped = (...rounds: Record<string, number>[]) =>
    attacksOf(rounds.map((answers) => flood('log in, an email each', answers)))[0]?.isStopped;
  expect(stopped({ 401: 300, 429: 1 })).toBe(true);
  expect(stopped({ 401: 300, 429: 900 }, { 429: 1_000 })).toBe(true);
  expect(stopped({ 401: 250 })).toBe(false);
  expect(stopped({ 401: 300, 429: 900 }, { 401: 1, 429: 1_000 })).toBe(false);
  expect(attacksOf([flood('order', { 200: 51, 429: 9 })])[0]?.isStopped).toBe(false);
});

test('a shop under attack or measurement gets no setting of a real database, mail server or provider', async () => {
  const outside = [...readFileSync('.env.example', 'utf8').matchAll(/^(\w+)=/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(outside).toEqual(
    expect.arrayContaining(['UPSTASH_REDIS_REST_URL', 'SMTP_URL', 'RAZORPAY_KEY_ID', 'STRIPE_SECRET_KEY']),
  );
  for (const name of outside) vi.stubEnv(name, 'https://real.example');
  vi.stubEnv('SOMETHING_ELSE', 'kept');
  const environment = await environmentWithoutSettings();
  expect(Object.keys(environment).filter((name) => outside.includes(name))).toEqual([]);
  expect(environment['SOMETHING_ELSE']).toBe('kept');
  expect(environment['PATH']).toBe(process.env['PATH']);
});
