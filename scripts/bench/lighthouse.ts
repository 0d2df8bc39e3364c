/**
 * Lighthouse's look at every public page of an open shop, for what search engines and browsers ask of a page:
 * `npm run bench -- lighthouse [address] [categories]`. Writes reports/lighthouse.md and fails where a page has less than
 * 100. The address is http://localhost:8888 unless given; the shop there has to know it as its SITE_URL.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import lighthouse from 'lighthouse';
import { chromiumFlags, chromiumPath } from '../chromium.mjs';

const [address = 'http://localhost:8888', categories = 'seo,best-practices'] = process.argv.slice(2);
const shop = new URL(address);
const onlyCategories = categories.split(',');

interface Look {
  path: string;
  scores: (number | null)[];
  faults: string[];
}

/** The addresses of the sitemap, asked of this shop. */
async function publicPages(): Promise<string[]> {
  const locations = async (path: string) => {
    const response = await fetch(new URL(path, shop));
    if (!response.ok) throw new Error(`${response.url} answers ${response.status}; is the shop open?`);
    const found = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
    return found.map(([, location = '']) => new URL(location).pathname);
  };
  const lists = await locations('/sitemap-index.xml');
  return (await Promise.all(lists.map(locations))).flat();
}

async function openChromium(): Promise<{ port: number; close: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'taana-lighthouse-'));
  const chromium = spawn(
    chromiumPath(),
    ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...chromiumFlags],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(chromium, 'exit');
  const close = async (): Promise<void> => {
    chromium.kill();
    await ended;
    // Its children keep the other end open for a while, and this process with it.
    chromium.stderr.destroy();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  for await (const line of createInterface(chromium.stderr)) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port !== undefined) {
      chromium.stderr.resume();
      return { port: Number(port), close };
    }
  }
  throw new Error('Chromium ended before it could be asked.');
}

async function look(path: string, port: number): Promise<Look> {
  const result = await lighthouse(new URL(path, shop).href, {
    port,
    onlyCategories,
    // Neither category looks at time, and a slowed-down network only takes it.
    throttlingMethod: 'provided',
    disableFullPageScreenshot: true,
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse has no result for ${path}.`);
  const { categories: found, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${path}: ${runtimeError.message}`);
  const faults = Object.values(found)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title }) => `${id} (${title})`);
  return { path, scores: onlyCategories.map((name) => found[name]?.score ?? null), faults };
}

function report(looks: readonly Look[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const percent = (score: number | null) => (score === null ? '-' : String(Math.round(score * 100)));
  return [
    `# Lighthouse: ${onlyCategories.join(', ')}`,
    '',
    row(['Page', ...onlyCategories, 'What is missing']),
    row(['---', ...onlyCategories.map(() => '--:'), '---']),
    ...looks.map(({ path, scores, faults }) => row([path, ...scores.map(percent), faults.join(', ')])),
    '',
  ].join('\n');
}

const paths = await publicPages();
const chromium = await openChromium();
const looks: Look[] = [];
try {
  for (const path of paths) {
    const seen = await look(path, chromium.port);
    looks.push(seen);
    const scores = seen.scores.map((score) => Math.round((score ?? 0) * 100)).join(' ');
    process.stdout.write(`${scores} ${path} ${seen.faults.join(', ')}\n`);
  }
} finally {
  await chromium.close();
}
await mkdir('reports', { recursive: true });
await writeFile('reports/lighthouse.md', report(looks));
const short = looks.filter(({ scores }) => scores.some((score) => score !== 1));
process.stdout.write(
  `${looks.length - short.length} of ${looks.length} pages have 100 in ${onlyCategories.join(' and ')}.\n`,
);
process.exitCode = short.length === 0 ? 0 : 1;
