import { spawnSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { filesOfTheRepository, secretsIn } from '../../scripts/checks/secrets.ts';
import { useFolder } from '../support/folder.ts';

const folder = useFolder();
beforeEach(() => void spawnSync('git', ['init', '-q'], { cwd: folder.path }));

/** Split, so that this file contains no secret. */
const PLANTED: [what: string, text: string][] = [
  ['a GitHub token', ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')],
  [
    'a private key',
    `-----BEGIN RSA ${'PRIVATE KEY'}-----\n${'MIIEow'.repeat(40)}\n-----END RSA PRIVATE KEY-----`,
  ],
  ['a Slack token', ['xoxb', '23984754863', '2348975623103', 'aBcDeFgHiJkLmNoPqRsTuVwX'].join('-')],
  ['a password in an address', ['mongodb+srv://shop:', 'w4rpAndW3ft', '@db.example.net/orders'].join('')],
];

test.each(PLANTED)('%s in a file is found, but not printed', async (_, secret) => {
  await folder.write('notes.txt', `key = ${secret}\n`);
  await folder.write('clean.txt', 'warp and weft\n');
  const found = await secretsIn(folder.path, filesOfTheRepository(folder.path));
  expect(found).toContain('notes.txt');
  expect(found).not.toContain('clean.txt');
  expect(found).not.toContain(secret);
});

test('a clean repository has no findings', async () => {
  await folder.write('clean.txt', 'warp and weft\n');
  expect(filesOfTheRepository(folder.path)).toEqual(['clean.txt']);
  expect(await secretsIn(folder.path, ['clean.txt'])).toBe('');
});

test('git ignores the file with the real keys', async () => {
  await copyFile('.gitignore', folder.at('.gitignore'));
  await folder.write('.env', `KEY=${PLANTED[0]?.[1]}\n`);
  expect(filesOfTheRepository(folder.path)).toEqual(['.gitignore']);
});
