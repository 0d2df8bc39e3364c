import { expect, type Page, test } from 'playwright/test';
import { fromOwnAddresses } from '../browser/support/shopper.ts';
import { watch } from '../browser/support/watch.ts';
import { flawsOf, photograph, setTheme, settle, stopClock, watchPictures } from './capture.ts';
import { scenes } from './scenes.ts';
import { heights, type Scene, tagOf, wantedThemes, wantedWidths, type Width } from './scene.ts';
import { NOW } from './fixtures.ts';

/**
 * Photographs every scene of scenes.ts (`npm run screens`). The pictures are attachments of Playwright's own report, and
 * what is wrong with a page fails its scene.
 */
fromOwnAddresses();

/** A phone that becomes a tablet keeps its finger; a mouse is another device. */
const widthsOf: Record<string, readonly Width[]> = { touch: [360, 768], tablet: [768], mouse: [1440] };
/** Without a network a page that becomes wider has no pictures for its width: these are walked to at each. */
const isAnew = ({ state }: Scene) => state === 'offline';

for (const [place, all] of Object.entries(scenes)) {
  test.describe(place, { tag: `@${place}` }, () => {
    for (const scene of all) {
      test.describe(() => {
        test.use({ javaScriptEnabled: !scene.withoutScript });

        const tags = [tagOf(scene.state), ...(isAnew(scene) ? ['@anew'] : [])];
        test(scene.name, { tag: tags }, async ({ page }) => {
          const widths = widthsHere(scene);
          test.info().skip(widths.length === 0, 'Nothing to be seen at this width');
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
          // What is held back is held back for good.
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        });
      });
    }
  });
}

function announcedBy({ announced = [], withoutScript }: Scene): readonly RegExp[] {
  // What a browser that runs no scripts says of those that the page names.
  return withoutScript ? [...announced, /^csp for \S+\.js$/] : announced;
}

function widthsHere(scene: Scene): Width[] {
  const ofProject = widthsOf[test.info().project.name] ?? [];
  const ofDevice = isAnew(scene) ? ofProject.slice(0, 1) : ofProject;
  return ofDevice.filter(
    (width) => wantedWidths.includes(width) && (scene.widths ?? ofDevice).includes(width),
  );
}

/** To the state of the scene, from which time stands still. */
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
  // A finger leaves nothing hovering behind, and a mouse goes its way.
  await page.mouse.move(0, 0);
  if (!withoutScript) await stopClock(page);
}

/** Runs in the page, first of all: no call is given up while it is being photographed, and no cursor blinks. */
function holdStill(): void {
  AbortSignal.timeout = () => new AbortController().signal;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { caret-color: transparent !important }');
  document.adoptedStyleSheets = [sheet];
}

async function resize(page: Page, width: Width = 360): Promise<void> {
  await page.setViewportSize({ width, height: heights[width] });
}

/** @returns what is wrong with the page at this width */
async function takePictures(
  page: Page,
  scene: Scene,
  width: Width,
  underWay: ReadonlySet<string>,
): Promise<string[]> {
  const { frame, withoutScript } = scene;
  const found: string[] = [];
  await resize(page, width);
  // What listens to the window's size may wait for the next frame with it.
  if (!withoutScript) await page.clock.runFor(50);
  // Without a script there is one theme, the light one.
  for (const theme of withoutScript ? wantedThemes.filter((each) => each === 'light') : wantedThemes) {
    if (!withoutScript) await setTheme(page, theme);
    const flaws = [...(await settle(page, scene, width, underWay)), ...(await flawsOf(page, width))];
    found.push(...flaws.map((flaw) => `${width} ${theme}: ${flaw}`));
    const body = await photograph(page, frame, width);
    await test.info().attach(`${width} ${theme}`, { body, contentType: 'image/webp' });
  }
  return found;
}
