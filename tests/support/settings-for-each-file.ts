/** Runs before each test file: restores the worker's initial settings. */
import process from 'node:process';

const shared = globalThis as typeof globalThis & { settingsAtStart?: NodeJS.ProcessEnv };

/**
 * Files share their workers, and the imports of a setup file run only once per worker, so the next setup file calls
 * this.
 */
export function restoreSettings(): void {
  shared.settingsAtStart ??= { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (!(name in shared.settingsAtStart)) delete process.env[name];
  }
  Object.assign(process.env, shared.settingsAtStart);
}

restoreSettings();
