/**
 * `npm run chaos -- faults [--seed <text>] [--seconds <number>] [--crowd <number>]`: shoppers shop while Redis,
 * functions, providers, clocks and networks fail. Afterwards no data may be lost or duplicated, and no message false.
 * `--seconds` counts the faults alone; start and recovery add about half of it.
 */
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { takeSnapshot } from '../../local/site/site-build.ts';
import { writeReport } from '../support/report/report.ts';
import { readOptions, readWhole } from './options.ts';
import type { Finding } from './faults/invariants/rule.ts';
import { exitWith, projectRoot, step } from '../../scripts/setup.mjs';

const MOST_SECONDS = 200;
const MOST_SHOPPERS = 200;

try {
  const values = readOptions({
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    seconds: { type: 'string', default: '75' },
    crowd: { type: 'string', default: '40' },
  });
  const { seed } = values;
  const seconds = readWhole('seconds', values.seconds, 1, MOST_SECONDS);
  const crowd = readWhole('crowd', values.crowd, 1, MOST_SHOPPERS);
  await takeSnapshot(projectRoot);
  const { runFaults } = await import('./faults/run.ts');
  const { reportOf } = await import('./faults/report.ts');
  step(`Seed ${seed}: ${crowd} shoppers at a time, ${seconds} s of faults`);
  const outcome = await runFaults({ seed, seconds, crowd, hosts: 3, lookMs: 400 }, step);
  // A run without calls proves nothing: a dead shop breaks no rule.
  const isShown = ({ checked, violations }: Finding) => checked > 0 && violations.length === 0;
  for (const finding of outcome.findings) {
    const { rule, checked, violations } = finding;
    console.log(`${isShown(finding) ? '✓' : '✗'} ${rule} (${checked || 'nothing to check'})`);
    for (const line of violations.slice(0, 10)) console.log(`    ${line}`);
  }
  await writeReport('chaos/faults', reportOf(outcome));
  process.exitCode = outcome.findings.every(isShown) ? 0 : 1;
} catch (error) {
  exitWith(error);
}
