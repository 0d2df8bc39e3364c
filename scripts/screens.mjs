/**
 * `npm run screens` photographs every screen in every state into one report (tests/screens/run-screens.ts). Runs on a
 * bare Node 20 with nothing installed, and continues under Node 24 when that is installed.
 */
import process from 'node:process';
import { installChromium } from './chromium.mjs';
import { installRedis, launch } from './setup.mjs';

await launch('tests/screens/run-screens.ts', process.argv.slice(2), {
  packages: 'everything',
  programs: [installRedis, installChromium],
});
