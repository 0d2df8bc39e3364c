/**
 * Runs the functions of netlify/functions as Netlify does: routes from each module's `config`, calls with `(Request,
 * Context)`, schedules by cron expression.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config, Context } from '@netlify/functions';
import { Cron } from 'croner';
import { build, stop as stopBundler } from 'esbuild';
import { SetupError } from '../../scripts/setup.mjs';

type Handler = (request: Request, context: Context) => Response | undefined | Promise<Response | undefined>;

export interface FunctionModule {
  default: Handler;
  config?: Config;
}

interface Route {
  pattern: URLPattern;
  methods: string[] | undefined;
  excluded: URLPattern[];
  preferStatic: boolean;
}

interface HostedFunction {
  name: string;
  handler: Handler;
  background: boolean;
  schedule: string | undefined;
  routes: Route[];
}

export interface Match {
  preferStatic: boolean;
  call: (request: Request, ip: string) => Promise<Response>;
}

export interface FunctionHost {
  names: string[];
  match: (request: Request) => Match | undefined;
  /** Starts the scheduled functions; `baseUrl` is the shop's URL. */
  startSchedules: (baseUrl: string) => void;
  /** Stops the schedules and waits for the functions' `waitUntil` work. */
  stop: () => Promise<void>;
}

const FUNCTION_FILE = /^(?!.*\.(?:test|d)\.)[\w-]+\.(?:ts|mts|js|mjs)$/;

export async function listFunctionFiles(folder: string): Promise<{ name: string; file: string }[]> {
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder)).filter((file) => FUNCTION_FILE.test(file)).sort();
  return files.map((file) => ({ name: parse(file).name, file: join(folder, file) }));
}

/** Bundles all functions in one build, so that shared code is loaded once. */
export async function bundleFunctions(folder: string, output: string): Promise<Map<string, FunctionModule>> {
  const files = await listFunctionFiles(folder);
  const modules = new Map<string, FunctionModule>();
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  if (files.length === 0) return modules;
  await build({
    entryPoints: files.map(({ file }) => file),
    outdir: output,
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'error',
  });
  // Its helper process would otherwise run as long as the shop.
  await stopBundler();
  for (const { name } of files) {
    modules.set(name, (await import(pathToFileURL(join(output, `${name}.mjs`)).href)) as FunctionModule);
  }
  return modules;
}

const list = (value: string | string[] | undefined): string[] => [value ?? []].flat();

/** Netlify ignores a slash at the end of a URL. */
const pathPattern = (pathname: string): URLPattern =>
  new URLPattern({ pathname: `${pathname.replace(/\/$/, '')}{/}?` });

function describe(name: string, module: FunctionModule): HostedFunction {
  if (typeof module.default !== 'function') {
    throw new SetupError(`netlify/functions/${name} has no default export; export its handler as default.`);
  }
  // The allowed combination of keys depends on the kind of function; here each key is read by itself.
  const config = (module.config ?? {}) as {
    path?: string | string[];
    excludedPath?: string | string[];
    method?: string | string[];
    schedule?: string;
    preferStatic?: boolean;
    background?: boolean;
  };
  const paths = list(config.path);
  const ownAddress = paths.length === 0;
  const methods = list(config.method).map((method) => method.toUpperCase());
  return {
    name,
    handler: module.default,
    background: config.background === true || name.endsWith('-background'),
    schedule: config.schedule,
    routes: (ownAddress ? [`/.netlify/functions/${name}`] : paths).map((path) => ({
      pattern: pathPattern(path),
      methods: methods.length > 0 ? methods : undefined,
      excluded: list(config.excludedPath).map(pathPattern),
      preferStatic: config.preferStatic === true,
    })),
  };
}

function reportFailure(name: string, error: unknown): void {
  console.error(`The function ${name} failed:`, error);
}

function failure(): Response {
  const body = { success: false, message: 'Something went wrong. Please try again.' };
  return Response.json(body, { status: 500, headers: { 'Cache-Control': 'no-store' } });
}

export function hostFunctions(modules: Map<string, FunctionModule>): FunctionHost {
  const hosted = [...modules].map(([name, module]) => describe(name, module));
  const pending = new Set<Promise<unknown>>();
  const schedules: Cron[] = [];

  function waitUntil(name: string, work: Promise<unknown>): void {
    const settled = Promise.resolve(work)
      .catch((error: unknown) => reportFailure(name, error))
      .finally(() => pending.delete(settled));
    pending.add(settled);
  }

  async function call(
    target: HostedFunction,
    request: Request,
    ip: string,
    params: Record<string, string>,
  ): Promise<Response> {
    // What the shop's functions use of Netlify's context. The local shop counts as the published deploy.
    const context = {
      deploy: { context: 'dev', id: 'local', published: true },
      ip,
      params,
      site: { id: 'local', name: 'local', url: new URL(request.url).origin },
      waitUntil: (work: Promise<unknown>) => waitUntil(target.name, work),
    } as unknown as Context;
    const run = async () => (await target.handler(request, context)) ?? new Response(null, { status: 204 });
    if (target.background) {
      waitUntil(target.name, run());
      return new Response(null, { status: 202 });
    }
    try {
      return await run();
    } catch (error) {
      reportFailure(target.name, error);
      return failure();
    }
  }

  return {
    names: hosted.map(({ name }) => name),

    match(request) {
      const { pathname } = new URL(request.url);
      for (const target of hosted) {
        for (const { pattern, methods, excluded, preferStatic } of target.routes) {
          if (methods && !methods.includes(request.method)) continue;
          const found = pattern.exec({ pathname });
          if (!found || excluded.some((other) => other.test({ pathname }))) continue;
          const params = Object.fromEntries(
            Object.entries(found.pathname.groups).map(([key, value]) => [key, value ?? '']),
          );
          return { preferStatic, call: (asked, ip) => call(target, asked, ip, params) };
        }
      }
      return undefined;
    },

    startSchedules(baseUrl) {
      for (const target of hosted) {
        if (target.schedule === undefined) continue;
        const job: Cron = new Cron(
          target.schedule,
          { timezone: 'UTC', protect: true, unref: true },
          async () => {
            const request = new Request(`${baseUrl}/.netlify/functions/${target.name}`, {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ next_run: job.nextRun()?.toISOString() }),
            });
            const work = call(target, request, '127.0.0.1', {});
            waitUntil(target.name, work);
            await work;
          },
        );
        schedules.push(job);
      }
    },

    async stop() {
      for (const job of schedules) job.stop();
      await Promise.all(pending);
    },
  };
}

/** Bundles into the project's cache: packages stay outside the bundle and resolve from there. */
export async function openFunctions(root: string, dataFolder: string): Promise<FunctionHost> {
  const owner = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
  const output = join(root, '.cache', 'functions', owner);
  return hostFunctions(await bundleFunctions(join(root, 'netlify', 'functions'), output));
}
