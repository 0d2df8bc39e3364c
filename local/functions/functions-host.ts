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

interface HostedFunction {
  name: string;
  handler: Handler;
  background: boolean;
  schedule: string | undefined;
  paths: URLPattern[];
  /** None: all. */
  methods: string[];
}

export interface Match {
  call: (request: Request, ip: string) => Promise<Response>;
}

export interface FunctionHost {
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

/** What the shop's functions use of Netlify's config. */
interface KnownConfig {
  path?: string | string[];
  method?: string | string[];
  schedule?: string;
  background?: boolean;
  /** Netlify's own; the local shop has none. */
  rateLimit?: object;
}

function describe(name: string, { default: handler, config = {} }: FunctionModule): HostedFunction {
  if (typeof handler !== 'function') {
    throw new SetupError(`netlify/functions/${name} has no default export; export its handler as default.`);
  }
  const { path, method, schedule, background = false, rateLimit: _, ...others } = config as KnownConfig;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new SetupError(`netlify/functions/${name}: the local shop cannot follow ${other} in its config.`);
  }
  const paths = list(path);
  return {
    name,
    handler,
    background: background || name.endsWith('-background'),
    schedule,
    paths: (paths.length > 0 ? paths : [`/.netlify/functions/${name}`]).map(pathPattern),
    methods: list(method).map((each) => each.toUpperCase()),
  };
}

function reportFailure(name: string, error: unknown): void {
  console.error(`The function ${name} failed:`, error);
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
      const body = { success: false, message: 'Something went wrong. Please try again.' };
      return Response.json(body, { status: 500, headers: { 'Cache-Control': 'no-store' } });
    }
  }

  return {
    match(request) {
      const { pathname } = new URL(request.url);
      for (const target of hosted) {
        if (target.methods.length > 0 && !target.methods.includes(request.method)) continue;
        for (const path of target.paths) {
          const found = path.exec({ pathname });
          if (!found) continue;
          const params = found.pathname.groups as Record<string, string>;
          return { call: (asked, ip) => call(target, asked, ip, params) };
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
