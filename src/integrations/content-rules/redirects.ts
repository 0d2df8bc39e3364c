import { readFields } from './front-matter.ts';
import type { TextFile } from './text-files.ts';

/** From the path of a page that is gone to the path of the page in its place. */
export type Redirects = Readonly<Record<string, string>>;

/**
 * The former addresses of texts, which the editor notes in a file whenever its address changes. If two texts have had
 * one address, the first one by name gets it. An address that a text has today leads to that text.
 */
export function textRedirects(texts: readonly TextFile[]): Redirects {
  const names = new Set(texts.map(({ name }) => `/${name}`));
  const moved = texts.toReversed().flatMap(({ name, source }) =>
    aliasesOf(readFields(source).fields?.aliases)
      .filter((from) => !names.has(from))
      .map((from) => [from, `/${name}`] as const),
  );
  return Object.fromEntries(moved);
}

function aliasesOf(written: unknown): string[] {
  return Array.isArray(written) ? written.filter((one) => typeof one === 'string') : [];
}

/** Product pages that are gone, and what is wrong with them: `b.md: aliases: …`. */
export function productRedirects(products: readonly { id: string; aliases: readonly string[] }[]): {
  redirects: Redirects;
  problems: string[];
} {
  const present = new Set(products.map(({ id }) => `/product/${id}`));
  const redirects: Record<string, string> = {};
  const problems: string[] = [];
  for (const { id, aliases } of products) {
    for (const from of aliases) {
      if (present.has(from))
        problems.push(`${id}.md: aliases: ${from} is a product of this shop; take it out`);
      else if (redirects[from] !== undefined)
        problems.push(`${id}.md: aliases: ${from} leads to ${redirects[from]} already; take one out`);
      else redirects[from] = `/product/${id}`;
    }
  }
  return { redirects, problems };
}
