/**
 * `npm run chaos -- faults [--seed <text>] [--seconds <number>]`: shoppers shop while Redis, functions, providers, clocks
 * and networks fail. Afterwards no data may be lost or duplicated, and no message false. `--seconds` counts the faults
 * alone; start and recovery add about half of it.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { reportFile, writeReport } from '../support/long-runs/report.ts';
import { step } from '../../scripts/setup.mjs';
import { holds, reportOf } from './faults/report.ts';
import { readWhole, runPart } from '../support/long-runs/part.ts';

const MOST_SECONDS = 200;
const CROWD = 40;

await runPart(
  {
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    seconds: { type: 'string', default: '75' },
  },
  async (values) => {
    const { seed } = values;
    const seconds = readWhole('seconds', values.seconds, 1, MOST_SECONDS);
    const { runFaults } = await import('./faults/run.ts');
    step(`Seed ${seed}: ${CROWD} shoppers at a time, ${seconds} s of faults`);
    const outcome = await runFaults({ seed, seconds, crowd: CROWD, hosts: 3, lookMs: 400 }, step);
    for (const finding of outcome.findings) {
      const { rule, checked, violations } = finding;
      console.log(`${holds(finding) ? '✓' : '✗'} ${rule} (${checked || 'nothing to check'})`);
      for (const line of violations.slice(0, 10)) console.log(`    ${line}`);
    }
    await writeReport('chaos/faults', reportOf(outcome));
    await writeFile(`${reportFile('chaos/faults')}.log`, outcome.log);
    return outcome.findings.every(holds);
  },
);
