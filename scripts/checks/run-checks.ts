/** Every check of the project, one after the other; the last line printed is the sum of what they counted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { exitWith, projectRoot, SetupError } from '../setup.mjs';
import { buildSite, takeSnapshot } from '../../local/site/site-build.ts';
import { auditPackages } from './audit.ts';
import { filesOfTheRepository, secretsIn } from './secrets.ts';
import {
  add,
  type Counts,
  countPlaywright,
  countVitest,
  FAILED,
  PASSED,
  SKIPPED,
  summary,
} from './counts.ts';

const root = resolve(projectRoot);
const VITEST_REPORT = 'reports/vitest.json';
const SITE_REPORT = 'reports/site.json';
const PLAYWRIGHT_REPORT = 'reports/playwright.json';

interface Check {
  name: string;
  title: string;
  run: () => Promise<Counts>;
}

/** Output goes straight to the reader; the exit code comes back. */
async function execute(program: string, ...args: string[]): Promise<number> {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running.add(child);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    running.delete(child);
  }
}

const running = new Set<ReturnType<typeof spawn>>();

const asOneTest = async (...command: [string, ...string[]]): Promise<Counts> =>
  (await execute(...command)) === 0 ? PASSED : FAILED;

async function work(job: () => Promise<void>): Promise<Counts> {
  try {
    await job();
    return PASSED;
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    return FAILED;
  }
}

/** The runner's own count; a runner that died without leaving one has failed. */
async function counted<T>(
  report: string,
  count: (report: T) => Counts,
  ...command: [string, ...string[]]
): Promise<Counts> {
  await rm(resolve(root, report), { force: true });
  const code = await execute(...command);
  try {
    const counts = count(JSON.parse(await readFile(resolve(root, report), 'utf8')) as T);
    return code !== 0 && counts.failed === 0 ? add(counts, FAILED) : counts;
  } catch {
    console.error(`${command[0]} ended without a report; read its last words above.`);
    return FAILED;
  }
}

const vitest = (report: string, ...options: string[]): Promise<Counts> =>
  counted(
    report,
    countVitest,
    'vitest',
    'run',
    ...options,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  );

let siteIsBuilt = false;

/** What reads the built site is not run on an old one. */
function onTheSite(run: () => Promise<Counts>): Promise<Counts> {
  if (siteIsBuilt || !selected().some(({ name }) => name === 'build')) return run();
  console.error('Not run, because the site could not be built.');
  return Promise.resolve(FAILED);
}

const CHECKS: Check[] = [
  {
    name: 'prettier',
    title: 'Format (Prettier)',
    run: () => asOneTest('prettier', '--check', '--log-level=warn', '.'),
  },
  { name: 'biome', title: 'Lint (Biome)', run: () => asOneTest('biome', 'lint', '--error-on-warnings', '.') },
  {
    name: 'types',
    title: 'Types (astro check)',
    run: () =>
      asOneTest('astro', 'check', '--minimumFailingSeverity', 'warning', '--minimumSeverity', 'warning'),
  },
  { name: 'knip', title: 'Unused files, exports and packages (knip)', run: () => asOneTest('knip') },
  {
    name: 'audit',
    title: 'Known holes in deployed packages (npm audit)',
    run: async () => {
      const { counts, lines } = await auditPackages(root);
      for (const line of lines) console.log(line);
      return counts;
    },
  },
  {
    name: 'secrets',
    title: 'Secrets in the repository (secretlint)',
    run: async () => {
      if (!existsSync(resolve(root, '.git'))) {
        console.log('Not done: this is no checkout, so nothing says which files are the repository’s.');
        return SKIPPED;
      }
      return work(async () => {
        const found = await secretsIn(root, filesOfTheRepository(root));
        if (found !== '') throw new SetupError(found);
      });
    },
  },
  {
    name: 'vitest',
    title: 'Unit and service tests (Vitest)',
    run: () => vitest(VITEST_REPORT),
  },
  {
    name: 'build',
    title: 'Build of the site (Astro)',
    run: () =>
      work(async () => {
        await buildSite(root);
        siteIsBuilt = true;
      }),
  },
  {
    name: 'site',
    title: 'Pages as built (Vitest)',
    run: () => onTheSite(() => vitest(SITE_REPORT, '--config', 'vitest.site.config.ts')),
  },
  {
    name: 'playwright',
    title: 'Browser tests (Playwright)',
    run: () => onTheSite(() => counted(PLAYWRIGHT_REPORT, countPlaywright, 'playwright', 'test')),
  },
];

function selected(): Check[] {
  const names = process.argv.slice(2).map((argument) => argument.replace(/^--only=/, ''));
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    const known = CHECKS.map(({ name }) => name).join(', ');
    throw new SetupError(`There is no check named ${unknown.join(', ')}; choose from ${known}.`);
  }
  return names.length === 0 ? CHECKS : CHECKS.filter(({ name }) => names.includes(name));
}

function endWithParent(): void {
  const end = (): void => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, end);
}

try {
  process.chdir(root);
  endWithParent();
  const checks = selected();
  await mkdir(resolve(root, 'reports'), { recursive: true });
  // Types, tests and pages all read the snapshot, which is not in the repository.
  let total = await work(() => takeSnapshot(root));
  const lines = [`${total.failed === 0 ? '✓' : '✗'} Snapshot of products and texts`];
  for (const { title, run } of checks) {
    console.log(`\n── ${title}`);
    const counts = await run();
    total = add(total, counts);
    lines.push(`${counts.failed === 0 ? '✓' : '✗'} ${title}: ${summary(counts)}`);
  }
  console.log(`\n${lines.join('\n')}\n\n${summary(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
} catch (error) {
  exitWith(error);
}
process.exit();
