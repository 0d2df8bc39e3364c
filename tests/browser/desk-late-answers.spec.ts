import { expect, type Page } from 'playwright/test';
import type { DeskReply } from '../../src/contract/desk.ts';
import type { DeskOrder } from '../../src/contract/desk-orders.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../src/contract/messages/desk-orders.ts';
import { deskScreenMessages } from '../../src/contract/messages/desk.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { anOrderAtDesk, answer, answerDesk, usual } from './support/desk-replies.ts';
import { test } from './support/test.ts';

/** What the desk shows of orders while an answer is late, after one has failed, and when time passes. Every call is mocked. */

const ordersWith = (...orders: DeskReply<'orders.list'>['orders']) => ({ ...usual('orders.list'), orders });
const [first, second] = usual('orders.list').orders;
if (!first || !second) throw new Error('no orders');

const rows = (page: Page) => page.getByRole('listitem');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tryAgain = (page: Page) => button(page, 'Try again');

test.beforeEach(({ page }) => answerDesk(page));

test('Enter opens the order of the typed search, also if its answer is late', async ({ page }) => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await answer(page, 'orders.list', async ({ search }) => {
    if (search === undefined) return ordersWith(first);
    await release;
    return ordersWith(second);
  });
  await page.goto(deskPaths.orders);
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel(says.search).fill('late');
  await page.getByLabel(says.search).press('Enter');
  await expect(page).toHaveURL(`${deskPaths.orders}?q=late`);
  resolve();
  await expect(page).toHaveURL(deskPaths.order(second.id));
});

test('a scan that found nothing opens no order of a later list', async ({ page }) => {
  await answer(page, 'orders.list', ({ search }) => (search ? ordersWith() : ordersWith(first)));
  await page.goto(`${deskPaths.orders}?q=ABCDEF&open=1`);
  await expect(page.getByText(says.none)).toBeVisible();
  await page.getByLabel(says.search).fill('');
  await page.getByLabel(says.choose(first.id.slice(-6))).check();
  await expect(page).toHaveURL(deskPaths.orders);
});

test('a tab whose orders did not come shows none of another tab, until a retry', async ({ page }) => {
  let isUp = false;
  await answer(page, 'orders.list', ({ tab }) => {
    if (tab === undefined) return ordersWith(first);
    return isUp ? ordersWith(second) : null;
  });
  await page.goto(deskPaths.orders);
  await expect(rows(page)).toHaveCount(1);
  await button(page, new RegExp(`^${says.tabs.ship} `)).click();
  await expect(page.getByRole('alert').filter({ hasText: deskScreenMessages.failed })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  isUp = true;
  await tryAgain(page).click();
  await expect(page.getByLabel(says.choose(second.id.slice(-6)))).toBeVisible();
});

test('undo is offered for as long as the server says, whatever time the device has', async ({ page }) => {
  const read = usual('orders.read');
  const shipped: DeskOrder = { ...read.order, status: 'Shipped', can: ['deliver', 'undo'] };
  let undoLeftMs: number | null = 20_000;
  await answer(page, 'orders.read', () => {
    const can: DeskOrder['can'] = undoLeftMs === null ? ['deliver'] : shipped.can;
    return { ...read, order: { ...shipped, can, undoLeftMs } };
  });
  await page.clock.install({ time: Date.now() + HOUR_MS });
  await page.goto(deskPaths.order(anOrderAtDesk));
  const undo = page.getByRole('button', { name: says.verbs.undo, exact: true });
  await expect(undo).toBeVisible();
  await page.clock.runFor(21_000);
  await expect(undo).toHaveCount(0);

  await page.reload();
  await expect(undo).toBeVisible();
  const tooLate = 'It is too late to undo this: its email is on its way.';
  await answer(page, 'orders.undo', () => ({ success: false, code: 'invalid', message: tooLate }));
  undoLeftMs = null;
  await undo.click();
  await expect(page.getByRole('alert').filter({ hasText: tooLate })).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test('a scan without an answer opens its order after a retry', async ({ page }) => {
  let isUp = false;
  await answer(page, 'orders.list', () => (isUp ? ordersWith(second) : null));
  await page.goto(`${deskPaths.orders}?q=ABCDEF&open=1`);
  await expect(tryAgain(page)).toBeVisible();
  isUp = true;
  await tryAgain(page).click();
  await expect(page).toHaveURL(deskPaths.order(second.id));
});

test('more orders that did not come offer a retry beside their button, which keeps the list', async ({
  page,
}) => {
  let isUp = false;
  await answer(page, 'orders.list', ({ after }) => {
    if (after === undefined) return { ...ordersWith(first), next: { placedAt: 0, id: first.id } };
    return isUp ? ordersWith(second) : null;
  });
  await page.goto(deskPaths.orders);
  await button(page, says.more).click();
  await expect(tryAgain(page)).toBeInViewport();
  isUp = true;
  await tryAgain(page).click();
  await expect(rows(page)).toHaveCount(2);
});

test('an order that is no longer chosen after the question is not cancelled', async ({ page }) => {
  const read = usual('orders.read');
  const cancelled: string[] = [];
  await answer(page, 'orders.list', () => ordersWith(first, second));
  await answer(page, 'packing.read', ({ ids }) => {
    return { success: true, orders: ids.map((id) => ({ ...read.order, id })) };
  });
  await answer(page, 'orders.cancel', ({ id }) => {
    cancelled.push(id);
    return { ...read, left: [] };
  });
  await page.goto(deskPaths.orders);
  for (const { id } of [first, second]) await page.getByLabel(says.choose(id.slice(-6))).check();
  await button(page, says.cancelChosen).click();
  await page.getByLabel(says.choose(second.id.slice(-6))).uncheck();
  await button(page, says.cancelCount(1)).click();
  await expect(page.getByText(says.cancelledCount(1))).toBeVisible();
  expect(cancelled).toEqual([first.id]);
});
