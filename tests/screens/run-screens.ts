/**
 * `npm run screens` photographs every scene of scenes.ts into one report, reports/screens/index.html.
 * `npm run screens -- cart orders --width 360 --theme dark` photographs two screens on a phone in the dark theme.
 * `npm run screens:accept` accepts the present key screens as the reference of tests/browser/looks.spec.ts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { exitWith, projectRoot, SetupError } from '../../scripts/setup.mjs';
import { scenes } from './scenes.ts';
import { themes, widths } from './scene.ts';

const options = {
  accept: { type: 'boolean' },
  width: { type: 'string', multiple: true },
  theme: { type: 'string', multiple: true },
} as const;

function known(what: string, all: readonly string[], wanted: readonly string[] = []): string[] {
  const unknown = wanted.find((one) => !all.includes(one));
  if (unknown !== undefined)
    throw new SetupError(`There is no ${what} ${unknown}; choose from ${all.join(', ')}.`);
  return [...(wanted.length > 0 ? wanted : all)];
}

/** @returns its exit code */
async function playwright(words: string[], settings: Record<string, string> = {}): Promise<number> {
  const child = spawn('playwright', ['test', ...words], {
    cwd: projectRoot,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(signal, () => child.kill('SIGTERM'));
  }
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function photographAll(wantedPlaces: string[], wantedWidths: string[], wantedThemes: string[]) {
  const tags = wantedPlaces.map((place) => `@${place}(?![\\w-])`).join('|');
  return playwright(['--config', join(import.meta.dirname, 'playwright.config.ts'), '--grep', tags], {
    SCREENS_WIDTHS: wantedWidths.join(','),
    SCREENS_THEMES: wantedThemes.join(','),
  });
}

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  process.exitCode = values.accept
    ? await playwright(['looks.spec.ts', '--update-snapshots'])
    : await photographAll(
        known('screen', Object.keys(scenes), positionals),
        known('width', widths.map(String), values.width),
        known('theme', themes, values.theme),
      );
} catch (error) {
  exitWith(error);
}
process.exit();
