import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchWordsFile } from '../../contract/search-words-schema.ts';

const FILE = 'src/content/search-words.json';

/**
 * Problems in the words that marketers teach the search.
 * @param root of the repository
 * @returns `src/content/search-words.json: groups: group 2: typed: must be …`, one per mistake
 */
export function searchWordsProblems(root: string): string[] {
  const path = join(root, FILE);
  const problems = existsSync(path)
    ? problemsOf(readFileSync(path, 'utf8'))
    : ['is missing; the search understands shoppers by it'];
  return problems.map((problem) => `${FILE}: ${problem}`);
}

function problemsOf(source: string): string[] {
  let written: unknown;
  try {
    written = JSON.parse(source);
  } catch {
    return ['cannot be read: a comma, a quote or a bracket is missing or too many'];
  }
  const { error } = searchWordsFile.safeParse(written);
  return (error?.issues ?? []).map(({ path, message }) => {
    const item = path[0] === 'groups' ? 'group' : 'phrase';
    const place = path.map((step) => (typeof step === 'number' ? `${item} ${step + 1}` : String(step)));
    return [...place.slice(0, 3), message].join(': ');
  });
}
