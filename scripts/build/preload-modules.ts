/**
 * Names, in the head of every page, its modules and those that they import, so that a browser fetches all of them at once
 * and before its fonts: on a network of 400 ms a round trip, each step of a chain costs as much as the whole page.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { init, parse } from 'es-module-lexer';
import { changePages } from './pages.ts';

export function preloadModules(): AstroIntegration {
  return {
    name: 'preload-modules',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const { imports, standIns } = await readModules(fileURLToPath(dir));
        await changePages(dir, (html) => withPreloads(withoutStandIns(html, standIns), imports));
      },
    },
  };
}

/** Address of each module → addresses that it imports statically. */
export type StaticImports = ReadonlyMap<string, readonly string[]>;

/** Address of a module that is nothing but the import of another → address of that. */
export type StandIns = ReadonlyMap<string, string>;

async function readModules(dist: string): Promise<{ imports: StaticImports; standIns: StandIns }> {
  await init;
  const imports = new Map<string, string[]>();
  const standIns = new Map<string, string>();
  for (const file of await readdir(`${dist}_astro`)) {
    if (!file.endsWith('.js')) continue;
    const code = await readFile(`${dist}_astro/${file}`, 'utf8');
    const [found] = parse(code);
    const own = `/_astro/${file}`;
    // A dynamic import has an index of its own (`d` > -1): it is fetched when it is wanted.
    const addresses = found.flatMap(({ n, d }) =>
      n && d === -1 ? [new URL(n, `file://${own}`).pathname] : [],
    );
    imports.set(own, addresses);
    const [only] = addresses;
    if (only && /^import\s*"[^"]*";?\s*$/.test(code)) standIns.set(own, only);
  }
  return { imports, standIns };
}

/** The page with the modules themselves as its scripts, where the bundler put one in between that only imports them. */
export function withoutStandIns(html: string, standIns: StandIns): string {
  return html.replace(
    /(<script type="module" src=")([^"]+)(")/g,
    (_, before: string, address: string, after: string) =>
      before + (standIns.get(address) ?? address) + after,
  );
}

/**
 * The page with a `modulepreload` for every module of its scripts, and the name of every other module of its islands in a
 * link that fetches nothing until src/client/hydrate-after-load says so.
 */
export function withPreloads(html: string, imports: StaticImports): string {
  const scripts = withImports(matches(html, /<script type="module" src="([^"]+)"/g), imports);
  const islands = withImports(
    (html.match(/<astro-island [^>]*>/g) ?? []).flatMap((island) =>
      matches(island, /(?:component|renderer)-url="([^"]+)"/g),
    ),
    imports,
  );
  const links = [...scripts].map((address) => `<link rel="modulepreload" href="${address}">`);
  const later = [...islands]
    .filter((address) => !scripts.has(address))
    .map((address) => `<link data-island href="${address}">`);
  return html.replace('</head>', `${links.join('')}${later.join('')}</head>`);
}

/** The modules and all that they import statically. */
function withImports(modules: readonly string[], imports: StaticImports): Set<string> {
  const reached = new Set<string>(modules);
  // A set hands over what is added while it is walked.
  for (const address of reached) for (const next of imports.get(address) ?? []) reached.add(next);
  return reached;
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, match]) => match ?? []);
}
