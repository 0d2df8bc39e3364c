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
  expect(await problems(axe(page, part).withTags(RULES)), `${when}, ${before}`).toEqual([]);
  const other = before === 'dark' ? 'light' : 'dark';
  await showIn(page, other);
  expect(await problems(axe(page, part).withRules(RULES_ABOUT_COLOURS)), `${when}, ${other}`).toEqual([]);
  await showIn(page, before);
}

const axe = (page: Page, part: string): AxeBuilder =>
  // No frame here comes from elsewhere; otherwise axe opens a page of its own to put the frames' answers together.
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .include(part)
    .setLegacyMode();

/** As the button for the theme does it, without being remembered. */
const showIn = (page: Page, theme: string): Promise<void> =>
  page.evaluate((wanted) => {
    document.documentElement.dataset['theme'] = wanted;
  }, theme);

async function problems(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`);
    return `${id} (${nodes.length} times): ${where.slice(0, 3).join('\n')}`;
  });
}
