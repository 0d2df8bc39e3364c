/** Runs the parts of a report one after the other, each in its own process, and composes the page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { exitWith, projectRoot, SetupError, step } from '../../../scripts/setup.mjs';
import { endSignal } from './end-signal.ts';
import { composeReport, discardSection, markSectionFailed, keepInDocs } from './report.ts';

interface Report {
  title: string;
  /** Files of the folder with the report's name, in the order of the page. */
  parts: readonly string[];
  /** Run only by name: they check a shop that is already open, or print a table. */
  tools: readonly string[];
}

const REPORTS: Record<string, Report> = {
  bench: {
    title: 'How fast the shop is, and what it costs',
    parts: ['speed', 'server', 'scale'],
    tools: ['lighthouse', 'search'],
  },
  chaos: {
    title: 'What the shop survives',
    parts: ['faults', 'fuzz', 'overload'],
    tools: [],
  },
};

const ended = endSignal();

async function run(file: string, options: readonly string[]): Promise<boolean> {
  ended.throwIfAborted();
  const child = spawn(process.execPath, [file, ...options], { cwd: projectRoot, stdio: 'inherit' });
  const end = () => child.kill('SIGTERM');
  ended.addEventListener('abort', end, { once: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  ended.removeEventListener('abort', end);
  ended.throwIfAborted();
  return code === 0;
}

async function main(): Promise<boolean> {
  const [name = '', ...rest] = process.argv.slice(2);
  const report = REPORTS[name];
  if (!report) throw new SetupError(`There is no report named ${name}.`);
  const keep = rest.includes('--keep');
  const [part, ...options] = rest.filter((option) => option !== '--keep');
  const fileOf = (of: string) => join(projectRoot, 'tests', name, `${of}.ts`);
  if (part !== undefined && report.tools.includes(part)) return run(fileOf(part), options);
  if (part !== undefined && !report.parts.includes(part)) {
    const known = [...report.parts, ...report.tools].join(', ');
    throw new SetupError(`There is nothing named ${part} to run; choose from ${known}.`);
  }
  const began = new Date().toISOString();
  let isSound = true;
  for (const one of part === undefined ? report.parts : [part]) {
    await access(fileOf(one));
    step(`${one}…`);
    await discardSection(name, one);
    if (!(await run(fileOf(one), options))) {
      console.error(`✗ ${one} did not come to its end, or found something that is not as it should be.`);
      await markSectionFailed(name, one);
      isSound = false;
    }
  }
  const { path, missing } = await composeReport(name, report.title, report.parts, began);
  console.log(`Read ${path}`);
  if (keep && missing.length > 0) {
    throw new SetupError(
      `Nothing was kept in docs, because the page has no section of ${missing.join(', ')}.`,
    );
  }
  if (keep) await keepInDocs(name);
  return isSound;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  exitWith(error);
}
