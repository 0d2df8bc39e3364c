import { expect, type Page } from 'playwright/test';
import { test } from './support/test.ts';
import { openTouchInput, type TouchInput } from './support/touch-input.ts';
import { enter, home, village } from './support/mocked-account.ts';

/** A finger drags panels closed. */

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const HOODIE = '/product/warp-line-hoodie';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Tolerance in pixels, because a browser predicts the finger between two touch events. */
const GUESSED = 6;

interface Drawer {
  name: string;
  address: string;
  opener: string;
  id: string;
  /** The start of the drag, and the direction that closes the panel. */
  from: { x: number; y: number };
  way: { x: number; y: number };
  /** What only this panel does, from its open state. */
  further?: { title: string; act: (page: Page, finger: TouchInput, drawer: Drawer) => Promise<void> };
}

const drawers: Drawer[] = [
  {
    name: 'the menu',
    address: '/about',
    opener: 'Menu',
    id: 'menu',
    from: { x: 280, y: 600 },
    way: { x: -1, y: 0 },
  },
  {
    name: 'the filters',
    address: '/collection?subCategory=Shorts',
    opener: 'Filter and sort',
    id: 'filter-drawer',
    from: { x: 40, y: 640 },
    way: { x: 1, y: 0 },
    further: { title: 'dragging the filters closed keeps the applied filter', act: closeUnapplied },
  },
  {
    name: 'a sheet',
    address: HOODIE,
    opener: 'SIZING GUIDE',
    id: 'size-chart',
    from: { x: 100, y: 160 },
    way: { x: 0, y: 1 },
    further: { title: 'a sheet scrolls its content first, and only closes from its top', act: scrollSheet },
  },
];

const panelOf = (page: Page, id: string) => page.locator(`#${id} > .drawer-panel`);

/** The panel's distance from its open position. */
async function awayBy(page: Page, { id, way }: Drawer): Promise<number> {
  return panelOf(page, id).evaluate((panel, { x }) => {
    const { left, right, bottom } = panel.getBoundingClientRect();
    // Turns -0 into 0.
    return Math.round(x < 0 ? -left : x > 0 ? right - innerWidth : bottom - innerHeight) || 0;
  }, way);
}

/** The same distance after the panel has caught up with a resting finger. */
async function restsAwayBy(page: Page, drawer: Drawer): Promise<number> {
  let before = Number.NaN;
  await expect
    .poll(async () => {
      const last = before;
      before = await awayBy(page, drawer);
      return before > 0 && before === last;
    })
    .toBe(true);
  return before;
}

/** Opens the panel with a tap and waits until it can be dragged. */
async function open(page: Page, drawer: Drawer): Promise<void> {
  await button(page, drawer.opener).tap();
  if (drawer.id === 'filter-drawer') await expect(button(page, 'APPLY')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-drawers', 'finger');
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length),
    )
    .toBe(0);
  expect(await awayBy(page, drawer)).toBe(0);
}

const pointOf = ({ from, way }: Drawer, far: number) => ({
  x: from.x + way.x * far,
  y: from.y + way.y * far,
});

for (const drawer of drawers) {
  test(`${drawer.name} follows the finger, settles back or closes, and returns the focus`, async ({
    page,
  }) => {
    await page.goto(drawer.address);
    const finger = await openTouchInput(page);
    await open(page, drawer);
    for (const far of [60, 90]) {
      // A touch becomes a drag only after some distance, longer on a busy machine. After that the panel follows the
      // finger, apart from the browser's prediction between two touch events.
      await finger.draw(drawer.from, pointOf(drawer, far));
      const behind = far - (await restsAwayBy(page, drawer));
      expect(behind, 'no further than the finger').toBeGreaterThanOrEqual(0);
      await finger.drawOn(pointOf(drawer, far + 40));
      await expect
        .poll(async () => Math.abs((await awayBy(page, drawer)) - (far + 40 - behind)), 'on with the finger')
        .toBeLessThanOrEqual(GUESSED);
      await finger.lift();
      await expect.poll(() => awayBy(page, drawer), 'settles back').toBe(0);
      await expect(panelOf(page, drawer.id)).toBeVisible();
    }
    await finger.draw(drawer.from, pointOf(drawer, drawer.way.y > 0 ? 440 : 260));
    await finger.lift();
    await expect(page.locator(`#${drawer.id}`)).toBeHidden();
    await expect(button(page, drawer.opener)).toBeFocused();
    // It reopens at its open position, and not where the finger left it.
    await open(page, drawer);
    const { further } = drawer;
    if (further) await test.step(further.title, () => further.act(page, finger, drawer));
  });
}

async function closeUnapplied(page: Page, finger: TouchInput, drawer: Drawer): Promise<void> {
  await page
    .locator('#filter-drawer')
    .getByRole('checkbox', { name: /^Shirts/ })
    .check();
  await finger.draw(drawer.from, pointOf(drawer, 280));
  await finger.lift();
  await expect(page.locator('#filter-drawer')).toBeHidden();
  await expect(page.locator('[data-grid] article')).toHaveCount(5);
  await expect(page).toHaveURL(/subCategory=Shorts$/);
}

async function scrollSheet(page: Page, finger: TouchInput, drawer: Drawer): Promise<void> {
  const scrolled = () => panelOf(page, drawer.id).evaluate(({ scrollTop }) => scrollTop);
  await finger.draw({ x: 100, y: 600 }, { x: 100, y: 450 });
  await finger.lift();
  await expect.poll(scrolled).toBeGreaterThan(100);
  await finger.draw({ x: 100, y: 300 }, { x: 100, y: 380 });
  await finger.lift();
  await expect.poll(scrolled).toBeLessThan(100);
  expect(await awayBy(page, drawer)).toBe(0);
  await expect(panelOf(page, drawer.id)).toBeVisible();
}

test('scrolling to an element in a drawer shows it and pushes no panel out', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_astro/drawers.*', (route) => released.then(() => route.continue()));
  await page.goto('/collection?subCategory=Shorts');
  await button(page, 'Filter and sort').tap();
  const drawer = page.locator('#filter-drawer');
  const apply = button(page, 'APPLY');
  await expect(apply).toBeInViewport({ ratio: 1 });
  // Simulates a browser that scrolls an element to its preferred edge.
  const pushOut = () => drawer.evaluate((element) => element.scrollTo(-element.scrollWidth, 0));
  await pushOut();
  await expect(apply, 'before the code of the drawers is there').not.toBeInViewport();
  release();
  await expect(apply, 'once it is there').toBeInViewport({ ratio: 1 });
  await pushOut();
  await expect(apply, 'from then on').toBeInViewport({ ratio: 1 });
  await expect(drawer).toHaveJSProperty('open', true);
});

test('dragging a confirmation closed cancels it, and it can be opened again', async ({ page }) => {
  const sent = await enter(page, { 'address.user': { success: true, addresses: [home, village] } });
  await page.goto('/profile?tab=addresses');
  const ask = page.getByRole('button', { name: 'Delete', exact: true }).first();
  const question = page.getByRole('dialog', { name: 'Delete this address?' });
  const finger = await openTouchInput(page);
  for (const time of ['first', 'second']) {
    await ask.tap();
    await expect(question.getByRole('button', { name: 'Cancel' }), time).toBeFocused();
    await expect(page.locator('html')).toHaveAttribute('data-drawers', 'finger');
    await finger.draw({ x: 180, y: 560 }, { x: 180, y: 735 });
    await finger.lift();
    await expect(question, time).toBeHidden();
    await expect(ask).toBeFocused();
  }
  await ask.tap();
  // A tap beside the sheet.
  await page.touchscreen.tap(180, 80);
  await expect(question).toBeHidden();
  expect(sent['address.delete'] ?? []).toEqual([]);
});

test('drawers open within 200 ms, and at once with reduced motion', async ({ page }) => {
  const [menu] = drawers as [Drawer, Drawer, Drawer];
  const motions = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map((one) => Number(one.effect?.getComputedTiming().endTime)),
    );
  /** Opens the drawer and reads its animations before any can end. */
  const opened = () =>
    page.evaluate(() => {
      document.querySelector<HTMLElement>('[popovertarget="menu"]')?.click();
      return document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map((one) => Number(one.effect?.getComputedTiming().endTime));
    });
  await page.goto(menu.address);
  const times = await opened();
  expect(times.length).toBeGreaterThan(1);
  expect(Math.max(...times)).toBeLessThan(200);
  await page.keyboard.press('Escape');
  await expect(page.locator('#menu')).toBeHidden();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await opened()).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('data-drawers');
  const finger = await openTouchInput(page);
  await finger.draw(menu.from, pointOf(menu, 100));
  await finger.lift();
  await expect.poll(() => awayBy(page, menu), 'back at once').toBe(0);
  expect(await motions()).toEqual([]);
  await finger.draw(menu.from, pointOf(menu, 200));
  await finger.lift();
  await expect(page.locator('#menu')).toBeHidden();
  expect(await motions()).toEqual([]);
});
