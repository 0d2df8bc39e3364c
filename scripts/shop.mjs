/**
 * `npm run shop -- …` is the owner's command line; `npm run shop -- help` lists its commands. Runs on a bare Node 20 with
 * nothing installed, and continues under Node 24 when that is installed.
 */
import process from 'node:process';
import { launch, loadSettings } from './setup.mjs';

loadSettings();
await launch('cli/shop.ts', process.argv.slice(2), { packages: 'shop' });
