import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

/** A project with nothing in it but what runs parts and three parts, each of which does what a test says. */
let root: string;
const project = join(import.meta.dirname, '../..');

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'taana-parts-'));
  await mkdir(join(root, 'tests/chaos'), { recursive: true });
  await cp(join(project, 'scripts/setup.mjs'), join(root, 'scripts/setup.mjs'));
  await cp(join(project, 'tests/support/long-runs'), join(root, 'tests/support/long-runs'), {
    recursive: true,
  });
  for (const name of ['faults', 'fuzz', 'overload']) await part(name, writes(name));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const part = (name: string, code: string) => writeFile(join(root, 'tests/chaos', `${name}.ts`), code);
const writes = (name: string) => `
import { writeReport } from '../support/long-runs/report.ts';
await writeReport('chaos/${name}', { title: '${name}', command: 'npm run chaos', text: '${name} ran' });
`;
const reportOf = (name: string) => join(root, 'reports/chaos', `${name}.md`);

function start(...options: string[]) {
  const child = spawn(process.execPath, ['tests/support/long-runs/run-parts.ts', 'chaos', ...options], {
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
  return { child, all, code };
}

test('a part that fails leaves no report of an earlier run behind, and the others run', async () => {
  expect(await start().code).toBe(0);
  expect(await readFile(reportOf('fuzz'), 'utf8')).toContain('fuzz ran');
  await part('fuzz', 'process.exit(1);');
  expect(await start().code).toBe(1);
  const reported = ['faults', 'fuzz', 'overload'].filter((name) => existsSync(reportOf(name)));
  expect(reported).toEqual(['faults', 'overload']);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the part that runs, and starts none after it',
  async (signal) => {
    await part('faults', `console.log('begun'); setInterval(() => {}, 1_000);`);
    const { child, all, code } = start();
    await vi.waitUntil(() => all.output.includes('begun'), { timeout: 60_000 });
    child.kill(signal);
    expect(await code).toBe(1);
    expect(all.output).toContain('It was ended before it was done.');
    expect(existsSync(reportOf('fuzz'))).toBe(false);
  },
);
