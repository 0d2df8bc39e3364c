/**
 * The Chromium of the tests, the screens and the benchmarks: its program, its installation and its flags.
 *
 * Debian packs Chromium twice: with a window, and as a headless shell that runs the same tests in two thirds of the time.
 * Runs on a bare Node 20, as setup.mjs does.
 */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { installProgram, isInstalled, SetupError } from './setup.mjs';

const WITHOUT_WINDOW = '/usr/bin/chromium-headless-shell';
const WITH_WINDOW = '/usr/bin/chromium';

/** Flags for a container: root, no graphics card. The rest stops background network traffic. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {string} the program's path; installChromium ensures that it exists */
export function chromiumPath() {
  return process.env['CHROMIUM_PATH'] ?? (existsSync(WITHOUT_WINDOW) ? WITHOUT_WINDOW : WITH_WINDOW);
}

/** @throws {SetupError} if there is none and none can be installed */
export function installChromium() {
  const own = process.env['CHROMIUM_PATH'];
  if (own !== undefined) {
    if (isInstalled(own)) return;
    throw new SetupError(`CHROMIUM_PATH names no program (${own}); set it to the path of a Chromium.`);
  }
  try {
    installProgram(WITHOUT_WINDOW, 'chromium-headless-shell');
  } catch (error) {
    if (!isInstalled(WITH_WINDOW)) throw error;
  }
}
