/**
 * `npm test` runs every check to the end and fails if any fails; `npm test -- vitest` runs only the named ones, `npm test
 * -- quick` those that need neither Redis nor a browser. Runs on a bare Node 20 with nothing installed, and continues
 * under Node 24 when that is installed.
 */
import process from 'node:process';
import { installChromium } from './chromium.mjs';
import { installRedis, launch } from './setup.mjs';

const names = process.argv.slice(2);
const programs = names.join() === 'quick' ? [] : [installRedis, installChromium];
await launch('scripts/checks/run-checks.ts', names, { packages: 'everything', programs });
