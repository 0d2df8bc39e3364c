import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attack, type Attack } from '../../scripts/chaos/fuzz/attack.ts';
import type { ApiDescription } from '../../scripts/openapi/describe.ts';
import { flush } from '../support/redis.ts';

/** A small part of `npm run chaos -- fuzz`, always the same. */
const description = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as ApiDescription;
let found: Attack;

beforeAll(async () => {
  found = await attack(description, 'fuzz-test', { seed: 8, requests: 3_000, attackers: 8 });
}, 120_000);
afterAll(flush);

test('three thousand hostile requests find nothing', () => {
  expect(found.outcome.sent).toBeGreaterThanOrEqual(3_000);
  expect(found.outcome.findings).toEqual([]);
});

test('afterwards the shop lives, has logged nothing, and bystanders, stock and orders are as they were', () => {
  expect(found.aftermath).toEqual([]);
});

test('the requests come further than the doors: every call is carried out at least once', () => {
  const { statuses } = found.outcome;
  const never = Object.values(description.paths)
    .flatMap((item) => Object.values(item))
    .filter(({ operationId, responses }) => {
      const seen = statuses.get(operationId);
      return !Object.keys(responses).some((status) => Number(status) < 400 && seen?.has(Number(status)));
    });
  // A credential, a mailed link or money that nobody here has.
  expect(never.map(({ operationId }) => operationId).filter((name) => !beyondReach.includes(name))).toEqual(
    [],
  );
});

const beyondReach = [
  ...['user.google', 'user.reset', 'user.confirm-email', 'newsletter.confirm', 'discount.check'],
  ...['order.verifyRazorpay', 'order.invoice'],
];
