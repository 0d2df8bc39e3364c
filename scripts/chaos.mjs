/**
 * `npm run chaos` injects faults into the shop's services, attacks its API, and writes its reports to reports/chaos;
 * `npm run chaos -- faults` runs one part. Everything stays on this machine. Runs on a bare Node 20 with nothing installed.
 */
import process from 'node:process';
import { installRedis, launch } from './setup.mjs';

await launch('tests/support/long-runs/run-parts.ts', ['chaos', ...process.argv.slice(2)], {
  packages: 'everything',
  programs: [installRedis],
});
