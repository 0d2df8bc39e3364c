/**
 * `npm start` opens the whole shop on this machine; `npm run dev` (`start.mjs dev`) opens it for working on it.
 *
 * Runs on a bare Node 20 with nothing installed, and hands over to Node 24 as soon as that is there.
 */
import process from 'node:process';
import {
  exitWith,
  installPackages,
  installProgram,
  loadSettings,
  runOnNode24,
  usesOwnRedis,
} from './setup.mjs';

try {
  loadSettings();
  installPackages('shop');
  if (usesOwnRedis()) installProgram('redis-server', 'redis-server');
  runOnNode24('local/open-shop.ts', process.argv.slice(2));
} catch (error) {
  exitWith(error);
}
