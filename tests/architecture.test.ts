import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/**
 * Holds the floor plan of docs/architecture.md against every static and dynamic import of the code, `.astro` included.
 * Each room lists the rooms that it may import besides itself; whatever is not listed is refused.
 */
const root = join(import.meta.dirname, '..');

const rooms = {
  'src/domain': [],
  'src/contract': ['src/domain'],
  'src/content': ['src/domain', 'src/contract'],
  'src/seo': ['src/content', 'src/contract', 'src/domain'],
  'src/client': ['src/contract', 'src/domain'],
  'src/stores': ['src/client', 'src/contract', 'src/domain', 'src/content'],
  'src/components/ui': ['src/contract', 'src/domain'],
  'src/components/shop': [
    'src/components/ui',
    'src/stores',
    'src/client',
    'src/contract',
    'src/domain',
    'src/content',
  ],
  // The worker is bundled apart from the site; the pages' half of it reads stores.
  'src/offline': ['src/components/shop', 'src/stores', 'src/client', 'src/contract', 'src/domain'],
  'src/features': [
    'src/offline',
    'src/components/shop',
    'src/components/ui',
    'src/stores',
    'src/client',
    'src/contract',
    'src/domain',
    'src/content',
  ],
  'src/layouts': [
    'src/features',
    'src/components/shop',
    'src/components/ui',
    'src/styles',
    'src/seo',
    'src/contract',
    'src/domain',
    'src/content',
  ],
  'src/pages': [
    'src/layouts',
    'src/features',
    'src/offline',
    'src/seo',
    'src/components/shop',
    'src/components/ui',
    'src/contract',
    'src/domain',
    'src/content',
  ],
  // Runs in the build alone, over the pages that are built.
  'src/integrations': ['src/seo', 'src/content', 'src/contract', 'src/domain'],
  // Bundled apart from the site; its previews say what the build would say.
  'src/editor': ['src/styles', 'src/content', 'src/contract', 'src/domain'],
  'netlify/storage': ['src/domain'],
  'netlify/identity': ['src/domain'],
  'netlify/email': ['src/contract', 'src/domain'],
  'netlify/push': ['src/domain'],
  'netlify/payments': ['src/domain'],
  'netlify/services': [
    'netlify/storage',
    'netlify/payments',
    'netlify/identity',
    'netlify/email',
    'netlify/push',
    'src/content',
    'src/contract',
    'src/domain',
  ],
  'netlify/http': [
    'netlify/services',
    'netlify/storage',
    'netlify/payments',
    'netlify/identity',
    'src/contract',
    'src/domain',
  ],
  'netlify/functions': ['netlify/http', 'netlify/services'],
  // The owner's command line, and the shop on one machine: both stand on the server's tower, and are no part of it.
  cli: ['netlify', 'local', 'scripts', 'src/contract', 'src/content', 'src/domain'],
  local: ['netlify', 'scripts', 'src/integrations', 'src/contract', 'src/content', 'src/domain'],
} as const satisfies Record<string, readonly string[]>;

type Room = keyof typeof rooms;

/** The validator stays out of the browser, which imports types of these files only. */
const validators = [
  'src/contract/routes.ts',
  ...globSync('src/contract/calls/*.ts', { cwd: root }),
  'src/contract/desk-schemas.ts',
  'src/contract/product-schema.ts',
  'src/contract/page-schema.ts',
  'src/contract/home-schema.ts',
  'src/contract/search-words-schema.ts',
  'src/contract/schema-rules.ts',
];

const files = globSync('{src,netlify,cli,local}/**/*.{ts,tsx,astro,js,mjs}', { cwd: root }).filter(
  (file) => !file.endsWith('.d.ts'),
);
const edges = files.flatMap((file) =>
  importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => ({
      file,
      target: posix.join(dirname(file), specifier.replace(/\?.*$/, '')),
      isType: !importsOf(file, isNoType).includes(specifier),
    })),
);

describe('the house', () => {
  test('has a room for every file', () => {
    const entryPoints = ['src/content.config.ts', 'src/env.d.ts'];
    expect(files.filter((file) => !roomOf(file) && !entryPoints.includes(file))).toEqual([]);
  });

  test('has no code file of more than 300 lines', () => {
    const code = globSync('{src,netlify,cli,local,scripts,tests}/**/*.{ts,tsx,astro,js,mjs,css}', {
      cwd: root,
    });
    const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    expect(code.filter((file) => linesOf(file) > 300)).toEqual([]);
  });

  test('has every file that the plan names for an everyday change', () => {
    const plan = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const [, table = ''] = /^## Everyday changes$([\s\S]*?)^## /m.exec(plan) ?? [];
    const named = [...table.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  test('has every file that a document names', () => {
    const named = globSync(['docs/*.md', 'README.md', 'CONTRIBUTING.md'], { cwd: root }).flatMap((document) =>
      pathsIn(document).map((path) => `${document}: ${path}`),
    );
    expect(named.filter((line) => !isPresent(...(line.split(': ') as [string, string])))).toEqual([]);
    expect(named.length).toBeGreaterThan(500);
  });

  test('is read completely: every relative import names a file that is there', () => {
    const present = new Set([...files, ...globSync('{src,netlify,local}/**/*.{json,css}', { cwd: root })]);
    for (const script of globSync('scripts/*.{ts,mjs}', { cwd: root })) present.add(script);
    // Made by scripts/snapshot.ts, so it may be missing from a fresh clone.
    for (const made of ['src/content/snapshot.json', 'src/content/snapshot-edition.json']) present.add(made);
    expect(edges.filter(({ target }) => !present.has(target))).toEqual([]);
    expect(edges.length).toBeGreaterThan(50);
  });

  test('imports only downward', () => {
    const wrong = edges.filter(({ file, target }) => {
      const from = roomOf(file);
      const to = roomOf(target) ?? folderOf(target);
      return (
        from !== undefined && to !== from && !rooms[from].some((room) => `${to}/`.startsWith(`${room}/`))
      );
    });
    expect(wrong).toEqual([]);
  });

  test('has no circle of imports, of types neither', () => {
    // Files that import nothing of the rest go, until only circles and what imports them is left.
    let rest = edges;
    for (let before = -1; before !== rest.length;) {
      before = rest.length;
      const importing = new Set(rest.map(({ file }) => file));
      rest = rest.filter(({ target }) => importing.has(target));
    }
    expect(rest.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  test('keeps the whole catalogue out of functions, which read the products that they need', () => {
    const whole = ['src/content/snapshot.ts', 'src/content/snapshot.json'];
    const wrong = edges.filter(({ file, target }) => file.startsWith('netlify/') && whole.includes(target));
    expect(wrong).toEqual([]);
  });

  test('keeps features apart from each other', () => {
    const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1];
    const wrong = edges.filter(({ file, target }) => {
      const [from, to] = [featureOf(file), featureOf(target)];
      return from !== undefined && to !== undefined && from !== to;
    });
    expect(wrong).toEqual([]);
  });

  test('keeps validators out of the browser', () => {
    const wrong = edges.filter(
      ({ file, target, isType }) =>
        !isType &&
        validators.includes(target) &&
        !/^(?:netlify\/http|cli|src\/editor|src\/integrations\/content-rules)\//.test(file) &&
        file !== 'src/content.config.ts' &&
        !validators.includes(file),
    );
    expect(wrong).toEqual([]);
  });

  test('has a domain that imports no package and reads neither clock nor chance', () => {
    const domain = files.filter((file) => file.startsWith('src/domain/'));
    for (const file of domain) {
      expect(
        importsOf(file).filter((specifier) => !specifier.startsWith('./')),
        file,
      ).toEqual([]);
      const code = readFileSync(join(root, file), 'utf8');
      expect(code, file).not.toMatch(/\bMath\.random\b|\bDate\.now\b|\bnew Date\(\)|\bcrypto\b|\bprocess\b/);
    }
  });

  test('keeps server packages and the Node platform out of the browser tower', () => {
    const wrong = files
      .filter((file) => /^src\/(client|stores|features|components|domain)\//.test(file))
      .flatMap((file) => importsOf(file).map((specifier) => ({ file, specifier })))
      .filter(({ specifier }) => /^(node:|zod$|hono|@upstash|@netlify|stripe$|razorpay$)/.test(specifier));
    expect(wrong).toEqual([]);
  });
});

/** Paths in backticks, with `{a,b}` expanded. Other words and commands are no paths. */
function pathsIn(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/`([^`]+)`/g)]
    .map(([, word = '']) => word)
    .filter((word) =>
      /^(?:src|netlify|local|cli|tests|scripts)\/\S+$|^[\w./-]+\.(?:test|spec)\.ts$/.test(word),
    )
    .flatMap(expanded);
}

function expanded(path: string): string[] {
  const [whole = '', choices = ''] = /\{([^}]*)\}/.exec(path) ?? [];
  return whole ? choices.split(',').flatMap((choice) => expanded(path.replace(whole, choice))) : [path];
}

/** `<noun>` stands for any name, and a module may be named without its ending. behaviour.md names tests without `tests/`. */
function isPresent(document: string, path: string): boolean {
  // Made by scripts/snapshot.ts, so it may be missing from a fresh clone.
  if (path.startsWith('src/content/snapshot')) return true;
  const pattern = path.replaceAll(/<\w+>/g, '*');
  const folders = document === 'docs/behaviour.md' ? ['', 'tests/'] : [''];
  const candidates = folders.flatMap((folder) =>
    ['', '.ts', '.tsx', '.astro'].map((ending) => folder + pattern + ending),
  );
  return candidates.some((each) =>
    each.includes('*') ? globSync(each, { cwd: root }).length > 0 : existsSync(join(root, each)),
  );
}

function roomOf(file: string): Room | undefined {
  return (Object.keys(rooms) as Room[]).find((room) => file.startsWith(`${room}/`));
}

function folderOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/** Every module that a file names: static, type-only and dynamic imports, re-exports, and those of `.astro` scripts. */
function importsOf(file: string, isCounted = (_statement: string) => true): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const sources = file.endsWith('.astro') ? astroSources(text) : [text];
  return sources.flatMap((source) =>
    ts
      .preProcessFile(source, true, true)
      .importedFiles.filter(({ pos }) => isCounted(source.slice(source.lastIndexOf(';', pos) + 1, pos)))
      .map(({ fileName }) => fileName),
  );
}

/** Whether a statement up to its specifier imports more than types. */
function isNoType(statement: string): boolean {
  return !/^(?:import|export) type\b/m.test(statement);
}

function astroSources(text: string): string[] {
  const frontmatter = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script(?![^>]*is:inline)[^>]*>([\s\S]*?)<\/script>/g)];
  return [frontmatter, ...scripts.map(([, script]) => script ?? '')];
}
