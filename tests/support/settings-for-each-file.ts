/** Runs before each test file: the settings are as at the worker's start, whatever the file before has set. */
import process from 'node:process';

const shared = globalThis as typeof globalThis & { settingsAtStart?: NodeJS.ProcessEnv };

/** Files share their workers, and what a set-up file imports runs once in each: the next set-up file calls this. */
export function restoreSettings(): void {
  shared.settingsAtStart ??= { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (!(name in shared.settingsAtStart)) delete process.env[name];
  }
  Object.assign(process.env, shared.settingsAtStart);
}

restoreSettings();
