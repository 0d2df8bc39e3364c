import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { listFunctionFiles } from '../../local/functions/functions-host.ts';
import type { ApiDescription } from '../../scripts/openapi/document.ts';
import { describeApi } from '../../scripts/openapi/describe.ts';
import { type RouteName, routes } from '../../src/contract/routes.ts';
import { newsletterPaths } from '../../src/contract/paths.ts';

const kept = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as ApiDescription;
const operations = Object.entries(kept.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

test('docs/openapi.json equals the contract: else run `npm run openapi`', () => {
  expect(kept).toEqual(describeApi());
});

test('it is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(kept) as unknown as Record<string, unknown>)).toEqual(
    { valid: true },
  );
});

test('every call of the table is described, with its method, path and token', () => {
  for (const name of Object.keys(routes) as RouteName[]) {
    const { method, path, auth } = routes[name];
    const found = operations.find(({ operation }) => operation.operationId === name);
    expect(found).toMatchObject({ path, method });
    const session = { session: [] };
    expect(found?.operation.security).toEqual({ none: [], optional: [{}, session], token: [session] }[auth]);
    expect(found?.operation.summary).toMatch(/^\p{Lu}.*[.]$/su);
  }
});

/** Only the desk's own pages may call it; contract/desk is its description, for both sides. */
const desk = '/api/desk/*';

test('every function at its own address is described too, except the desk', async () => {
  const described = operations.map(({ path }) => path.replace(/\{\w+\}/, ':provider'));
  for (const { name } of await listFunctionFiles('netlify/functions')) {
    const module: unknown = await import(`../../netlify/functions/${name}.ts`);
    const { config } = module as { config: { path?: string } };
    if (config.path === undefined || config.path === desk) continue;
    const start = config.path.replace('*', '');
    expect(described.some((path) => path.startsWith(start))).toBe(true);
  }
  expect(described).toContain(newsletterPaths.leave);
});

test('orders are placed with or without a key, and a rate limit says when to retry', () => {
  for (const name of ['order.place', 'order.razorpay', 'order.stripe']) {
    const { operation } = operations.find((each) => each.operation.operationId === name) ?? {};
    expect(operation?.parameters).toMatchObject([{ name: 'Idempotency-Key', required: false }]);
    expect(operation?.responses['429']).toEqual({ $ref: '#/components/responses/TooMany' });
  }
  const givingUp = operations.find(({ operation }) => operation.operationId === 'order.giveUp')?.operation;
  expect(givingUp?.parameters).toMatchObject([{ name: 'Idempotency-Key', required: true }]);
  expect(kept.components.responses['TooMany']?.headers).toHaveProperty('Retry-After');
});
