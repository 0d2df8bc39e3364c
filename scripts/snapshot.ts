import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { searchIndex } from '../netlify/services/search.ts';
import { productsFile } from '../netlify/storage/products.ts';
import { dayMissing, dayRule } from '../src/contract/page-schema.ts';
import { checkProductFile, type CheckedFile } from '../src/contract/product-schema.ts';
import { missingText } from '../src/contract/page-slugs.ts';
import type { Product } from '../src/domain/product.ts';
import { type CropGrounds, readCampaign } from '../src/integrations/content-rules/campaign.ts';
import {
  dayAsWritten,
  type Fields,
  isDay,
  readFields,
} from '../src/integrations/content-rules/front-matter.ts';
import {
  productRedirects,
  type Redirects,
  textRedirects,
} from '../src/integrations/content-rules/redirects.ts';
import { searchWordsProblems } from '../src/integrations/content-rules/search-words.ts';
import { readTexts } from '../src/integrations/content-rules/text-files.ts';
import { textProblems } from '../src/integrations/content-rules/texts.ts';

/**
 * Reads every product file and writes the one snapshot that pages and functions share, so that a page and a price never
 * disagree within a deploy. Lists all mistakes of all files before it fails.
 */
export interface Catalogue {
  /** Sorted by id. */
  products: Product[];
  /** Redirects from the pages of removed products. */
  redirects: Redirects;
  /** One mistake each, such as `kulhad-hoodie.md: price: must be …`. */
  problems: string[];
}

/**
 * @param folder with the product files
 * @param publicFolder the site's public folder, whose `products` has the pictures
 */
export function readCatalogue(folder: string, publicFolder: string): Catalogue {
  const pictureFolder = join(publicFolder, 'products');
  // One listing instead of a check per picture. Compares names case-sensitively, as the server does, even on a
  // case-insensitive disk.
  const pictures = new Set(existsSync(pictureFolder) ? readdirSync(pictureFolder) : []);
  const catalogue: Catalogue = { products: [], redirects: {}, problems: [] };
  const successors: { id: string; aliases: readonly string[] }[] = [];

  for (const file of readdirSync(folder, { withFileTypes: true })) {
    if (file.name.startsWith('.')) continue;
    const {
      product,
      aliases = [],
      problems: found = [],
    } = file.isFile() && extname(file.name) === '.md'
      ? readProduct(basename(file.name, '.md'), readFileSync(join(folder, file.name), 'utf8'), pictures)
      : { problems: ['is not a product file; a product is one file whose name ends in .md'] };

    if (product) {
      catalogue.products.push(product);
      successors.push({ id: product.id, aliases });
    }
    catalogue.problems.push(...found.map((problem) => `${file.name}: ${problem}`));
  }

  catalogue.products.sort((a, b) => (a.id < b.id ? -1 : 1));
  const { redirects, problems } = productRedirects(successors.sort((a, b) => (a.id < b.id ? -1 : 1)));
  catalogue.redirects = redirects;
  catalogue.problems.push(...problems);
  catalogue.problems.sort();
  return catalogue;
}

/** The days on which the texts that a shopper accepts last changed, such as '2026-11-20': their versions. */
export interface PolicyVersions {
  terms: string;
  privacy: string;
}

const POLICY_FILES = { terms: 'terms-conditions.md', privacy: 'privacy-policy.md' } as const;

/** @param folder with the policies. @returns no versions if there is a problem */
export function readPolicyVersions(folder: string): { versions: PolicyVersions | null; problems: string[] } {
  const problems: string[] = [];
  const dayOf = (name: string): string => {
    const path = join(folder, name);
    const { day, problem } = existsSync(path)
      ? readLastChanged(readFileSync(path, 'utf8'))
      : { problem: missingText(basename(name, '.md')) };
    if (problem !== undefined) problems.push(`${name}: ${problem}`);
    return day ?? '';
  };
  const versions = { terms: dayOf(POLICY_FILES.terms), privacy: dayOf(POLICY_FILES.privacy) };
  return { versions: problems.length === 0 ? versions : null, problems };
}

function readLastChanged(source: string): { day?: string; problem?: string } {
  const { fields, written, problem } = readFields(source);
  if (!fields) return { problem };
  const { lastChanged } = fields;
  if (lastChanged === undefined || lastChanged === null) return { problem: `lastChanged: ${dayMissing}` };
  const day = lastChanged instanceof Date ? dayAsWritten('lastChanged', written) : lastChanged;
  if (typeof day !== 'string' || !isDay(day)) return { problem: `lastChanged: ${dayRule}` };
  return { day };
}

function readProduct(slug: string, source: string, pictures: ReadonlySet<string>): CheckedFile {
  const { fields, written, content, problem } = readFields(source);
  if (!fields) return { problems: [problem] };
  const checked = checkProductFile(slug, withDayAsWritten(fields, written), content);
  const missing = missingPictures(fields.images, pictures);
  return missing.length === 0 ? checked : { problems: [...(checked.problems ?? []), ...missing] };
}

/** YAML turns 2026-06-31 into 1 July, so the check reads the day as written. */
function withDayAsWritten(fields: Fields, written: string): Fields {
  if (!(fields.addedOn instanceof Date)) return fields;
  return { ...fields, addedOn: dayAsWritten('addedOn', written) };
}

/** Reads the list as written, so that a missing picture is named with the other mistakes of its file. */
function missingPictures(images: unknown, pictures: ReadonlySet<string>): string[] {
  const files: unknown[] = Array.isArray(images) ? images.map((image) => image?.file) : [];
  return files
    .filter((file) => typeof file === 'string' && !pictures.has(file))
    .map((file) => `images: ${file} was not found in public/products (small and capital letters differ)`);
}

/** The source of pages and functions. */
export interface Snapshot {
  products: readonly Product[];
  policyVersions: PolicyVersions;
  cropGrounds: CropGrounds;
  redirects: Redirects;
}

/**
 * Writes the outputs of a snapshot: one file for pages; for functions their edition, the products one by one, and the
 * search index.
 * @param content the project's `src/content`
 * @returns whether anything was written: unchanged files keep their times, so that watchers do not react
 */
export function writeSnapshot(content: string, { products, policyVersions, ...forPages }: Snapshot): boolean {
  const edition = createHash('sha256').update(JSON.stringify(products)).digest('base64url').slice(0, 16);
  return [
    writeChanged(join(content, 'snapshot/search.json'), JSON.stringify(searchIndex(products))),
    writeChanged(join(content, 'snapshot/products.jsonl'), productsFile(products, edition)),
    writeChanged(join(content, 'snapshot-edition.json'), `${JSON.stringify({ edition, policyVersions })}\n`),
    writeChanged(join(content, 'snapshot.json'), `${JSON.stringify({ products, ...forPages })}\n`),
  ].includes(true);
}

/** @returns whether the file was written */
function writeChanged(target: string, content: string | Buffer): boolean {
  const bytes = Buffer.from(content);
  if (existsSync(target) && readFileSync(target).equals(bytes)) return false;
  mkdirSync(dirname(target), { recursive: true });
  // Renamed into place, so that a running build or function never reads half a file.
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, bytes);
  renameSync(draft, target);
  return true;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = 'src/content/products';
  const policyFolder = 'src/content/policies';
  const catalogue = readCatalogue(join(root, folder), join(root, 'public'));
  const policies = readPolicyVersions(join(root, policyFolder));
  const campaign = await readCampaign(root);
  const found = [
    ...catalogue.problems.map((problem) => `${folder}/${problem}`),
    ...policies.problems.map((problem) => `${policyFolder}/${problem}`),
    ...(await textProblems(root, catalogue.products)),
    ...campaign.problems,
    ...searchWordsProblems(root),
  ];
  // Two readers may report the same mistake of one line.
  const problems = [...new Set(found)];
  if (policies.versions === null || problems.length > 0) {
    console.error(problems.join('\n'));
    console.error(
      `\n${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'}; nothing was written.`,
    );
    process.exitCode = 1;
  } else {
    const { products } = catalogue;
    const written = writeSnapshot(join(root, 'src/content'), {
      products,
      policyVersions: policies.versions,
      cropGrounds: campaign.grounds,
      redirects: { ...catalogue.redirects, ...textRedirects(readTexts(root)) },
    });
    console.log(`${products.length} products, snapshot ${written ? 'written' : 'unchanged'}.`);
  }
}
