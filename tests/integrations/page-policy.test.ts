import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withOwnHashes } from '../../src/integrations/page-policy.ts';
import { pageOf, partsOf } from './page.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const of = (policy: string, body: string) =>
  partsOf(withOwnHashes(pageOf(`<meta http-equiv="content-security-policy" content="${policy}">`, body)))
    .head;

test('A page allows the inline styles and scripts that stand in it, and no others', () => {
  const head = of(
    "default-src 'self'; script-src 'self' 'sha256-AAA='; style-src 'self' 'sha256-BBB=';",
    '<style>a{}</style><script>one()</script><script type="module" src="/x.js"></script><script type="application/json">{}</script>',
  );
  expect(head).toContain(
    `content="default-src 'self'; script-src 'self' ${hash('one()')}; style-src 'self' ${hash('a{}')};`,
  );
});

test('If all inline styles are allowed, no hash takes that back', () => {
  const head = of("script-src https://pay.example; style-src 'self' 'unsafe-inline'", '<style>a{}</style>');
  expect(head).toContain(`style-src 'self' 'unsafe-inline'"`);
});

test('What the default allows already is not said again', () => {
  const head = of("default-src 'self';connect-src 'self';font-src 'self'; script-src https:;", '');
  expect(head).toContain(`content="default-src 'self'; script-src https:;"`);
  expect(of("connect-src 'self' https://pay.example; script-src https:;", '')).toContain('connect-src');
});

test('A page without a policy stays as it is', () => {
  expect(partsOf(withOwnHashes(pageOf('<style>a{}</style>'))).head).toBe('<style>a{}</style>');
});

test('If only the shop’s scripts run, texts become markup by one policy alone', () => {
  expect(of("script-src 'self';", '')).toContain("; require-trusted-types-for 'script'; trusted-types shop;");
  expect(of("script-src 'self' https://pay.example;", '')).not.toContain('trusted-types');
});
