import { expect, type Locator, type Page } from 'playwright/test';

/** More tab stops than any page of the shop has. */
const MOST_STOPS = 400;

/** The focused element, as a keyboard user sees it. */
interface Focus {
  name: string;
  /** Whether the wanted element has the focus. */
  isHere: boolean;
  /** Whether the page has replaced the wanted element. */
  isReplaced: boolean;
  isLost: boolean;
  isVisible: boolean;
  /** The sticky element that covers it (WCAG 2.4.11), or an empty text. */
  coveredBy: string;
}

/** Presses Tab until the control has the focus. Every stop must be visible and not under a bar. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const passed: string[] = [];
  // Finding a control by its role takes longer than a key press, so this finds it again only if it was replaced.
  let wanted = await control.elementHandle();
  const look = async (): Promise<Focus> => {
    const focus = await wanted?.evaluate(focusOf);
    if (focus && !focus.isReplaced) return focus;
    wanted = await control.elementHandle();
    return look();
  };
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    const { name, isHere, isLost, isVisible, coveredBy } = await look();
    passed.push(name);
    // After the last stop the focus leaves the page. One more key returns it to the first.
    if (isLost) continue;
    expect(isVisible, `the focus can be seen on ${name}`).toBe(true);
    // The browser may still be scrolling.
    if (coveredBy !== '') {
      const over = async () => (await look()).coveredBy;
      await expect.poll(over, `what lies over ${name}, which has the focus`).toBe('');
    }
    if (isHere) return;
  }
  throw new Error(`Tab does not lead to ${control}; it went over ${passed.slice(0, 60).join(' | ')}`);
}

/** Expects a focused element after the next render. */
export async function expectFocusKept(page: Page, when: string): Promise<void> {
  const body = page.locator('body');
  const isLost = async () => {
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    return (await body.evaluate(focusOf)).isLost;
  };
  await expect.poll(isLost, `the focus is lost ${when}`).toBe(false);
}

/** Runs in the page, so it cannot use outer variables. */
function focusOf(wanted: Element): Focus {
  const element = document.activeElement;
  const shows = (candidate: Element | null | undefined) => {
    if (!candidate) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
    const { width, height } = candidate.getBoundingClientRect();
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && width > 4 && height > 4;
  };
  const covering = () => {
    if (!element || element.localName === 'iframe') return '';
    // A hidden radio is tapped through its label.
    const isHidden = element.getBoundingClientRect().width <= 4;
    const shown = isHidden ? (element.nextElementSibling ?? element) : element;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    if (bottom <= 0 || top >= innerHeight) return 'the edge of the window';
    for (let above = document.elementFromPoint(x, y); above; above = above.parentElement) {
      if (above.contains(element)) return '';
      if (['fixed', 'sticky'].includes(getComputedStyle(above).position)) {
        return above.className || above.localName;
      }
    }
    return '';
  };
  return {
    name: element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40) ?? '',
    isHere: element === wanted,
    isReplaced: !wanted.isConnected,
    isLost: element === null || element === document.body || element === document.documentElement,
    // A hidden radio shows the focus on its label, and a card's link shows it on the card.
    // A frame of another site shows the focus itself, without a style of this page.
    isVisible:
      element?.localName === 'iframe' ||
      shows(element) ||
      shows(element?.nextElementSibling) ||
      shows(element?.closest('article')),
    coveredBy: covering(),
  };
}
