import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { z } from 'zod';
import { factProblems } from '../../content/shop-facts.ts';
import { homeFile } from '../../contract/home-schema.ts';
import {
  addedPageFrontmatter,
  dayRule,
  markdownProblems,
  pageFrontmatter,
} from '../../contract/page-schema.ts';
import { sentencesOf } from '../../contract/schema-rules.ts';
import { deadLinks, linksOf, type Places } from '../../contract/shop-links.ts';
import type { Product } from '../../domain/product.ts';
import { campaignsOf } from './campaign.ts';
import { dayAsWritten, isDay, readFields } from './front-matter.ts';
import { isAdded, pathOf, readTexts, textFileProblems } from './text-files.ts';

/**
 * Problems in the texts that marketers edit, found before Astro reads them: pages, policies, the home page, and the
 * pictures of products and campaigns. One sentence per mistake, starting with file and field.
 * @param root of the repository
 * @param products those whose files are valid
 */
export async function textProblems(root: string, products: readonly Product[]): Promise<string[]> {
  const texts = readTexts(root);
  const places: Places = {
    texts: new Set(texts.map(({ name }) => name)),
    products: productIds(join(root, 'src/content/products')),
  };
  const ofTexts = texts.flatMap((text) =>
    pageProblems(text.source, places, isAdded(text)).map((problem) => `${pathOf(text)}: ${problem}`),
  );
  const home = 'src/content/home.json';
  const path = join(root, home);
  const ofHome = existsSync(path)
    ? homeProblems(readFileSync(path, 'utf8'), places, join(root, 'public'))
    : ['is missing; the home page is made from it'];
  return [
    ...textFileProblems(texts),
    ...ofTexts,
    ...ofHome.map((problem) => `${home}: ${problem}`),
    ...(await productPictureProblems(products, join(root, 'public'))),
  ];
}

/** Includes invalid files; their mistakes are reported elsewhere. */
function productIds(folder: string): ReadonlySet<string> {
  return new Set(readdirSync(folder).map((name) => basename(name, '.md')));
}

/**
 * @param source of a page or a policy
 * @param isAdded not one of the built-in texts
 * @returns `description: must have …`, one per mistake
 */
export function pageProblems(source: string, places: Places, isAdded = false): string[] {
  const { fields, written, content, problem } = readFields(source);
  if (!fields) return [problem];
  const { data, error } = (isAdded ? addedPageFrontmatter : pageFrontmatter).safeParse(fields);
  const problems = (error?.issues ?? []).flatMap(sentences);
  if (fields.lastChanged instanceof Date && !isDay(dayAsWritten('lastChanged', written) ?? '')) {
    problems.push(`lastChanged: ${dayRule}`);
  }
  return [
    ...problems,
    ...markdownProblems(content),
    ...factProblems(`${written}\n${content}`),
    ...deadLinks([data?.button?.link ?? ''], places).map((dead) => `button: link: ${dead}`),
    ...deadLinks(linksOf(content), places).map((dead) => `text: ${dead}`),
  ];
}

/** @param publicFolder holds the campaign pictures in `campaign` */
export function homeProblems(source: string, places: Places, publicFolder: string): string[] {
  let written: unknown;
  try {
    written = JSON.parse(source);
  } catch {
    return ['cannot be read: a comma, a quote or a bracket is missing or too many'];
  }
  const result = homeFile.safeParse(written);
  if (!result.success) return result.error.issues.flatMap(sentences);

  const campaigns = campaignsOf(result.data);
  const unknown = [...campaigns, { place: 'earlyOrder', ...result.data.earlyOrder }].flatMap(
    ({ place, pieces, link }) => [
      ...pieces
        .filter((id) => !places.products.has(id))
        .map((id) => `${place}: pieces: ${id} is not a product; write the name of its file without .md`),
      ...deadLinks([link.href], places).map((dead) => `${place}: link: ${dead}`),
    ],
  );
  const missing = campaigns
    .filter(({ picture }) => !existsSync(join(publicFolder, picture)))
    .map(({ place, picture }) => `${place}: picture: ${basename(picture)} was not found in public/campaign`);
  return [...unknown, ...missing];
}

function sentences(issue: z.core.$ZodIssue): string[] {
  const item = issue.path[0] === 'faq' || issue.path[0] === 'aliases' ? 'entry' : 'block';
  return sentencesOf(issue, item, 'is not a known field; take it out');
}

/** Width and height of a master, in pixels. A card would crop or stretch any other ratio than 1 : 1.1. */
const productPicture = { width: 1200, height: 1320 } as const;

const formatsByEnding: Readonly<Record<string, readonly string[]>> = {
  webp: ['webp'],
  jpg: ['jpeg'],
  jpeg: ['jpeg'],
  png: ['png'],
  avif: ['heif', 'avif'],
};

/** Checks the pictures of products that exist; missing ones are reported with the product file. */
export async function productPictureProblems(
  products: readonly Product[],
  publicFolder: string,
): Promise<string[]> {
  const checked = new Map<string, Promise<string | undefined>>();
  const found = await Promise.all(
    products.flatMap(({ id, pictures }) =>
      pictures.map(async ({ src }) => {
        const problem = checked.get(src) ?? pictureProblem(join(publicFolder, src));
        checked.set(src, problem);
        const sentence = await problem;
        return sentence === undefined
          ? []
          : [`src/content/products/${id}.md: images: ${basename(src)} ${sentence}`];
      }),
    ),
  );
  return found.flat();
}

async function pictureProblem(path: string): Promise<string | undefined> {
  const { width, height } = productPicture;
  const wanted = `a product picture must be ${width} × ${height} pixels`;
  const read = await sharp(path)
    .metadata()
    .catch(() => undefined);
  if (!read) return `cannot be read as a picture; export it again as WebP (${wanted})`;
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (!formatsByEnding[ending]?.includes(read.format)) {
    return `is a ${read.format.toUpperCase()} picture although its name ends in .${ending}; export it again or give it the right ending`;
  }
  if (read.width === width && read.height === height) return undefined;
  return `is ${read.width} × ${read.height} pixels; ${wanted}, so cut and scale it before it goes into the shop`;
}
