/**
 * `npm start` opens the whole shop on this machine; `npm run dev` (`start.mjs dev`) opens it for development. Runs on a
 * bare Node 20 with nothing installed, and continues under Node 24 when that is installed.
 */
import process from 'node:process';
import { installRedis, launch, loadSettings, usesOwnRedis } from './setup.mjs';

loadSettings();
const programs = usesOwnRedis() ? [installRedis] : [];
await launch('local/open-shop.ts', process.argv.slice(2), { packages: 'shop', programs });
