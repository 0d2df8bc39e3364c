import { expect, type Page } from 'playwright/test';
import { openToAll } from './support/addresses.ts';
import { placeOrder } from './support/api.ts';
import { openShopperSession, fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

/** WCAG 1.4.4 and 1.4.10: text at 200 %, and a page at 400 % zoom on a screen of 1280 by 1024. */
fromOwnAddresses();

const windows = [
  { name: 'a window of 320 by 256', width: 320, height: 256, letters: 16 },
  { name: 'text at 200 % on a phone', width: 360, height: 740, letters: 32 },
  { name: 'text at 200 % on a desktop', width: 1440, height: 900, letters: 32 },
] as const;

/** Opens what covers a page, looks at each and closes it. */
type Panels = (page: Page, look: (what: string) => Promise<void>) => Promise<void>;

const panels: Record<string, Panels> = {
  '/about': async (page, look) => {
    if (!(await page.getByRole('button', { name: 'Menu' }).isVisible())) return;
    await page.getByRole('button', { name: 'Menu' }).click();
    const last = page.locator('#menu').getByRole('button', { name: 'Dark theme' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await look('the menu');
    await page.keyboard.press('Escape');
    await expect(last).toBeHidden();
  },
  '/collection': async (page, look) => {
    await page.getByRole('button', { name: 'Filter and sort' }).click();
    await page.getByRole('button', { name: 'APPLY' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'APPLY' })).toBeInViewport();
    await look('the filters');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'QUICK VIEW: Warp Line Hoodie' }).press('Enter');
    const add = page.locator('#quick-view').getByRole('button', { name: 'ADD TO CART' });
    await add.scrollIntoViewIfNeeded();
    await expect(add).toBeInViewport();
    await look('the quick view');
    await page.keyboard.press('Escape');
    await expect(add).toBeHidden();
  },
  '/product/warp-line-hoodie': async (page, look) => {
    await page.getByRole('button', { name: 'SIZING GUIDE' }).press('Enter');
    await expect(page.locator('#size-chart table').first()).toBeVisible();
    await look('the sizing guide');
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'M', exact: true }).press('Space');
    await page.getByRole('button', { name: 'ADD TO CART' }).press('Enter');
    const subtotal = page.locator('#mini-cart').getByText('Subtotal', { exact: true });
    await expect(subtotal).toBeVisible();
    await look('the mini cart and its message');
    await page.keyboard.press('Escape');
    await expect(subtotal).toBeHidden();
  },
};

const addresses = [...openToAll, '/collection', '/product/warp-line-hoodie', '/product/meter-se-tee'];
/** Pages of a logged-in shopper with a cart and an order. */
const own = ['/cart', '/place-order', '/orders', '/profile', '/profile?tab=addresses'];

async function enter(page: Page): Promise<void> {
  const cap = { productId: 'taana-cap', size: 'default', quantity: 1 };
  const asha = await openShopperSession(page, { productId: 'warp-line-hoodie', size: 'M', quantity: 2 }, cap);
  await placeOrder(page.request, asha, { productId: 'warp-line-hoodie', size: 'M', quantity: 1 });
}

async function load(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expect(page.locator('.profile-loading')).toHaveCount(0);
  // Waits for the whole style sheet.
  await expect(page.locator('link[data-later][media="print"]')).toHaveCount(0);
  // Cards far below the window have no boxes until they come near.
  await page.locator('[data-grid] > li').evaluateAll((cards) => {
    for (const card of cards) (card as HTMLElement).style.contentVisibility = 'visible';
  });
}

test('Everything is readable and reachable in a small window and with large text', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const wrong: string[] = [];
  for (const address of [...addresses, ...own]) {
    if (address === own[0]) await enter(page);
    for (const { name, width, height, letters } of windows) {
      await page.setViewportSize({ width, height });
      // Like the browser's setting, which also scales lengths and breakpoints in em and rem.
      await session.send('Page.setFontSizes', { fontSizes: { standard: letters } });
      if (name === windows[0].name) await load(page, address);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
      const fontSize = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
      expect(fontSize, 'the size of the letters').toBe(`${letters}px`);
      const look = async (what: string) => {
        for (const found of await page.evaluate(problems)) wrong.push(`${what}, ${name}: ${found}`);
      };
      await look(address);
      await panels[address]?.(page, look);
    }
  }
  expect(wrong).toEqual([]);
});

/** Runs in the page: finds sideways scrolling, cut-off text, broken words, and bars over a third of the window. */
function problems(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => element.checkVisibility() && !element.closest('.visually-hidden, [inert]'),
  );
  const holdsText = ({ childNodes }: HTMLElement) =>
    [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const isCut = (element: HTMLElement) => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    if (textOverflow === 'ellipsis' || element.matches('input, select')) return false;
    const isTooWide = hides(overflowX) && element.scrollWidth > element.clientWidth + 2;
    return isTooWide || (hides(overflowY) && element.scrollHeight > element.clientHeight + 2);
  };
  const isOutOfItsBox = (element: HTMLElement) => {
    if (!element.matches('button, .btn, .badge') || element.querySelector('.visually-hidden')) return false;
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    if (box.width <= 4) return false;
    return text.right > box.right + 2 || text.left < box.left - 2 || text.bottom > box.bottom + 2;
  };
  /** Short words that fit one line but break into two. */
  const brokenWords = ({ childNodes }: HTMLElement) =>
    [...childNodes].flatMap((node) => {
      if (!(node instanceof Text)) return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      // Most texts fit one line.
      if (range.getClientRects().length < 2) return [];
      return [...node.data.matchAll(/(?<!\S)[\p{L}\d₹,.]{2,12}(?!\S)/gu)].flatMap(({ index, 0: word }) => {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > 1 ? [word] : [];
      });
    });
  /** Counts a bar that spans the window at its top or bottom, and no sticky column. */
  const heightOfBar = (element: HTMLElement) => {
    if (!/sticky|fixed/.test(getComputedStyle(element).position)) return 0;
    const { top, bottom, width } = element.getBoundingClientRect();
    if (element.closest('dialog, [popover], #toasts') || width < innerWidth * 0.9) return 0;
    const isAtAnEdge = top <= 1 || bottom >= innerHeight - 1;
    return isAtAnEdge ? Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) : 0;
  };
  const named = (what: string, { textContent }: HTMLElement) => `${what}: ${textContent.trim().slice(0, 40)}`;

  const { scrollWidth } = document.documentElement;
  const bars = all.reduce((sum, element) => sum + heightOfBar(element), 0);
  return [
    ...(scrollWidth > innerWidth ? [`${scrollWidth} px wide for ${innerWidth}`] : []),
    ...all.filter((element) => holdsText(element) && isCut(element)).map((each) => named('cut off', each)),
    ...all
      .filter((element) => holdsText(element) && isOutOfItsBox(element))
      .map((each) => named('out of its box', each)),
    ...all.flatMap((each) => brokenWords(each).map((word) => `broken: ${word}`)),
    ...(bars > innerHeight / 3 ? [`bars take ${Math.round(bars)} of ${innerHeight} px`] : []),
  ];
}
