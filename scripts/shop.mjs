/**
 * `npm run shop -- …` is the owner's command line; `npm run shop -- help` says what it can do.
 *
 * Runs on a bare Node 20 with nothing installed, and hands over to Node 24 as soon as that is there.
 */
import process from 'node:process';
import { exitWith, installPackages, loadSettings, runOnNode24 } from './setup.mjs';

try {
  loadSettings();
  installPackages('shop');
  runOnNode24('cli/shop.ts', process.argv.slice(2));
} catch (error) {
  exitWith(error);
}
