/**
 * `npm test` runs every check to the end and fails if any failed; `npm test -- vitest` runs only the named ones,
 * `npm test -- quick` those that need neither Redis nor a browser.
 *
 * Runs on a bare Node 20 with nothing installed, and hands over to Node 24 as soon as that is there.
 */
import process from 'node:process';
import { installChromium } from './chromium.mjs';
import { exitWith, installPackages, installProgram, runOnNode24 } from './setup.mjs';

try {
  const names = process.argv.slice(2);
  installPackages('everything');
  if (names.join() !== 'quick') {
    installProgram('redis-server', 'redis-server');
    installChromium();
  }
  runOnNode24('scripts/checks/run-checks.ts', names);
} catch (error) {
  exitWith(error);
}
