/**
 * Lists in the head of every page its modules and their imports, so that a browser fetches all of them at once and
 * before its fonts. At 400 ms per round trip, each step of an import chain costs as much as the whole page.
 */
import { readdir, readFile } from 'node:fs/promises';
import { init, parse } from 'es-module-lexer';
import { headElement, type PageDocument, type PageElement } from './page-document.ts';

export interface Modules {
  /** Path of each module → paths that it imports statically. */
  imports: ReadonlyMap<string, readonly string[]>;
  /** Path of a module that only imports another one → path of that one. */
  standIns: ReadonlyMap<string, string>;
}

export async function readModules(dist: string): Promise<Modules> {
  await init;
  const imports = new Map<string, string[]>();
  const standIns = new Map<string, string>();
  for (const file of await readdir(`${dist}_astro`)) {
    if (!file.endsWith('.js')) continue;
    const code = await readFile(`${dist}_astro/${file}`, 'utf8');
    const [found] = parse(code);
    const own = `/_astro/${file}`;
    // A dynamic import (`d` > -1) is fetched only when it is used.
    const addresses = found.flatMap(({ n, d }) =>
      n && d === -1 ? [new URL(n, `file://${own}`).pathname] : [],
    );
    imports.set(own, addresses);
    const [only] = addresses;
    if (only && /^import\s*"[^"]*";?\s*$/.test(code)) standIns.set(own, only);
  }
  return { imports, standIns };
}

/**
 * The page with a `modulepreload` for every module of its scripts. The other modules of its islands are in links that
 * fetch nothing until src/client/hydrate-after-load activates them. A script that only imports another module is
 * replaced by that module.
 */
export function withModules(page: PageDocument, { imports, standIns }: Modules): PageDocument {
  const scripts = page.body.filter(isModule);
  const changes = scripts.flatMap(({ source, start, attributes: { src = '' } }) => {
    const standsFor = standIns.get(src);
    return standsFor ? [{ start: start + source.indexOf(src), length: src.length, text: standsFor }] : [];
  });
  const own = withImports(
    [...page.head.filter(isModule), ...scripts].map(
      ({ attributes: { src = '' } }) => standIns.get(src) ?? src,
    ),
    imports,
  );
  const islands = withImports(
    page.body
      .filter(({ name }) => name === 'astro-island')
      .flatMap(({ attributes }) =>
        [attributes['component-url'] ?? [], attributes['renderer-url'] ?? []].flat(),
      ),
    imports,
  );
  const links = [...own].map((address) => headElement(`<link rel="modulepreload" href="${address}">`));
  const later = [...islands]
    .filter((address) => !own.has(address))
    .map((address) => headElement(`<link data-island href="${address}">`));
  return { ...page, head: [...page.head, ...links, ...later], changes: [...page.changes, ...changes] };
}

const isModule = ({ name, attributes }: PageElement): boolean =>
  name === 'script' && attributes['type'] === 'module' && attributes['src'] !== undefined;

/** The modules and everything that they import statically. */
function withImports(modules: readonly string[], imports: Modules['imports']): Set<string> {
  const reached = new Set<string>(modules);
  // A `for` loop over a set also visits entries that are added meanwhile.
  for (const address of reached) for (const next of imports.get(address) ?? []) reached.add(next);
  return reached;
}
