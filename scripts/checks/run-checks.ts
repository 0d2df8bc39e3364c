/**
 * Every check of the project; the last line printed is the sum of their counts. Checks that use one core run beside the
 * tests of units and services, and print when they are done; checks of the built site run after them, in sequence. What
 * failed is printed again before the counts, because the log of a fresh machine may be cut to its end.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { exitWith, SetupError } from '../setup.mjs';
import { buildSite, localStaff, takeSnapshot } from '../../local/site/site-build.ts';
import { auditPackages } from './audit.ts';
import { asOneTest, endWithParent, execute, root, type CheckResult, work } from './execute.ts';
import { filesOfTheRepository, secretsIn } from './secrets.ts';
import {
  add,
  type Counts,
  countPlaywright,
  countVitest,
  FAILED,
  type Failure,
  failuresOfPlaywright,
  failuresOfVitest,
  SKIPPED,
  summary,
} from './counts.ts';

const VITEST_REPORT = 'reports/vitest.json';
const SITE_REPORT = 'reports/site.json';
const PLAYWRIGHT_REPORT = 'reports/playwright.json';

interface Check {
  name: string;
  title: string;
  /** Part of `npm test -- quick`, which runs no other check. */
  isQuick?: true | 'only';
  /**
   * One check of a lane runs after the other. `types` and `build` write the same files of types, so they share one. A lane
   * uses one core and returns its output with its counts; without a lane a check has workers of its own.
   */
  lane?: 'types and build' | 'text';
  /** Runs when the site is built. */
  isOfSite?: true;
  run: () => Promise<CheckResult>;
}

/** Of all runners, each with the first lines of its errors. */
const failures: string[] = [];
const LINES_OF_AN_ERROR = 12;

function keep({ test, errors }: Failure): void {
  const said = errors.map((error) =>
    stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => !/^\s+at .*(?:node_modules|node:)/.test(line))
      .slice(0, LINES_OF_AN_ERROR)
      .join('\n'),
  );
  failures.push([`✗ ${test.replace(`${root}/`, '')}`, ...said].join('\n').replaceAll('\n', '\n    '));
}

/** The runner's own count; a runner that leaves none has failed. */
async function counted<T>(
  report: string,
  count: (report: T) => Counts,
  failuresOf: (report: T) => Failure[],
  ...command: [string, ...string[]]
): Promise<Counts> {
  await rm(resolve(root, report), { force: true });
  const code = await execute(...command);
  try {
    const written = JSON.parse(await readFile(resolve(root, report), 'utf8')) as T;
    for (const failure of failuresOf(written)) keep(failure);
    const counts = count(written);
    return code !== 0 && counts.failed === 0 ? add(counts, FAILED) : counts;
  } catch {
    console.error(`${command[0]} ended without a report; read its output above.`);
    return FAILED;
  }
}

const vitest = (report: string, ...options: string[]): Promise<Counts> =>
  counted(
    report,
    countVitest,
    failuresOfVitest,
    'vitest',
    'run',
    ...options,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  );

let siteIsBuilt = false;

/** Checks of the built site do not run on an old one. */
function onTheSite(run: () => Promise<Counts>): Promise<Counts> {
  if (siteIsBuilt || !selected().some(({ name }) => name === 'build')) return run();
  console.error('Not run, because the site could not be built.');
  return Promise.resolve(FAILED);
}

const CHECKS: Check[] = [
  {
    name: 'types',
    title: 'Types (astro check)',
    isQuick: true,
    lane: 'types and build',
    run: () =>
      asOneTest('astro', 'check', '--minimumFailingSeverity', 'warning', '--minimumSeverity', 'warning'),
  },
  {
    name: 'prettier',
    title: 'Format (Prettier)',
    isQuick: true,
    lane: 'text',
    run: () => asOneTest('prettier', '--check', '--log-level=warn', '.'),
  },
  {
    name: 'biome',
    title: 'Lint (Biome)',
    isQuick: true,
    lane: 'text',
    run: () => asOneTest('biome', 'lint', '--error-on-warnings', '.'),
  },
  {
    name: 'knip',
    title: 'Unused files, exports and packages (knip)',
    lane: 'text',
    run: () => asOneTest('knip'),
  },
  {
    name: 'audit',
    title: 'Known vulnerabilities in deployed packages (npm audit)',
    lane: 'text',
    run: async () => {
      const { counts, lines } = await auditPackages(root);
      return { ...counts, said: lines.join('\n') };
    },
  },
  {
    name: 'secrets',
    title: 'Secrets in the repository (secretlint)',
    lane: 'text',
    run: async () => {
      if (!existsSync(resolve(root, '.git'))) {
        const said = 'Not done: this folder is no Git checkout, so the repository’s files are unknown.';
        return { ...SKIPPED, said };
      }
      return work(async () => {
        const found = await secretsIn(root, filesOfTheRepository(root));
        if (found !== '') throw new SetupError(found);
      });
    },
  },
  {
    name: 'unit',
    title: 'Unit tests, without Redis (Vitest)',
    isQuick: 'only',
    run: () => vitest(VITEST_REPORT, '--project', 'unit*'),
  },
  {
    name: 'vitest',
    title: 'Unit and service tests (Vitest)',
    run: () => vitest(VITEST_REPORT),
  },
  {
    name: 'build',
    title: 'Build of the site (Astro)',
    lane: 'types and build',
    run: () =>
      work(async () => {
        // With the settings of the browser tests' shops.
        process.env['DESK_STAFF'] ||= localStaff;
        process.env['WEB_VITALS_SAMPLE'] ||= '1';
        await buildSite(root);
        siteIsBuilt = true;
      }),
  },
  {
    name: 'site',
    title: 'Pages as built (Vitest)',
    isOfSite: true,
    run: () => onTheSite(() => vitest(SITE_REPORT, '--config', 'vitest.site.config.ts')),
  },
  {
    name: 'playwright',
    title: 'Browser tests (Playwright)',
    isOfSite: true,
    run: () =>
      onTheSite(() =>
        counted(PLAYWRIGHT_REPORT, countPlaywright, failuresOfPlaywright, 'playwright', 'test'),
      ),
  },
];

const QUICK = 'quick';

function selected(): Check[] {
  const names = process.argv.slice(2).map((argument) => argument.replace(/^--only=/, ''));
  const unknown = names.filter((name) => name !== QUICK && !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    const known = [QUICK, ...CHECKS.map(({ name }) => name)].join(', ');
    throw new SetupError(`There is no check named ${unknown.join(', ')}; choose from ${known}.`);
  }
  if (names.length === 0) return CHECKS.filter(({ isQuick }) => isQuick !== 'only');
  return CHECKS.filter(({ name, isQuick }) => names.includes(name) || (isQuick && names.includes(QUICK)));
}

try {
  process.chdir(root);
  endWithParent();
  const checks = selected();
  await mkdir(resolve(root, 'reports'), { recursive: true });
  // Types, tests and pages all read the snapshot, which is not in the repository.
  const snapshot = await work(() => takeSnapshot(root));
  if (snapshot.said) console.error(snapshot.said);
  let total: Counts = snapshot;
  const lines = [`${snapshot.failed === 0 ? '✓' : '✗'} Snapshot of products and texts`];
  const close = (title: string, counts: Counts): void => {
    total = add(total, counts);
    lines.push(`${counts.failed === 0 ? '✓' : '✗'} ${title}: ${summary(counts)}`);
  };

  const inOrder = async (some: readonly Check[]): Promise<void> => {
    for (const { title, lane, run } of some) {
      if (!lane) console.log(`\n── ${title}`);
      const { said = '', ...counts } = await run();
      const output = said.trim();
      if (lane) console.log(`\n── ${title}\n${output}`.trimEnd());
      if (output && counts.failed > 0) keep({ test: title, errors: [output] });
      close(title, counts);
    }
  };
  const [ofSite, others] = [checks.filter(({ isOfSite }) => isOfSite), checks.filter((c) => !c.isOfSite)];
  await Promise.all(Array.from(Map.groupBy(others, ({ lane }) => lane).values(), inOrder));
  await inOrder(ofSite);
  const failed = failures.length > 0 ? `\n── What failed\n${failures.join('\n\n')}\n` : '';
  console.log(`${failed}\n${lines.join('\n')}\n\n${summary(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
} catch (error) {
  exitWith(error);
}
process.exit();
