import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** axe finds nothing wrong with the page as it is now, or with the part of it that is named. */
export async function expectAccessible(page: Page, when: string, part = 'html'): Promise<void> {
  // Colours on their way from one to another have no contrast to speak of.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'])
    // No frame here comes from elsewhere; otherwise axe opens a page of its own to put the frames' answers together.
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`);
    return `${id} (${nodes.length} times): ${where.slice(0, 3).join('\n')}`;
  });
  expect(found, when).toEqual([]);
}
