import { beforeEach, expect, test } from 'vitest';
import { packagesMatchLockfile } from '../../scripts/setup.mjs';
import { useFolder } from '../support/folder.ts';

const lock = {
  '': { name: 'shop' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-another-system': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  'node_modules/for-tests': { version: '1.0.0', integrity: 'sha512-c', dev: true },
};
const root = useFolder();
beforeEach(() => root.write('package-lock.json', JSON.stringify({ packages: lock })));

const installed = (packages: Record<string, unknown>) =>
  root.write('node_modules/.package-lock.json', JSON.stringify({ packages }));
const matches = (what: Parameters<typeof packagesMatchLockfile>[0]) => packagesMatchLockfile(what, root.path);

test('no installation does not match the lockfile', () => {
  expect(matches('shop')).toBe(false);
});

test('npm’s installation matches, with or without other platforms’ packages', async () => {
  const { 'node_modules/a': a, 'node_modules/for-tests': forTests } = lock;
  await installed({ 'node_modules/a': a, 'node_modules/for-tests': forTests });
  expect([matches('everything'), matches('shop')]).toEqual([true, true]);
});

test('the shop opens without development packages, but the tests need them', async () => {
  await installed({ 'node_modules/a': lock['node_modules/a'] });
  expect([matches('everything'), matches('shop')]).toEqual([false, true]);
});

test.each([
  ['a missing package', {}],
  ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['other content', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } }],
])('%s does not match', async (_title, packages) => {
  await installed(packages);
  expect(matches('shop')).toBe(false);
});
