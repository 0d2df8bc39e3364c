/**
 * `npm test` runs every check to the end and fails if any failed; `npm test -- vitest` runs only the named ones.
 *
 * Runs on a bare Node 20 with nothing installed, and hands over to Node 24 as soon as that is there.
 */
import process from 'node:process';
import { exitWith, installPackages, installProgram, isInstalled, runOnNode24, SetupError } from './setup.mjs';

try {
  installPackages();
  installProgram('redis-server', 'redis-server');
  const ownChromium = process.env['CHROMIUM_PATH'];
  if (ownChromium === undefined) {
    installProgram('/usr/bin/chromium', 'chromium');
  } else if (!isInstalled(ownChromium)) {
    throw new SetupError(
      `CHROMIUM_PATH names no program (${ownChromium}); set it to the path of a Chromium.`,
    );
  }
  runOnNode24('scripts/checks/run-checks.ts', process.argv.slice(2));
} catch (error) {
  exitWith(error);
}
