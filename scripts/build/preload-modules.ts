/**
 * Names, in the head of every page, the modules that its scripts import, so that a browser fetches them beside the script
 * and not after it: on a network of 400 ms a round trip, each step of such a chain costs as much as the whole page.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { init, parse } from 'es-module-lexer';

export function preloadModules(): AstroIntegration {
  return {
    name: 'preload-modules',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const dist = fileURLToPath(dir);
        const imports = await staticImports(dist);
        for (const file of await readdir(dist, { recursive: true })) {
          if (!file.endsWith('.html')) continue;
          const html = await readFile(dist + file, 'utf8');
          const preloaded = withPreloads(html, imports);
          if (preloaded !== html) await writeFile(dist + file, preloaded);
        }
      },
    },
  };
}

/** Address of each module → addresses that it imports statically. */
export type StaticImports = ReadonlyMap<string, readonly string[]>;

async function staticImports(dist: string): Promise<StaticImports> {
  await init;
  const imports = new Map<string, string[]>();
  for (const file of await readdir(`${dist}_astro`)) {
    if (!file.endsWith('.js')) continue;
    const [found] = parse(await readFile(`${dist}_astro/${file}`, 'utf8'));
    imports.set(
      `/_astro/${file}`,
      // A dynamic import has an index of its own (`d` > -1): it is fetched when it is wanted.
      found.flatMap(({ n, d }) => (n && d === -1 ? [new URL(n, `file:///_astro/${file}`).pathname] : [])),
    );
  }
  return imports;
}

/**
 * The page with a `modulepreload` for every module behind its scripts, and for its islands that load with the page. An
 * island that waits for the shopper is not among them.
 */
export function withPreloads(html: string, imports: StaticImports): string {
  const scripts = matches(html, /<script type="module" src="([^"]+)"/g);
  const islands = (html.match(/<astro-island [^>]*client="load"[^>]*>/g) ?? []).flatMap((island) =>
    matches(island, /(?:component|renderer)-url="([^"]+)"/g),
  );
  const reached = new Set<string>(islands);
  const follow = (address: string): void => {
    for (const next of imports.get(address) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      follow(next);
    }
  };
  [...scripts, ...islands].forEach(follow);
  const links = [...reached]
    .filter((address) => !scripts.includes(address))
    .map((address) => `<link rel="modulepreload" href="${address}">`);
  return html.replace('</head>', `${links.join('')}</head>`);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, match]) => match ?? []);
}
