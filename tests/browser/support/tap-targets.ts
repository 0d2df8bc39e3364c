import { expect, type Page } from 'playwright/test';

/** Minimum size of a tap target in CSS pixels. Half a pixel allows for rounding. */
const THUMB = 44 - 0.5;

/** iOS zooms into a field with a smaller font, and does not zoom out again. */
const FIELD_PX = 16;

/**
 * Every tap target of the page as it is now is at least 44 px wide and high, measured by hit tests, which include
 * padding, labels and pseudo-elements. As in WCAG 2.5.8, a link in a sentence is exempt: an inline link with other
 * words of its paragraph or list item. Hidden and disabled controls and frames of other sites do not count. Of
 * similar controls (same element, same classes, same place) only eight are measured.
 * The font of every field is large enough to prevent iOS from zooming.
 */
export async function expectBigTargets(page: Page, where: string, within = 'body'): Promise<void> {
  // Without motion, so nothing is measured during a transition.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { small, measured } = await page
    .locator(within)
    .first()
    .evaluate(measure, { least: THUMB, letters: FIELD_PX });
  expect(measured, `controls of ${where}`).toBeGreaterThan(0);
  expect.soft(small, where).toEqual([]);
}

/** Runs in the page, so it cannot use outer variables. */
function measure(
  part: Element,
  { least, letters }: { least: number; letters: number },
): { small: string[]; measured: number } {
  const selector =
    'a[href], button, summary, select, textarea, input:not([type="hidden"]), [role="tab"], [role="option"], [tabindex="0"][role="button"]';
  const small: string[] = [];
  const kinds = new Map<string, number>();
  let measured = 0;
  const top = (x: number, y: number) => document.elementFromPoint(x, y);

  for (const control of part.querySelectorAll<HTMLElement>(selector)) {
    if (isExempt(control)) continue;
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : null;
    // Only the label of a hidden radio, or of a checkbox inside its label, is the tap target.
    const shown = label && (isHeardOnly(control) || label.contains(control)) ? label : control;
    const kind = [control.localName, control.className, control.parentElement?.className].join('|');
    const alike = kinds.get(kind) ?? 0;
    kinds.set(kind, alike + 1);
    if (alike >= 8) continue;

    shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = shown.getBoundingClientRect();
    const hits = (x: number, y: number) => {
      const hit = top(x, y);
      if (!hit) return false;
      return shown.contains(hit) || hit.closest('label')?.control === control;
    };
    const size = extent(box, hits);
    measured += 1;
    const name = `${control.localName} “${control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40)}”`;
    if (size.width < least || size.height < least) small.push(`${name}: ${size.width} × ${size.height}`);
    if (hasSmallLetters(control)) small.push(`${name}: small letters`);
  }
  return { small, measured };

  function isExempt(control: HTMLElement): boolean {
    if (!control.checkVisibility({ visibilityProperty: true })) return true;
    // A panel of the full screen width covers the backdrop.
    if (control.matches(':disabled, [aria-hidden="true"], .skip-link, .drawer-rest')) return true;
    return control.localName === 'a' && isInSentence(control);
  }

  function hasSmallLetters(control: Element): boolean {
    const isField = control.matches(
      'input:not([type="checkbox"], [type="radio"], [type="range"]), select, textarea',
    );
    return isField && Number.parseFloat(getComputedStyle(control).fontSize) < letters;
  }

  function isHeardOnly(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 && height <= 1;
  }

  /** Whether the link is inline beside other words. */
  function isInSentence(link: HTMLElement): boolean {
    if (getComputedStyle(link).display !== 'inline') return false;
    let block = link.parentElement;
    while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
    const others = (block?.textContent ?? '').replace(link.textContent ?? '', '');
    return /\p{L}{2}/u.test(others);
  }

  /** The width and height of the area around its middle that a tap hits, or as much of them as is enough. */
  function extent(box: DOMRect, hits: (x: number, y: number) => boolean): { width: number; height: number } {
    const y = box.top + box.height / 2;
    // The middle of a slider may not be its handle.
    let x = box.left + box.width / 2;
    if (!hits(x, y)) {
      for (x = box.left + 1; x < box.right && !hits(x, y); x += 2);
      if (x >= box.right) return { width: 0, height: 0 };
      let end = x;
      while (hits(end + 2, y)) end += 2;
      x = (x + end) / 2;
    }
    /** How far one way the control is hit, to the pixel: in steps of four, because each hit test takes time. */
    const way = (dx: number, dy: number) => {
      let reached = 0;
      for (const step of [4, 1]) {
        const goesOn = () => hits(x + dx * (reached + step), y + dy * (reached + step));
        while (reached < least && goesOn()) reached += step;
      }
      return reached;
    };
    // The other way is not measured if one is enough.
    const both = (dx: number, dy: number) => {
      const forth = way(dx, dy);
      return forth >= least ? forth : forth + way(-dx, -dy) + 1;
    };
    return { width: both(1, 0), height: both(0, 1) };
  }
}
