import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { footerFull, isInFooter, MOST_ADDED_LINKS, sameAs } from '../../contract/page-schema.ts';
import {
  addressProblem,
  isOwnText,
  missingText,
  ownTexts,
  type TextFolder,
} from '../../contract/page-slugs.ts';
import { type Fields, readFields } from './front-matter.ts';

/** A page or a policy as a file in its folder. */
export interface TextFile {
  folder: TextFolder;
  /** Without .md; its URL without the slash. */
  name: string;
  source: string;
}

const folders = Object.keys(ownTexts) as TextFolder[];

/** @param root of the repository */
export function readTexts(root: string): TextFile[] {
  return folders.flatMap((folder) => {
    const path = join(root, 'src/content', folder);
    if (!existsSync(path)) return [];
    return readdirSync(path)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => ({
        folder,
        name: basename(name, '.md'),
        source: readFileSync(join(path, name), 'utf8'),
      }));
  });
}

export const pathOf = ({ folder, name }: Pick<TextFile, 'folder' | 'name'>): string =>
  `src/content/${folder}/${name}.md`;

/** Problems between the texts: which exist, at which URLs, and which the footer links to. */
export function textFileProblems(texts: readonly TextFile[]): string[] {
  const missing = folders.flatMap((folder) =>
    ownTexts[folder]
      .filter((name) => !texts.some((text) => text.folder === folder && text.name === name))
      .map((name) => `${pathOf({ folder, name })}: ${missingText(name)}`),
  );
  return [
    ...missing,
    ...texts.flatMap((text) => addressProblems(text, texts).map((problem) => `${pathOf(text)}: ${problem}`)),
    ...sameWords(texts),
    ...crowdedFooter(texts),
  ];
}

function addressProblems({ folder, name }: TextFile, texts: readonly TextFile[]): string[] {
  const problem = addressProblem(name);
  if (problem !== undefined) return [`address: ${problem}`];
  const other = texts.find((text) => text.name === name && text.folder !== folder);
  // Reported once: on the text that is not built in, else on the page.
  if (!other || isOwnText(folder, name) || (folder === 'policies' && !isOwnText('pages', name))) return [];
  return [`address: /${name} belongs to ${pathOf(other)} as well; choose another one`];
}

function sameWords(texts: readonly TextFile[]): string[] {
  const seen = new Map<unknown, TextFile>();
  // The built-in texts come first, so that the message is about the added text.
  const sorted = [...texts].sort((a, b) => Number(isAdded(a)) - Number(isAdded(b)));
  return sorted.flatMap((text) =>
    (['title', 'description'] as const).flatMap((field) => {
      const words = fieldsOf(text)[field];
      const first = seen.get(words);
      if (typeof words !== 'string' || words.trim() === '') return [];
      if (!first) seen.set(words, text);
      return first ? [`${pathOf(text)}: ${field}: ${sameAs(pathOf(first))}`] : [];
    }),
  );
}

function crowdedFooter(texts: readonly TextFile[]): string[] {
  return texts
    .filter((text) => isAdded(text) && isInFooter(fieldsOf(text).footer))
    .slice(MOST_ADDED_LINKS)
    .map((text) => `${pathOf(text)}: footer: ${footerFull}`);
}

export const isAdded = ({ folder, name }: TextFile): boolean => !isOwnText(folder, name);

const fieldsOf = ({ source }: TextFile): Fields => readFields(source).fields ?? {};
