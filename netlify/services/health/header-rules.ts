import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { parse } from 'smol-toml';

/** A part of `[[headers]]` of netlify.toml. */
export interface HeaderRule {
  for: string;
  values: Record<string, string>;
}

/** A pattern of Netlify's rules: `*` at the end is the splat, `:name` one segment. */
export function compilePattern(pattern: string): RegExp {
  const source = pattern.replace(/\/\*$|\*|:([A-Za-z_]\w*)|[.+?^${}()|[\]\\]/g, (part, name?: string) => {
    if (part === '/*') return '(?:/(?<splat>.*))?';
    if (part === '*') return '.*';
    return name === undefined ? `\\${part}` : `(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${source}$`);
}

/** @returns the headers that Netlify sends with a path */
export function headersBy(rules: readonly HeaderRule[]): (pathname: string) => Record<string, string> {
  const compiled = rules.map(({ for: pattern, values }) => ({ pattern: compilePattern(pattern), values }));
  return (pathname) =>
    Object.assign(
      {},
      ...compiled.filter(({ pattern }) => pattern.test(pathname)).map(({ values }) => values),
    );
}

/** Reads netlify.toml, which the desk's function has beside it (`included_files`). */
export async function readHeaderRules(): Promise<ReturnType<typeof headersBy>> {
  const file = join(process.env['LAMBDA_TASK_ROOT'] ?? process.cwd(), 'netlify.toml');
  return headersBy((parse(await readFile(file, 'utf8'))['headers'] ?? []) as unknown as HeaderRule[]);
}
