import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from 'playwright/test';

/** The page's own content and its panels. every-page.spec.ts checks the bar and the footer. */
const OWN_PART = 'main, dialog[open], :popover-open';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** The two themes differ only in colours. */
const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Injected once per page, because axe's Playwright builder injects it before each run. */
const axeFile = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
let axeSource: Promise<string> | undefined;

/** The bar and the footer, which many pages share. */
export const FRAME = 'body > header, body > footer';

/**
 * Expects no axe violations in the page as it is now, or in one part of it without another, in light and in dark. Of
 * cards alike axe reads two, because all are one component.
 */
export async function expectAccessible(
  page: Page,
  when: string,
  part = OWN_PART,
  without = '',
): Promise<void> {
  // The contrast of a colour during its transition means nothing.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await bringAxe(page);
  const rules = { all: RULES, aboutColours: RULES_ABOUT_COLOURS };
  expect(await page.evaluate(problems, { part, without, rules }), when).toEqual([]);
}

async function bringAxe(page: Page): Promise<void> {
  // Ends with undefined, because Playwright returns the last value of a script.
  axeSource ??= readFile(axeFile, 'utf8').then((source) => `${source};undefined`);
  for (const frame of page.frames()) {
    try {
      if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(await axeSource);
    } catch (error) {
      // Google's button and One Tap are frames, which the page redraws and removes at any time.
      if (!frame.isDetached()) throw error;
    }
  }
}

/** Sets the theme like its button, but does not store it. */
export const showIn = (page: Page, theme: string): Promise<void> =>
  page.evaluate((wanted) => {
    document.documentElement.dataset['theme'] = wanted;
  }, theme);

interface Rules {
  all: string[];
  aboutColours: string[];
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

interface Axe {
  run: (
    parts: { include: string; exclude: Element[] },
    options: object,
  ) => Promise<{ violations: Violation[] }>;
}

interface Reading {
  part: string;
  /** A selector, or an empty text. */
  without: string;
  rules: Rules;
}

/** Runs in the page, so it cannot use outer variables. The page has no frames of other sites. */
async function problems({ part, without, rules }: Reading): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: Axe };
  const looksOf = ({ localName, className, attributes }: Element) => {
    const states = [...attributes].filter(({ name }) =>
      /^(data-(?!product|id)|aria-(?!label|describedby))/.test(name),
    );
    return [localName, className, ...states.map(({ name, value }) => `${name}=${value}`)].join('.');
  };
  const exclude = without === '' ? [] : [...document.querySelectorAll(without)];
  const kinds = new Map<string, number>();
  for (const card of document.querySelectorAll('[data-grid] > li')) {
    const shown = [card, ...card.querySelectorAll('*')].filter((element) => element.checkVisibility());
    const kind = shown.map(looksOf).join(' ');
    const alike = kinds.get(kind) ?? 0;
    kinds.set(kind, alike + 1);
    if (alike >= 2) exclude.push(card);
  }
  const { dataset } = document.documentElement;
  const before = dataset['theme'] ?? 'light';
  const found: string[] = [];
  for (const [theme, runOnly] of [
    [before, { type: 'tag', values: rules.all }],
    [before === 'dark' ? 'light' : 'dark', { type: 'rule', values: rules.aboutColours }],
  ] as const) {
    dataset['theme'] = theme;
    const { violations } = await axe.run(
      { include: part, exclude },
      { runOnly, resultTypes: ['violations'] },
    );
    for (const { id, nodes } of violations) {
      const where = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`);
      found.push(`${theme}, ${id} (${nodes.length} times): ${where.slice(0, 3).join('\n')}`);
    }
  }
  dataset['theme'] = before;
  return found;
}
