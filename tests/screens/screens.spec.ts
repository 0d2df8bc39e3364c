import { expect, type Page, test } from 'playwright/test';
import { fromOwnAddresses } from '../browser/support/shopper.ts';
import { watch } from '../browser/support/page-errors.ts';
import { flawsOf, photograph, setTheme, settle, stopClock, watchPictures } from './capture.ts';
import { scenes } from './scenes.ts';
import { heights, type Scene, tagOf, wantedThemes, wantedWidths, type Width } from './scene.ts';
import { NOW } from './fixtures.ts';

/**
 * Photographs every scene of scenes.ts (`npm run screens`). Pictures are attachments of Playwright's own report, and a
 * flaw of a page fails its scene.
 */
fromOwnAddresses();

/** A phone that becomes a tablet keeps touch input; a mouse is another device. */
const widthsOf: Record<string, readonly Width[]> = { touch: [360, 768], tablet: [768], mouse: [1440] };
/** Offline, a wider page has no pictures for its width, so these scenes are repeated at each width. */
const isAnew = ({ state }: Scene) => state === 'offline';

for (const [screen, all] of Object.entries(scenes)) {
  test.describe(screen, { tag: `@${screen}` }, () => {
    for (const scene of all) {
      test.describe(() => {
        test.use({ javaScriptEnabled: !scene.withoutScript });

        const tags = [tagOf(scene.state), ...(isAnew(scene) ? ['@anew'] : [])];
        test(scene.name, { tag: tags }, async ({ page }) => {
          const widths = widthsHere(scene);
          test.info().skip(widths.length === 0, 'Not visible at this width');
          const watched = await watch(page);
          const underWay = watchPictures(page);
          await resize(page, widths[0]);
          await reach(page, scene);
          const flaws: string[] = [];
          for (const width of widths) flaws.push(...(await takePictures(page, scene, width, underWay)));
          const wrong = await watched.found();
          flaws.push(...wrong.filter((line) => !announcedBy(scene).some((pattern) => pattern.test(line))));
          expect(flaws).toEqual([]);
        });

        test.afterEach(async ({ page }) => {
          // Held responses never arrive.
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        });
      });
    }
  });
}

function announcedBy({ announced = [], withoutScript }: Scene): readonly RegExp[] {
  // The message of a browser without scripts about the page's scripts.
  return withoutScript ? [...announced, /^csp for \S+\.js$/] : announced;
}

function widthsHere(scene: Scene): Width[] {
  const ofProject = widthsOf[test.info().project.name] ?? [];
  const ofDevice = isAnew(scene) ? ofProject.slice(0, 1) : ofProject;
  return ofDevice.filter(
    (width) => wantedWidths.includes(width) && (scene.widths ?? ofDevice).includes(width),
  );
}

/** Brings the page to the state of the scene, and stops the clock. */
async function reach(page: Page, { prepare, address, shows, act, withoutScript }: Scene): Promise<void> {
  if (!withoutScript) {
    await page.clock.install({ time: NOW });
    await page.addInitScript(holdStill);
  }
  await prepare?.(page);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  const shown = typeof shows === 'function' ? shows(page) : page.getByRole('main').getByText(shows);
  await expect(shown.filter({ visible: true }).first()).toBeVisible();
  if (!withoutScript) await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await act?.(page);
  // Touch leaves no hover state, and the mouse moves away.
  await page.mouse.move(0, 0);
  if (!withoutScript) await stopClock(page);
}

/** Runs in the page before its scripts: no request times out during a picture, and no cursor blinks. */
function holdStill(): void {
  AbortSignal.timeout = () => new AbortController().signal;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { caret-color: transparent !important }');
  document.adoptedStyleSheets = [sheet];
}

async function resize(page: Page, width: Width = 360): Promise<void> {
  await page.setViewportSize({ width, height: heights[width] });
}

/** @returns the flaws of the page at this width */
async function takePictures(
  page: Page,
  scene: Scene,
  width: Width,
  underWay: ReadonlySet<string>,
): Promise<string[]> {
  const { frame, withoutScript } = scene;
  const found: string[] = [];
  await resize(page, width);
  // A resize listener may run in the next frame.
  if (!withoutScript) await page.clock.runFor(50);
  // Without scripts there is one theme, the light one.
  for (const theme of withoutScript ? wantedThemes.filter((each) => each === 'light') : wantedThemes) {
    if (!withoutScript) await setTheme(page, theme);
    const flaws = [...(await settle(page, scene, width, underWay)), ...(await flawsOf(page, width))];
    found.push(...flaws.map((flaw) => `${width} ${theme}: ${flaw}`));
    const body = await photograph(page, frame, width);
    await test.info().attach(`${width} ${theme}`, { body, contentType: 'image/webp' });
  }
  return found;
}
