import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

/** A project with nothing in it but the report and three parts, each of which does what a test says. */
let root: string;
const project = join(import.meta.dirname, '../..');

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'taana-report-'));
  await mkdir(join(root, 'tests/chaos'), { recursive: true });
  await cp(join(project, 'scripts/setup.mjs'), join(root, 'scripts/setup.mjs'));
  await cp(join(project, 'tests/support/report'), join(root, 'tests/support/report'), { recursive: true });
  for (const name of ['faults', 'fuzz', 'overload']) await part(name, leaves(name, 'first'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const part = (name: string, code: string) => writeFile(join(root, 'tests/chaos', `${name}.ts`), code);

const leaves = (name: string, said: string) => `
import { writeSection } from '../support/report/report.ts';
const plots = [{ name: 'drawn', alt: 'A plot', svg: '<svg/>' }];
const section = { name: '${name}', title: '${name}', command: 'npm run chaos -- ${name}', plots, figures: {} };
await writeSection('chaos', { ...section, text: '${name} says ${said}' });
`;
const fails = 'process.exit(1);';

function start(...options: string[]) {
  const child = spawn(process.execPath, ['tests/support/report/run-parts.ts', 'chaos', ...options], {
    cwd: root,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const all = { output: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      all.output += chunk.toString();
    });
  }
  const code = once(child, 'close').then(([status]) => status as number | null);
  const said = (words: string) => vi.waitUntil(() => all.output.includes(words), { timeout: 25_000 });
  return { child, all, code, said };
}

const run = async (...options: string[]) => start(...options).code;
const page = () => readFile(join(root, 'reports/chaos/report.md'), 'utf8');
const kept = () => readFile(join(root, 'docs/chaos/report.md'), 'utf8');

test('a whole run makes a page of one run, and is kept in docs with its plots', async () => {
  expect(await run('--keep')).toBe(0);
  expect(await page()).toMatch(/^Measured in one run from \d{4}-\d\d-\d\d \d\d:\d\d UTC on\.$/m);
  expect(await kept()).toBe(await page());
  expect(existsSync(join(root, 'docs/chaos/fuzz-drawn.svg'))).toBe(true);
});

test('a part that fails leaves nothing of an earlier run behind, and nothing is kept', async () => {
  await run('--keep');
  const before = await kept();
  await part('fuzz', fails);
  const failed = start('--keep');
  expect(await failed.code).toBe(1);
  expect(failed.all.output).toContain('Nothing was kept in docs, because the page has no section of fuzz.');
  expect(await page()).not.toContain('fuzz says');
  expect(await page()).toContain('Missing, because it was not run or did not come to its end: fuzz.');
  expect(existsSync(join(root, 'reports/chaos/fuzz-drawn.svg'))).toBe(false);
  expect(await kept()).toBe(before);
});

test('a part that leaves a section and complains is kept, and the section says that it complained', async () => {
  await part('fuzz', leaves('fuzz', 'a leak') + fails);
  expect(await run('--keep')).toBe(1);
  const [, fuzz = ''] = (await kept()).split('## fuzz');
  expect(fuzz).toContain('**It ended with something that is not as it should be.**');
  expect((await kept()).match(/not as it should be/g)).toHaveLength(1);
});

test('a part that was run again stands among older ones that are named as such', async () => {
  await run();
  expect(await run('faults', '--keep')).toBe(0);
  expect(await kept()).toMatch(
    /^\*\*Not of one run\.\*\* .* Older than the last run: fuzz \(.* UTC\), overload \(.* UTC\)\.$/m,
  );
  expect(await kept()).toMatch(/^`npm run chaos -- fuzz`, \d{4}-\d\d-\d\d \d\d:\d\d UTC, /m);
});

test('one part alone does not take the place of a whole report in docs', async () => {
  expect(await run('faults', '--keep')).toBe(1);
  expect(existsSync(join(root, 'docs/chaos'))).toBe(false);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the part that runs, starts none after it and composes nothing',
  async (signal) => {
    await part('faults', `${leaves('faults', 'begun')} console.log('begun'); setInterval(() => {}, 1_000);`);
    const { child, all, code, said } = start();
    await said('begun');
    child.kill(signal);
    expect(await code).toBe(1);
    expect(all.output).toContain('It was ended before it was done.');
    expect(all.output).not.toContain('fuzz');
    expect(existsSync(join(root, 'reports/chaos/fuzz.json'))).toBe(false);
    expect(existsSync(join(root, 'reports/chaos/report.md'))).toBe(false);
  },
);
