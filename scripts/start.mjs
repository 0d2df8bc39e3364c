/**
 * `npm start` opens the whole shop on this machine; `npm run dev` (`start.mjs dev`) opens it for working on it.
 *
 * Runs on a bare Node 20 with nothing installed, and hands over to Node 24 as soon as that is there.
 */
import process from 'node:process';
import { installRedis, launch, loadSettings, usesOwnRedis } from './setup.mjs';

loadSettings();
const programs = usesOwnRedis() ? [installRedis] : [];
await launch('local/open-shop.ts', process.argv.slice(2), { packages: 'shop', programs });
