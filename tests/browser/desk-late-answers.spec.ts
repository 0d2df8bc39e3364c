import { expect, type Page } from 'playwright/test';
import { type DeskBody, deskPath, type DeskReply, type DeskRouteName } from '../../src/contract/desk.ts';
import type { DeskOrder } from '../../src/contract/desk-orders.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../src/contract/messages/desk-orders.ts';
import { deskScreenMessages } from '../../src/contract/messages/desk.ts';
import {
  deskMoneyMessages as money,
  deskStockMessages as stock,
} from '../../src/contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { anOrderAtDesk, answerDesk, replyOfDesk } from './support/desk-replies.ts';
import { test } from './support/test.ts';

/** What the desk shows while an answer is late, after one has failed, and when time passes. Every call is mocked. */

type Refused = { success: false; code: string; message: string };

/** Mocks one call. `null` is a network failure. */
const answer = <Name extends DeskRouteName>(
  page: Page,
  name: Name,
  reply: (body: DeskBody<Name>) => DeskReply<Name> | Refused | null | Promise<DeskReply<Name>>,
) =>
  page.route(`**${deskPath(name)}`, async (route) => {
    const json = await reply(route.request().postDataJSON() as DeskBody<Name>);
    return json === null ? route.abort() : route.fulfill({ json });
  });

const usual = <Name extends DeskRouteName>(name: Name) => replyOfDesk(deskPath(name)) as DeskReply<Name>;
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

test('a stock list that did not come offers a retry', async ({ page }) => {
  let isUp = false;
  await answer(page, 'stock.list', () => (isUp ? usual('stock.list') : null));
  await page.goto(deskPaths.stock);
  await expect(page.getByRole('alert').filter({ hasText: deskScreenMessages.failed })).toBeVisible();
  isUp = true;
  await tryAgain(page).click();
  await expect(page.getByRole('columnheader', { name: stock.columns.pieces })).toBeVisible();
  await expect(tryAgain(page)).toHaveCount(0);
});

const monthOf = (courier: string): DeskReply<'money.month'> => ({
  success: true,
  lines: [],
  gst: { rows: [], invoices: 0, creditNotes: 0 },
  cash: [{ courier, orders: 1, paise: 100, collectedPaise: 0, receivedPaise: 0 }],
});

test('no number of a month stands under another month, whose answer is late', async ({ page }) => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await answer(page, 'money.payouts', () => ({ success: true, providers: [] }));
  await answer(page, 'money.month', async ({ month }) => {
    if (month !== '2026-09') return monthOf('Of October');
    await release;
    return monthOf('Of September');
  });
  await page.goto(`${deskPaths.money}?month=2026-10`);
  await expect(page.getByRole('row', { name: 'Of October' })).toBeVisible();
  await button(page, money.before).click();
  await expect(page).toHaveURL(`${deskPaths.money}?month=2026-09`);
  // A call without an answer fails after 20 s, which hides the numbers too.
  await expect(page.getByRole('row')).toHaveCount(0, { timeout: 10_000 });
  resolve();
  await expect(page.getByRole('row', { name: 'Of September' })).toBeVisible();
});

test('a month can be typed @desktop', async ({ page }) => {
  await answer(page, 'money.payouts', () => ({ success: true, providers: [] }));
  await answer(page, 'money.month', ({ month }) => monthOf(`Of ${month}`));
  await page.goto(`${deskPaths.money}?month=2026-10`);
  await page.getByLabel(money.month, { exact: true }).focus();
  // From the month to the year.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('2025');
  await expect(page.getByRole('row', { name: 'Of 2025-10' })).toBeVisible();
});

test('the numbers of the day are those of the new day after midnight in India', async ({ page }) => {
  const { success, today } = usual('today.read');
  const shown = today.money;
  if (!shown) throw new Error('no money');
  let isOver = false;
  await answer(page, 'today.read', () => {
    const netPaise = isOver ? 0 : shown.today.netPaise;
    return { success, today: { ...today, money: { ...shown, today: { ...shown.today, netPaise } } } };
  });
  await page.clock.install({ time: '2026-11-20T18:29:30Z' });
  await page.goto(deskPaths.today);
  await expect(page.getByText(formatPrice(shown.today.netPaise), { exact: true })).toBeVisible();
  isOver = true;
  await page.clock.runFor(60_000);
  await expect(page.getByText(formatPrice(0), { exact: true })).toBeVisible();
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
