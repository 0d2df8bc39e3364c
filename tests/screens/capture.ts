import { expect, type Locator, type Page } from 'playwright/test';
import { shop } from '../../src/domain/config.ts';
import { heights, type Scene, type Theme, type Width } from './scene.ts';

const QUALITY = 70;
/** WebP's largest side, in px. */
const LONGEST = 16_000;
/** Stops the clock from here on, so that a message or a skeleton stays. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

/**
 * Sets the theme as another tab would. The shop's own store then sets `data-theme`; a page without interaction has not
 * loaded that store, and would set the attribute at its next load (layouts/before-paint).
 */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue);
      dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
      document.documentElement.dataset['theme'] = newValue;
    },
    [shop.storageKeys.theme, theme] as const,
  );
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** Loads everything that loads on scroll, then returns the window to its position. */
export async function settle(
  page: Page,
  { frame = 'page', at }: Scene,
  width: Width,
  underWay: ReadonlySet<string>,
): Promise<string[]> {
  if (frame === 'page') await scrollThrough(page, width).then(() => unstick(page));
  if (at) await centre(at(page).first());
  let quiet = 0;
  let missing: string[] = [];
  const isQuiet = async () => {
    await page.evaluate(drawn);
    missing = [...underWay, ...(await page.evaluate(picturesOnTheirWay))];
    quiet = missing.length === 0 ? quiet + 1 : 0;
    // Twice, because a page with a new width requests other pictures a moment later.
    return quiet > 1;
  };
  try {
    await expect.poll(isQuiet, { timeout: 20_000 }).toBe(true);
  } catch {
    return [...new Set(missing)].map((address) => `a picture that does not load: ${address}`);
  }
  // A loaded picture may not be painted yet, because a browser may draw the page before decoding it.
  await page.evaluate(async () => {
    const here = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    await Promise.allSettled(here.map((image) => image.decode()));
  });
  await page.evaluate(drawn);
  return [];
}

/** Addresses of requested pictures that have not arrived, updated from now on. */
export function watchPictures(page: Page): Set<string> {
  const underWay = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'image') underWay.add(request.url());
  });
  page.on('requestfinished', (request) => underWay.delete(request.url()));
  page.on('requestfailed', (request) => underWay.delete(request.url()));
  return underWay;
}

/** Runs in the page: resolves after the next paint. Counts frames, because the clock is stopped. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });
}

/** Bars that stick to the window's lower edge would cover the middle of a full-page picture, so they stay in the flow. */
async function unstick(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const { position, top, bottom } = getComputedStyle(element);
      if (position === 'sticky' && top === 'auto' && bottom !== 'auto') element.style.position = 'relative';
      if (element.style.position === 'relative') element.style.bottom = 'auto';
    }
  });
}

async function scrollThrough(page: Page, width: Width): Promise<void> {
  const total = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < total; top += heights[width]) await page.evaluate((y) => scrollTo(0, y), top);
  await page.evaluate(() => {
    for (const image of document.images) {
      image.loading = 'eager';
      // The page does not load pictures that were never in the window.
      const { src } = image.dataset;
      if (src) image.src = src;
    }
    scrollTo(0, 0);
  });
}

async function centre(locator: Locator): Promise<void> {
  await locator.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
}

/** Runs in the page. Invisible pictures need not load. */
function picturesOnTheirWay(): string[] {
  const isSeen = (image: HTMLImageElement) => {
    const { left, right } = image.getBoundingClientRect();
    const isNear = image.loading === 'eager' || image.getBoundingClientRect().top < innerHeight;
    return image.checkVisibility() && isNear && right > 0 && left < innerWidth;
  };
  return [...document.images].filter((image) => isSeen(image) && !image.complete).map(({ src }) => src);
}

/** Flaws of the current page, whatever it shows. */
export async function flawsOf(page: Page, width: Width): Promise<string[]> {
  return page.evaluate(findFlaws, width);
}

/** Runs in the page. */
function findFlaws(width: number): string[] {
  const flaws: string[] = [];
  const nameOf = (element: Element) => {
    const words = element.textContent?.trim().slice(0, 30) ?? '';
    return `${element.localName}${element.className ? `.${String(element.className).split(' ')[0]}` : ''} “${words}”`;
  };
  const isCut = (element: Element): boolean => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== 'visible') return true;
    }
    return false;
  };
  const wide = Math.max(document.documentElement.scrollWidth, innerWidth);
  if (wide > width) {
    const culprits = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility() && element.getBoundingClientRect().right > width + 0.5 && !isCut(element),
    );
    flaws.push(`${wide - width} px wider than the window: ${culprits.slice(-2).map(nameOf).join(', ')}`);
  }
  for (const image of document.images) {
    const isAskedFor = image.src !== '';
    if (isAskedFor && image.checkVisibility() && image.complete && image.naturalWidth === 0)
      flaws.push(`a broken picture: ${image.src}`);
  }
  return flaws;
}

/** Photographs the current page. */
export async function photograph(page: Page, frame: Scene['frame'], width: Width): Promise<Buffer> {
  const isWhole = frame !== 'window';
  const wanted = isWhole ? await page.evaluate(() => document.documentElement.scrollHeight) : heights[width];
  const height = Math.min(wanted, LONGEST);
  const session = await page.context().newCDPSession(page);
  // Chromium writes WebP itself, in half the time of re-encoding a PNG.
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    ...(isWhole && { captureBeyondViewport: true, clip: { x: 0, y: 0, width, height, scale: 1 } }),
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}
