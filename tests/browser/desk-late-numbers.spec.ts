import { expect, type Page } from 'playwright/test';
import { deskPath, type DeskReply } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskScreenMessages, deskStaffMessages as staff } from '../../src/contract/messages/desk.ts';
import { deskShoppersMessages as shoppers } from '../../src/contract/messages/desk-lists-and-shop.ts';
import {
  deskMoneyMessages as money,
  deskStockMessages as stock,
} from '../../src/contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { answer, answerDesk, usual } from './support/desk-replies.ts';
import { test } from './support/test.ts';

/** As desk-late-answers.spec.ts: stock, money, shoppers and staff. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tryAgain = (page: Page) => button(page, 'Try again');

test.beforeEach(({ page }) => answerDesk(page));

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

test('two taps on the older entries of the log show each entry once', async ({ page }) => {
  const entry = (at: number) => ({
    at,
    who: 'asha',
    action: 'x',
    subject: 'staff',
    before: null,
    after: null,
  });
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await answer(page, 'staff.list', () => ({ success: true, staff: [] }));
  await answer(page, 'log.read', async ({ before }) => {
    const months = ['2026-10'];
    const found = { success: true as const, months, month: '2026-10' };
    if (before === undefined) return { ...found, entries: [entry(2)], next: 2 };
    await release;
    return { ...found, entries: [entry(1)], next: null };
  });
  await page.goto(deskPaths.staff);
  const older = button(page, staff.older);
  await older.click();
  await older.click();
  resolve();
  await expect(older).toHaveCount(0);
  await expect(page.getByRole('region', { name: staff.log }).getByRole('listitem')).toHaveCount(2);
});

test('a table of the money that did not come says so beside its button', async ({ page }) => {
  await answer(page, 'money.payouts', () => ({ success: true, providers: [] }));
  await answer(page, 'money.month', () => monthOf('Delhivery'));
  await answer(page, 'money.export', () => null);
  await page.goto(`${deskPaths.money}?month=2026-10`);
  await button(page, money.tables.summary).click();
  const problem = page.getByRole('alert').filter({ hasText: deskScreenMessages.failed });
  await expect(problem).toBeInViewport();
  await expect(button(page, money.tables.summary)).toBeInViewport();
  await expect(page.getByRole('row', { name: 'Delhivery' })).toBeVisible();
});

test('the focus follows a question and its answer', async ({ page }) => {
  const passkeys = [{ id: 'one', name: 'Phone', usedAt: 0 }];
  const asha = { email: 'asha@taana.example', role: 'owner' as const, passkeys, sessions: [] };
  await answer(page, 'staff.list', () => ({ success: true, staff: [asha] }));
  await answer(page, 'log.read', () => ({
    success: true,
    months: [],
    month: '2026-10',
    entries: [],
    next: null,
  }));
  await page.goto(deskPaths.staff);
  const remove = button(page, staff.removeName('Phone', asha.email));
  await remove.press('Enter');
  await expect(button(page, staff.removeNo)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove).toBeFocused();
});

test('no shopper of an earlier search stands under a later one', async ({ page }) => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const early = {
    id: '1',
    name: 'Asha',
    email: 'asha@example.com',
    isConfirmed: true,
    phone: '',
    createdAt: 0,
  };
  await answer(page, 'shoppers.find', async ({ search }) => {
    if (search !== early.email) return { success: true, shoppers: [] };
    await release;
    const found = { ...early, lastUsedAt: null, orders: [], notes: [], log: [] };
    return { success: true, shoppers: [found] };
  });
  await page.goto(deskPaths.shoppers);
  const late = page.waitForResponse((response) => {
    return (
      response.url().endsWith(deskPath('shoppers.find')) &&
      response.request().postData()?.includes('asha') === true
    );
  });
  for (const email of [early.email, 'ravi@example.com']) {
    await page.getByLabel(shoppers.search).fill(email);
    await page.getByLabel(shoppers.search).press('Enter');
  }
  await expect(page.getByText(shoppers.none('ravi@example.com'))).toBeVisible();
  resolve();
  await (await late).finished();
  await expect(page.getByText(shoppers.none('ravi@example.com'))).toBeVisible();
  await expect(page.getByRole('region', { name: early.email })).toHaveCount(0);
});

test('no stock of another filter stays under a filter that failed', async ({ page }) => {
  await answer(page, 'stock.list', ({ only }) => (only === 'all' ? usual('stock.list') : null));
  await page.goto(deskPaths.stock);
  await expect(page.getByRole('table')).toHaveCount(1);
  await page.getByText(stock.filters['sold-out']).click();
  await expect(tryAgain(page)).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('the answer to one stock change does not close the dialog of another size', async ({ page }) => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const [product] = usual('stock.list').products;
  const [small, large] = product?.sizes ?? [];
  if (!small || !large) throw new Error('no sizes');
  await answer(page, 'stock.change', async () => {
    await release;
    return { success: true, rows: [{ ...small, pieces: 1 }] };
  });
  await page.goto(deskPaths.stock);
  const dialog = page.getByRole('dialog');
  const open = (size: string) =>
    page
      .getByRole('row', { name: new RegExp(`^${size}\\b`) })
      .getByRole('button')
      .click();
  await open(small.size);
  await dialog.getByLabel(stock.newNumber).fill('1');
  await dialog.getByLabel(stock.reason).fill('Counted');
  await dialog.getByRole('button', { name: stock.save }).click();
  await page.keyboard.press('Escape');
  await open(large.size);
  resolve();
  await expect(page.getByText(stock.saved(product?.name ?? '', small.size, 1))).toBeAttached();
  await expect(dialog).toBeVisible();
});
