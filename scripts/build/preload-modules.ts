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
 * The page with a `modulepreload` for every module of its scripts, and of its islands that load with the page. An island
 * that waits for the shopper is not among them.
 */
export function withPreloads(html: string, imports: StaticImports): string {
  const scripts = matches(html, /<script type="module" src="([^"]+)"/g);
  const islands = (html.match(/<astro-island [^>]*client="load"[^>]*>/g) ?? []).flatMap((island) =>
    matches(island, /(?:component|renderer)-url="([^"]+)"/g),
  );
  const reached = new Set<string>([...scripts, ...islands]);
  const follow = (address: string): void => {
    for (const next of imports.get(address) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      follow(next);
    }
  };
  [...scripts, ...islands].forEach(follow);
  const links = [...reached].map((address) => `<link rel="modulepreload" href="${address}">`);
  return html.replace('</head>', `${links.join('')}</head>`);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, match]) => match ?? []);
}
