/**
 * `npm run shop -- …` is the owner's command line; `npm run shop -- help` says what it can do.
 *
 * Runs on a bare Node 20 with nothing installed, and hands over to Node 24 as soon as that is there.
 */
import process from 'node:process';
import { launch, loadSettings } from './setup.mjs';

loadSettings();
await launch('cli/shop.ts', process.argv.slice(2), { packages: 'shop' });
