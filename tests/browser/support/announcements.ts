import type { Page } from 'playwright/test';

interface Listening {
  heard?: string[];
}

/**
 * Records the live regions of the page as it is now, like a screen reader: text that is added to an existing region,
 * and an alert when it appears. A region that is added together with its text is not announced.
 * @returns the announcements so far, oldest first
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    (globalThis as Listening).heard = heard;
    const live = '[aria-live]:not([aria-live="off"]), [role="status"]:not([aria-live="off"]), [role="alert"]';
    const known = new WeakSet(document.querySelectorAll(live));
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const say = (text: string) => {
      const said = text.replace(/\s+/g, ' ').trim();
      if (said !== '') heard.push(said);
    };
    /** The text of an added node, without its controls. */
    const wordsOf = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element) || node.matches('button, [aria-hidden="true"]')) return '';
      return [...node.childNodes].map(wordsOf).join(' ');
    };
    /** An alert is announced when it appears. Another region announces only later changes. */
    const arrive = (added: Node) => {
      if (!(added instanceof Element)) return;
      for (const region of [added, ...added.querySelectorAll('*')].filter((each) => each.matches(live))) {
        if (region.matches('[role="alert"]') && isShown(region)) say(wordsOf(region));
        queueMicrotask(() => known.add(region));
      }
    };
    /** `status` and `alert` are announced as a whole. Another region announces only the added text. */
    const change = (region: Element, { target, addedNodes }: MutationRecord, told: Set<Element>) => {
      const isWhole = region.matches('p, [role="status"], [role="alert"]');
      if (isWhole && !told.has(region)) say(wordsOf(region));
      if (!isWhole) say((target instanceof Text ? [target] : [...addedNodes]).map(wordsOf).join(' '));
      told.add(region);
    };
    new MutationObserver((records) => {
      const told = new Set<Element>();
      for (const record of records) {
        const { target } = record;
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
        if (!region) record.addedNodes.forEach(arrive);
        else if (known.has(region) && isShown(region)) change(region, record, told);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => [...((globalThis as Listening).heard ?? [])]);
}
