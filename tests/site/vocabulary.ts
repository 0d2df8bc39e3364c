/**
 * schema.org's vocabulary in the form that the validator reads: its classes, what each is a kind of, and its properties.
 * Taken from the types of schema-dts, which are made from schema.org's own file; that file is in no package.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ts from 'typescript';

interface Class {
  '@type': 'rdfs:Class';
  '@id': string;
  'rdfs:subClassOf': { '@id': string }[];
}
interface Property {
  '@type': 'rdf:Property';
  '@id': string;
  'schema:domainIncludes': { '@id': string }[];
}

export function schemaOrg(): { '@graph': (Class | Property)[] } {
  const path = createRequire(import.meta.url)
    .resolve('schema-dts')
    .replace(/\.js$/, '.d.ts');
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const parents = new Map<string, Set<string>>();
  const domains = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, value?: string) => {
    const values = map.get(key) ?? new Set();
    if (value !== undefined && value !== key) values.add(value);
    map.set(key, values);
  };
  // `interface OfferBase extends ThingBase` has the properties of Offer, `interface OfferLeaf` its name.
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const name = /^(\w+)(?:Base|Leaf)$/.exec(statement.name.text)?.[1];
    if (name === undefined) continue;
    add(parents, name);
    for (const { expression } of statement.heritageClauses?.flatMap(({ types }) => [...types]) ?? []) {
      const parent = /^(\w+)Base$/.exec(expression.getText(source))?.[1];
      if (parent !== undefined) add(parents, name, parent);
    }
    for (const member of statement.members) {
      if (!member.name || !ts.isStringLiteral(member.name) || member.name.text.startsWith('@')) continue;
      add(domains, member.name.text, name);
    }
  }
  const ids = (names: ReadonlySet<string>) => [...names].map((name) => ({ '@id': `schema:${name}` }));
  return {
    '@graph': [
      ...[...parents].map(([name, kinds]): Class => ({
        '@type': 'rdfs:Class',
        '@id': `schema:${name}`,
        'rdfs:subClassOf': ids(kinds),
      })),
      ...[...domains].map(([name, of]): Property => ({
        '@type': 'rdf:Property',
        '@id': `schema:${name}`,
        'schema:domainIncludes': ids(of),
      })),
    ],
  };
}
