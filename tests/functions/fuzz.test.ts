import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attack, type Attack, neverCarriedOut } from '../chaos/fuzz/attacker.ts';
import type { ApiDescription } from '../../scripts/openapi/document.ts';
import { flush } from '../support/redis.ts';

/** A small part of `npm run chaos -- fuzz`, always the same. */
const description = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as ApiDescription;
let found: Attack;

/** Some twenty seconds on a free machine. What went on after a timeout would write into the next file's database. */
const TIMEOUT_MS = 400_000;

beforeAll(async () => {
  found = await attack(description, { seed: 9, requests: 3_000, attackers: 8 });
}, TIMEOUT_MS);
afterAll(flush);

test('three thousand hostile requests find nothing', () => {
  expect(found.outcome.hostile).toBeGreaterThanOrEqual(3_000);
  expect(found.outcome.findings).toEqual([]);
});

test('afterwards the shop lives, has logged nothing, and bystanders, stock and orders are as they were', () => {
  expect(found.aftermath).toEqual([]);
});

test('the requests come further than the doors: every call is carried out at least once', () => {
  expect(neverCarriedOut(description, found.outcome)).toEqual([]);
});
