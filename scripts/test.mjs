/**
 * `npm test` runs every check to the end and fails if any failed; `npm test -- vitest` runs only the named ones,
 * `npm test -- quick` those that need neither Redis nor a browser.
 *
 * Runs on a bare Node 20 with nothing installed, and hands over to Node 24 as soon as that is there.
 */
import process from 'node:process';
import { installChromium } from './chromium.mjs';
import { installRedis, launch } from './setup.mjs';

const names = process.argv.slice(2);
const programs = names.join() === 'quick' ? [] : [installRedis, installChromium];
await launch('scripts/checks/run-checks.ts', names, { packages: 'everything', programs });
