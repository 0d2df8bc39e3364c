/**
 * What every call of the shop costs: at Redis, in work, in time beside an empty function, and before the first call.
 * `npm run bench -- server`.
 */
import process from 'node:process';
import { takeSnapshot } from '../../local/site/site-build.ts';
import { endSignal } from '../support/report/end-signal.ts';
import { writeSection } from '../support/report/report.ts';
import { exitWith, projectRoot } from '../../scripts/setup.mjs';
import { coldStarts } from './server/cold-start.ts';
import { openHost, type Timed } from './server/load.ts';
import { sectionOf } from './server/section.ts';

const ended = endSignal();

async function main(): Promise<boolean> {
  await takeSnapshot(projectRoot);
  ended.throwIfAborted();
  const { counted, rooms, time, close } = await openHost(ended);
  const timed: Timed[] = [];
  for (const one of counted) timed.push(await time(one));
  await close();
  const cold = await coldStarts(projectRoot, ended);
  const { section, isWhole } = sectionOf({ counted, timed, cold, rooms });
  await writeSection('bench', section);
  return isWhole;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  exitWith(ended.aborted ? ended.reason : error);
}
