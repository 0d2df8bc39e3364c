/**
 * `npm run chaos` breaks what a shop stands on, knocks at its doors, and writes reports/chaos/report.md;
 * `npm run chaos -- faults` runs one part again, and `--keep` puts the report into docs. Everything stays on this machine.
 * Runs on a bare Node 20 with nothing installed.
 */
import process from 'node:process';
import { exitWith, installPackages, installProgram, runOnNode24 } from './setup.mjs';

try {
  installPackages();
  installProgram('redis-server', 'redis-server');
  runOnNode24('tests/support/report/run-parts.ts', ['chaos', ...process.argv.slice(2)]);
} catch (error) {
  exitWith(error);
}
