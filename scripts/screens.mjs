/**
 * `npm run screens` photographs every screen in every state into one report (tests/screens/run-screens.ts).
 *
 * Runs on a bare Node 20 with nothing installed, and hands over to Node 24 as soon as that is there.
 */
import process from 'node:process';
import { installChromium } from './chromium.mjs';
import { installRedis, launch } from './setup.mjs';

await launch('tests/screens/run-screens.ts', process.argv.slice(2), {
  packages: 'everything',
  programs: [installRedis, installChromium],
});
