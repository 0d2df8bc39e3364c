import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** What a page says itself, and what lies over it. Its frame is looked at with each page (every-page.spec.ts). */
const OWN_PART = 'main, dialog[open], :popover-open';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** The two themes differ in colours alone. */
const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** axe finds nothing wrong with the page as it is now, or with the part of it that is named, in light and in dark. */
export async function expectAccessible(page: Page, when: string, part = OWN_PART): Promise<void> {
  // Colours on their way from one to another have no contrast to speak of.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light');
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .include(part)
    .withTags(RULES);
  // No frame here comes from elsewhere; otherwise axe opens a page of its own to put the frames' answers together.
  const { violations } = await builder.setLegacyMode().analyze();
  expect(problems(violations), `${when}, ${before}`).toEqual([]);
  const other = before === 'dark' ? 'light' : 'dark';
  await showIn(page, other);
  expect(
    problems(await page.evaluate(lookAgain, [part, RULES_ABOUT_COLOURS] as const)),
    `${when}, ${other}`,
  ).toEqual([]);
  await showIn(page, before);
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** Runs in the page, where axe is since its first look: to bring it there again takes longer than the look. */
async function lookAgain([part, values]: readonly [string, string[]]): Promise<Violations> {
  const { axe } = globalThis as unknown as {
    axe: { run: (part: string, options: object) => Promise<never> };
  };
  const { violations } = (await axe.run(part, {
    runOnly: { type: 'rule', values },
    resultTypes: ['violations'],
  })) as { violations: Violations };
  return violations;
}

/** As the button for the theme does it, without being remembered. */
export const showIn = (page: Page, theme: string): Promise<void> =>
  page.evaluate((wanted) => {
    document.documentElement.dataset['theme'] = wanted;
  }, theme);

function problems(violations: Violations): string[] {
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`);
    return `${id} (${nodes.length} times): ${where.slice(0, 3).join('\n')}`;
  });
}
