import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attack, type Attack, neverCarriedOut } from '../chaos/fuzz/attacker.ts';
import type { ApiDescription } from '../../scripts/openapi/document.ts';
import { flush } from '../support/redis.ts';

/** A small part of `npm run chaos -- fuzz`, the same in every run. */
const description = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as ApiDescription;
let found: Attack;

/** About twenty seconds on an idle machine. Requests that run on after a timeout would write into the next file's database. */
const TIMEOUT_MS = 400_000;

beforeAll(async () => {
  found = await attack(description, { seed: 9, requests: 3_000, attackers: 8 });
}, TIMEOUT_MS);
afterAll(flush);

test('three thousand hostile requests find no defect', () => {
  expect(found.outcome.hostile).toBeGreaterThanOrEqual(3_000);
  expect(found.outcome.findings).toEqual([]);
});

test('afterwards the shop works, has logged nothing, and other shoppers, stock and orders are unchanged', () => {
  expect(found.aftermath).toEqual([]);
});

test('the requests pass validation: every call is carried out at least once', () => {
  expect(neverCarriedOut(description, found.outcome)).toEqual([]);
});
