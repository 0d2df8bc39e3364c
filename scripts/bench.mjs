/**
 * `npm run bench` measures the shop and writes its reports to reports/bench; `npm run bench -- speed` measures one part.
 * Runs on a bare Node 20 with nothing installed.
 */
import process from 'node:process';
import { installChromium } from './chromium.mjs';
import { installRedis, launch } from './setup.mjs';

await launch('tests/support/long-runs/run-parts.ts', ['bench', ...process.argv.slice(2)], {
  packages: 'everything',
  programs: [installRedis, installChromium],
});
