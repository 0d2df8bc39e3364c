/**
 * Runs Lighthouse's audits for search engines and best practices on every public page of an open shop:
 * `npm run bench -- lighthouse [address]`. Writes reports/bench/lighthouse.md and fails if a page has less than 100. The
 * address is http://localhost:8888 unless given; the shop there must know it as its SITE_URL.
 */
import process from 'node:process';
import { exitWith } from '../../scripts/setup.mjs';
import { markdownTable, writeReport } from '../support/long-runs/report.ts';
import { withDevTools } from './speed/phone.ts';
import { resultOf } from './speed/lighthouse-score.ts';

const CATEGORIES = ['seo', 'best-practices'];

interface Look {
  path: string;
  /** In percent. */
  scores: number[];
  faults: string[];
}

/** The paths of the sitemap. @throws Error if the shop does not answer */
async function publicPages(shop: URL): Promise<string[]> {
  const locations = async (path: string) => {
    const response = await fetch(new URL(path, shop));
    if (!response.ok) throw new Error(`${response.url} answers ${response.status}; is the shop open?`);
    const found = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
    return found.map(([, location = '']) => new URL(location).pathname);
  };
  const lists = await locations('/sitemap-index.xml');
  return (await Promise.all(lists.map(locations))).flat();
}

async function look(shop: URL, path: string, port: number): Promise<Look> {
  const { categories, audits } = await resultOf(port, new URL(path, shop).href, {
    onlyCategories: CATEGORIES,
    // Neither category measures time, so a throttled network would only cost time.
    throttlingMethod: 'provided',
  });
  const faults = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title }) => `${id} (${title})`);
  const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
  return { path, scores, faults };
}

async function main(): Promise<boolean> {
  const shop = new URL(process.argv[2] ?? 'http://localhost:8888');
  const paths = await publicPages(shop);
  const looks = await withDevTools([], async (port) => {
    const all: Look[] = [];
    for (const path of paths) {
      const seen = await look(shop, path, port);
      all.push(seen);
      console.log(`${seen.scores.join(' ')} ${path} ${seen.faults.join(', ')}`);
    }
    return all;
  });
  const whole = looks.filter(({ scores }) => scores.every((score) => score === 100));
  await writeReport('bench/lighthouse', {
    title: 'Lighthouse',
    command: 'npm run bench -- lighthouse',
    text: `${whole.length} of ${looks.length} pages have 100 in ${CATEGORIES.join(' and ')}.\n\n${markdownTable(
      ['Page', ...CATEGORIES, 'What is missing'],
      looks.map(({ path, scores, faults }) => [path, ...scores, faults.join(', ')]),
    )}`,
  });
  return whole.length === looks.length;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  exitWith(error);
}
