/**
 * `npm run bench` measures the shop and writes reports/bench/report.md; `npm run bench -- speed` measures one part again,
 * and `--keep` puts a report that lacks no part into docs as the last figures. Runs on a bare Node 20 with nothing installed.
 */
import process from 'node:process';
import { installChromium } from './chromium.mjs';
import { exitWith, installPackages, installProgram, runOnNode24 } from './setup.mjs';

try {
  installPackages();
  installProgram('redis-server', 'redis-server');
  installChromium();
  runOnNode24('tests/support/report/run-parts.ts', ['bench', ...process.argv.slice(2)]);
} catch (error) {
  exitWith(error);
}
