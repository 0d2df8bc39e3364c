import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from 'playwright/test';

/** What a page says itself, and what lies over it. Its frame is looked at with each page (every-page.spec.ts). */
const OWN_PART = 'main, dialog[open], :popover-open';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** The two themes differ in colours alone. */
const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The file that its builder for Playwright brings into a page before each look, however often it is there already. */
const axeFile = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
let axeSource: Promise<string> | undefined;

/** axe finds nothing wrong with the page as it is now, or with the part of it that is named, in light and in dark. */
export async function expectAccessible(page: Page, when: string, part = OWN_PART): Promise<void> {
  // Colours on their way from one to another have no contrast to speak of.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await bringAxe(page);
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light');
  const other = before === 'dark' ? 'light' : 'dark';
  await expectNoProblems(page, `${when}, ${before}`, part, { type: 'tag', values: RULES });
  await showIn(page, other);
  await expectNoProblems(page, `${when}, ${other}`, part, { type: 'rule', values: RULES_ABOUT_COLOURS });
  await showIn(page, before);
}

async function bringAxe(page: Page): Promise<void> {
  // Ends in nothing, because what it ends in is sent back.
  axeSource ??= readFile(axeFile, 'utf8').then((source) => `${source};undefined`);
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(await axeSource);
  }
}

interface RunOnly {
  type: 'tag' | 'rule';
  values: string[];
}

async function expectNoProblems(page: Page, when: string, part: string, runOnly: RunOnly): Promise<void> {
  expect(await page.evaluate(problems, [part, runOnly] as const), when).toEqual([]);
}

/** As the button for the theme does it, without being remembered. */
export const showIn = (page: Page, theme: string): Promise<void> =>
  page.evaluate((wanted) => {
    document.documentElement.dataset['theme'] = wanted;
  }, theme);

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

interface Axe {
  run: (part: string, options: object) => Promise<{ violations: Violation[] }>;
}

/** Runs in the page, so it refers to nothing outside itself. No frame here comes from elsewhere. */
async function problems([part, runOnly]: readonly [string, RunOnly]): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: Axe };
  const { violations } = await axe.run(part, { runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`);
    return `${id} (${nodes.length} times): ${where.slice(0, 3).join('\n')}`;
  });
}
