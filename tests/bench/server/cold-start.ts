/** What a function costs before its first call: the archive that Netlify makes of it, and the time to import it. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { unzipSync } from 'fflate';
import { parse } from 'smol-toml';
import { median } from '../statistics.ts';

export interface ColdStart {
  name: string;
  zipBytes: number;
  unpackedBytes: number;
  /** By the clock. */
  importMs: number;
  /** Work of the importing thread, which a busy machine changes less. */
  importWorkMs: number;
  /** Packages that importing it loads. */
  packages: string[];
  /** Of the process, when it is imported. */
  memoryBytes: number;
}

interface Settings {
  build: { functions: string; environment: { NODE_VERSION: string } };
  functions: Record<string, unknown> & { node_bundler: 'nft' };
}

interface Import {
  ms: number;
  work: number;
  memory: number;
}

const TIMES = 5;

const TIMER = `
const begin = performance.now();
await import(process.argv[1]);
const ms = performance.now() - begin;
const { user, system } = process.threadCpuUsage();
process.stdout.write('\\n' + JSON.stringify({ ms, work: (user + system) / 1_000, memory: process.memoryUsage().rss }));
process.exit(0);
`;

const LISTER = `
const { registerHooks } = await import('node:module');
const found = new Set();
registerHooks({
  load(url, context, next) {
    const name = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*\\/node_modules\\/)/.exec(url)?.[1];
    if (name) found.add(name);
    return next(url, context);
  },
});
await import(process.argv[1]);
process.stdout.write('\\n' + JSON.stringify([...found]));
process.exit(0);
`;

const run = promisify(execFile);

async function inFresh(code: string, module: string, folder: string, signal: AbortSignal): Promise<unknown> {
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '--eval', code, pathToFileURL(module).href],
    { cwd: folder, env: { PATH: process.env['PATH'] }, signal },
  );
  return JSON.parse(stdout.split('\n').at(-1) ?? '');
}

/**
 * @param root of the project whose functions are bundled, all of them
 * @param ended ends it early
 * @param only names of those that are imported and told; all without
 */
export async function coldStarts(
  root: string,
  ended: AbortSignal,
  only?: readonly string[],
): Promise<ColdStart[]> {
  const settings = parse(await readFile(join(root, 'netlify.toml'), 'utf8')) as unknown as Settings;
  const folder = await mkdtemp(join(tmpdir(), 'taana-cold-'));
  const { node_bundler: nodeBundler, ...single } = settings.functions;
  const own = Object.entries(single).map(([name, value]) => {
    return [name, { includedFiles: (value as { included_files?: string[] }).included_files ?? [] }] as const;
  });
  const config = { nodeVersion: settings.build.environment.NODE_VERSION, nodeBundler };
  const before = process.cwd();
  try {
    // The bundler looks for included files from where it runs.
    process.chdir(root);
    const results = await zipFunctions(join(root, settings.build.functions), join(folder, 'archives'), {
      basePath: root,
      repositoryRoot: root,
      config: { '*': config, ...Object.fromEntries(own) },
    });
    ended.throwIfAborted();
    const all: ColdStart[] = [];
    for (const { name, path, size } of results.filter((result) => only?.includes(result.name) ?? true)) {
      const target = join(folder, name);
      let unpackedBytes = 0;
      for (const [file, content] of Object.entries(unzipSync(await readFile(path)))) {
        if (file.endsWith('/')) continue;
        unpackedBytes += content.length;
        await mkdir(dirname(join(target, file)), { recursive: true });
        await writeFile(join(target, file), content);
      }
      const module = join(target, 'netlify', 'functions', `${name}.mjs`);
      const packages = (await inFresh(LISTER, module, target, ended)) as string[];
      const times: Import[] = [];
      for (let at = 0; at < TIMES; at += 1) {
        times.push((await inFresh(TIMER, module, target, ended)) as Import);
      }
      all.push({
        ...{ name, zipBytes: size ?? 0, unpackedBytes, packages: packages.sort() },
        importMs: median(times.map(({ ms }) => ms)),
        importWorkMs: median(times.map(({ work }) => work)),
        memoryBytes: median(times.map(({ memory }) => memory)),
      });
      await rm(target, { recursive: true, force: true });
    }
    return all;
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true, force: true });
  }
}
