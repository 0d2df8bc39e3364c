import { expect, test } from 'vitest';
import { newToken, newUserId, readToken } from '../../netlify/identity/tokens.ts';

test('a token contains its account, and its stored hash can be computed', () => {
  const id = newUserId();
  const { token, session } = newToken(id);
  expect(readToken(token)).toEqual(session);
  expect(session.userId).toBe(id);
});

test('the stored hash is not the token', () => {
  const { token, session } = newToken(newUserId());
  expect(session.tokenHash).not.toContain(token);
  expect(token).not.toContain(session.tokenHash);
});

test('two sessions of one account have different tokens', () => {
  const id = newUserId();
  expect(newToken(id).token).not.toBe(newToken(id).token);
});

test.each([
  '',
  'x',
  'null',
  'a'.repeat(63),
  'a'.repeat(65),
  'é'.repeat(64),
  `${'a'.repeat(63)}=`,
  ` ${'a'.repeat(64)}`,
])('a text that cannot be a token is refused: %j', (text) => {
  expect(readToken(text)).toBeNull();
});
