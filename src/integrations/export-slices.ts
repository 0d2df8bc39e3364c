/**
 * Bundlers move whole modules: a message that only the cart shows would travel with every page if it stands in one file
 * with a message of every page. In the browser's bundle, each export of these files is therefore a module of its own, so
 * the files can be sorted by subject.
 */
import { readFile } from 'node:fs/promises';
import { parseAst, type Plugin, transformWithOxc } from 'vite';

const SLICED =
  /\/src\/(?:domain\/(?:cart|config|order-limits)|contract\/(?:messages\/[\w-]+|labels|paths|endpoints))\.ts$/;
const SLICE = /^(.*)\?export=(\w+)$/;

export const isSliced = (file: string) => SLICED.test(file);
export const sliceId = (file: string, name: string) => `${file}?export=${name}`;

type Statement = ReturnType<typeof parseAst>['body'][number];

export function exportSlices(): Plugin {
  return {
    name: 'export-slices',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: { order: 'pre', filter: { id: SLICE }, handler: (id) => id },
    load: {
      filter: { id: SLICE },
      async handler(id) {
        const [, file = '', name = ''] = SLICE.exec(id) ?? [];
        this.addWatchFile(file);
        const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
        return { code: sliceOf(code, name, file), moduleSideEffects: false };
      },
    },
    transform: {
      filter: { code: /\bfrom\b/ },
      async handler(code, importer) {
        let changed = code;
        for (const node of parseAst(code).body.toReversed()) {
          if (!('source' in node) || typeof node.source?.value !== 'string') continue;
          if (!/^[./]/.test(node.source.value)) continue;
          const file = (await this.resolve(node.source.value, importer))?.id ?? '';
          if (!isSliced(file)) continue;
          changed = changed.slice(0, node.start) + importsOf(node, file) + changed.slice(node.end);
        }
        return changed === code ? null : { code: changed, map: null };
      },
    },
  };
}

/** One import for each name of an import. @throws Error for other ways to import, which would load the whole file */
function importsOf(node: Statement, file: string): string {
  if (node.type !== 'ImportDeclaration') throw new Error(`${file} can only be imported, by name`);
  return node.specifiers
    .map((specifier) => {
      if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier')
        throw new Error(`${file} can only be imported by names`);
      return importOf(specifier.imported.name, file, specifier.local.name);
    })
    .join('\n');
}

const importOf = (name: string, file: string, as = name) =>
  `import { ${name} as ${as} } from ${JSON.stringify(sliceId(file, name))};`;

/**
 * The statements of a file that one export needs. It imports the other exports that it uses.
 * @param code JavaScript
 */
export function sliceOf(code: string, wanted: string, file: string): string {
  const declaring = new Map<string, Statement>();
  const exported = new Set<string>();
  for (const node of parseAst(code).body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    const names = declaration ? namesOf(declaration as Statement) : [];
    for (const name of names) {
      declaring.set(name, node);
      if (node !== declaration) exported.add(name);
    }
  }
  if (!exported.has(wanted)) throw new Error(`${file} does not export ${wanted}`);
  const needed = new Set<Statement>();
  const others = new Set<string>();
  const visit = (name: string) => {
    const node = declaring.get(name);
    if (!node || needed.has(node)) return;
    if (exported.has(name) && name !== wanted) {
      others.add(name);
      return;
    }
    needed.add(node);
    JSON.stringify(node, (_, part: unknown) => {
      if (isIdentifier(part)) visit(part.name);
      return part;
    });
  };
  visit(wanted);
  const kept = [...new Set(declaring.values())].filter((node) => needed.has(node));
  return [
    ...[...others].map((name) => importOf(name, file)),
    ...kept.map((node) => code.slice(node.start, node.end)),
  ].join('\n');
}

const isIdentifier = (part: unknown): part is { name: string } =>
  typeof part === 'object' && part !== null && 'type' in part && part.type === 'Identifier' && 'name' in part;

/** The names that a statement at the top of a file declares. */
function namesOf(node: Statement): string[] {
  if (node.type === 'ImportDeclaration') return node.specifiers.map(({ local }) => local.name);
  if (node.type === 'FunctionDeclaration') return node.id ? [node.id.name] : [];
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id }) => {
    if (id.type === 'Identifier') return [id.name];
    if (id.type !== 'ObjectPattern') throw new Error(`A declaration with ${id.type} cannot be sliced`);
    return id.properties.map((property) =>
      property.type === 'Property' && property.value.type === 'Identifier' ? property.value.name : '',
    );
  });
}
