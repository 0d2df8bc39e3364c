/**
 * Bundles every function with Netlify's own bundler and starts each from its bundle, outside the project. This finds
 * imports that only work here, and a `config` that cannot be read without running it, before a deploy.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { type FunctionResult, zipFunctions } from '@netlify/zip-it-and-ship-it';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFunctionFiles } from '../../local/functions/functions-host.ts';
import { catalogue } from '../../src/content/snapshot.ts';

interface NetlifySettings {
  build: { functions: string; environment: { NODE_VERSION: string } };
  functions: { node_bundler: 'nft' } & Record<string, { included_files: string[] }>;
}

/** What Node learns about modules by running them, by their functions, as one line of JSON. */
const LOADER = `
const loaded = {};
const folder = process.cwd();
for (const name of process.argv.slice(1)) {
  process.chdir(folder + '/' + name);
  loaded[name] = await import(process.cwd() + '/netlify/functions/' + name + '.mjs').then(
    ({ default: handler, config = {} }) => ({ handler: typeof handler, config }),
    (error) => ({ handler: String(error), config: {} }),
  );
}
process.stdout.write('\\n' + JSON.stringify(loaded));
process.exit(0);
`;

const run = promisify(execFile);
const root = resolve('.');
const settings = parse(await readFile('netlify.toml', 'utf8')) as unknown as NetlifySettings;
const functionsFolder = resolve(settings.build.functions);
const files = await listFunctionFiles(functionsFolder);

let folder: string;
let bundled: Map<string, FunctionResult>;
let loaded: Record<string, { handler: string; config: Record<string, unknown> }>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taana-deploy-'));
  const config = {
    nodeVersion: settings.build.environment.NODE_VERSION,
    nodeBundler: settings.functions.node_bundler,
  };
  const { node_bundler: _, ...single } = settings.functions;
  const own = Object.entries(single).map(([name, { included_files }]) => {
    return [name, { includedFiles: included_files }] as const;
  });
  const results = await zipFunctions(functionsFolder, folder, {
    // A deploy zips the same files.
    archiveFormat: 'none',
    basePath: root,
    repositoryRoot: root,
    config: { '*': config, ...Object.fromEntries(own) },
  });
  bundled = new Map(results.map((result) => [result.name, result]));
  loaded = JSON.parse(await runIn(folder, LOADER, ...bundled.keys())) as typeof loaded;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a module in a process without this project and its settings. @returns the last line of its output */
async function runIn(cwd: string, module: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', module, ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      UPSTASH_REDIS_REST_URL: 'https://example.invalid',
      UPSTASH_REDIS_REST_TOKEN: 'none',
    },
  });
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

const inBundle = (name: string, path: string) => join(folder, name, path);
const codeOf = (name: string) => readFile(inBundle(name, `netlify/functions/${name}.mjs`), 'utf8');

const list = (value: unknown): string[] => (value === undefined ? [] : ([value].flat() as string[]));

test('every function file is bundled for the Node version of netlify.toml', () => {
  expect([...bundled.keys()].sort()).toEqual(files.map(({ name }) => name).sort());
  for (const { runtimeVersion } of bundled.values()) {
    expect(runtimeVersion).toBe(`nodejs${settings.build.environment.NODE_VERSION}.x`);
  }
});

test.each(files)('$name starts from its own bundle', ({ name }) => {
  const hint = `netlify/functions/${name} must export its handler as default`;
  expect(loaded[name]?.handler, hint).toBe('function');
});

test('the desk includes the header rules that its health screen compares', async () => {
  expect(await readFile(inBundle('desk', 'netlify.toml'), 'utf8')).toBe(
    await readFile('netlify.toml', 'utf8'),
  );
});

test.each(files)('Netlify reads the config of $name without running it', ({ name }) => {
  const config = loaded[name]?.config ?? {};
  const { routes = [], excludedRoutes = [], schedule } = bundled.get(name) ?? {};
  const hint = `netlify/functions/${name}: the config must be a plain literal`;
  expect(
    routes.map(({ pattern }) => pattern),
    hint,
  ).toEqual(list(config['path']));
  for (const { methods = [] } of routes) expect(methods, hint).toEqual(list(config['method']));
  expect(
    excludedRoutes.map(({ pattern }) => pattern),
    hint,
  ).toEqual(list(config['excludedPath']));
  expect(schedule, hint).toBe(config['schedule']);
});

/**
 * Netlify counts network addresses, not shoppers. Indian mobile networks put thousands behind one address, and in a sale all
 * of them come at once. So only calls that a shopper makes once or twice in a visit have a limit, a high one. Carts, orders
 * and products have none: their limits count accounts, or one instance (netlify/http).
 */
const SHOPPERS_OF_ONE_ADDRESS = 2_000;
/** Calls of one of them in the busiest minute: each login also requests options and profile, one in five subscribes. */
const callsAMinute: Record<string, number> = {
  user: 4,
  newsletter: 0.2,
  waitlist: 0.4,
  notify: 0.4,
  discount: 0.5,
  vitals: 2,
  // Requested by the owner and by monitoring, never by a page.
  health: 0.01,
};

test('Netlify limits requests per address, with room for a sale behind one address', () => {
  const limited = [...bundled].filter(([, { trafficRules }]) => trafficRules !== undefined);
  expect(limited.map(([name]) => name).sort()).toEqual(Object.keys(callsAMinute).sort());
  for (const [name, { trafficRules }] of limited) {
    const { rateLimitConfig, aggregate } = trafficRules?.action.config ?? {};
    // Netlify reads a single name, not in a list, as a limit for the whole shop: one attacker would lock everybody out.
    expect(aggregate?.keys, name).toEqual([{ type: 'ip' }, { type: 'domain' }]);
    expect(rateLimitConfig?.windowSize, name).toBe(60);
    expect(rateLimitConfig?.windowLimit, name).toBeGreaterThan(
      SHOPPERS_OF_ONE_ADDRESS * (callsAMinute[name] ?? Number.POSITIVE_INFINITY),
    );
  }
});

test('no two functions claim the same path and method', () => {
  const claims = [...bundled.values()].flatMap(({ routes = [] }) =>
    routes.flatMap(({ pattern, methods = [] }) =>
      (methods.length > 0 ? methods : ['any']).map((method) => `${method} ${pattern}`),
    ),
  );
  expect(claims).toEqual([...new Set(claims)]);
});

const SEARCHER = `
const { default: handler } = await import(process.argv[1]);
const ask = async (query) => {
  const response = await handler(new Request('https://shop.example/api/product/list?limit=0' + query), { ip: '::1' });
  return (await response.json()).count;
};
console.log(JSON.stringify([await ask(''), await ask('&search=hoodies')]));
process.exit(0);
`;

test('the product function finds products and index at their paths', async () => {
  const module = inBundle('product', 'netlify/functions/product.mjs');
  const stdout = await runIn(join(folder, 'product'), SEARCHER, module);
  const { length } = catalogue.filter(({ subCategory }) => subCategory === 'Hoodie');
  const [all, hoodies] = JSON.parse(stdout) as [number, number];
  expect(all).toBe(catalogue.length);
  expect(hoodies).toBeGreaterThanOrEqual(length);
});

test.each(files)(
  '$name carries no products in its code, and on file only where it reads them',
  async ({ name }) => {
    const code = await codeOf(name);
    expect(code).not.toContain(catalogue[0]?.description.slice(0, 20));
    expect(existsSync(inBundle(name, 'src/content/snapshot/search.json'))).toBe(name === 'product');
    const hasProducts = existsSync(inBundle(name, 'src/content/snapshot/products.jsonl'));
    expect(hasProducts).toBe(code.includes('products.jsonl'));
  },
);

test.each(files)('$name loads payment, email and credential packages only on use', async ({ name }) => {
  const code = await codeOf(name);
  expect(code).toMatch(/^import .* from "@upstash\/redis";$/m);
  expect(code).not.toMatch(/^import .*"(?:stripe|razorpay|nodemailer|jose)";$/m);
});

const SDK_LOADER = `
const { createRequire } = await import('node:module');
const from = createRequire(process.argv[1]);
for (const name of process.argv.slice(2)) from.resolve(name);
console.log('all are there');
`;

test.each([
  ['order', 'stripe', 'razorpay', 'nodemailer'],
  ['webhook', 'stripe', 'razorpay', 'nodemailer'],
  ['reconciliation', 'stripe', 'razorpay', 'nodemailer'],
  ['reconciliation-background', 'stripe', 'razorpay', 'nodemailer'],
  ['user', 'jose', 'nodemailer'],
])('%s includes the packages that it loads on use', async (name, ...packages) => {
  const module = inBundle(name, `netlify/functions/${name}.mjs`);
  expect(await runIn(join(folder, name), SDK_LOADER, module, ...packages)).toBe('all are there');
});
