import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagesMatchLockfile } from '../../scripts/setup.mjs';

const lock = {
  '': { name: 'shop' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-another-system': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  'node_modules/for-tests': { version: '1.0.0', integrity: 'sha512-c', dev: true },
};
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'taana-setup-'));
  await mkdir(join(root, 'node_modules'));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: lock }));
});

afterAll(() => rm(root, { recursive: true, force: true }));

const installed = (packages: Record<string, unknown>) =>
  writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));

test('no installation does not match the lockfile', () => {
  expect(packagesMatchLockfile('shop', root)).toBe(false);
});

test('npm’s installation matches, with or without other platforms’ packages', async () => {
  const { 'node_modules/a': a, 'node_modules/for-tests': forTests } = lock;
  await installed({ 'node_modules/a': a, 'node_modules/for-tests': forTests });
  expect(packagesMatchLockfile('everything', root)).toBe(true);
  expect(packagesMatchLockfile('shop', root)).toBe(true);
});

test('the shop opens without development packages, but the tests need them', async () => {
  await installed({ 'node_modules/a': lock['node_modules/a'] });
  expect(packagesMatchLockfile('shop', root)).toBe(true);
  expect(packagesMatchLockfile('everything', root)).toBe(false);
});

test.each([
  ['a missing package', {}],
  ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['other content', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } }],
])('%s does not match', async (_title, packages) => {
  await installed(packages);
  expect(packagesMatchLockfile('shop', root)).toBe(false);
});
