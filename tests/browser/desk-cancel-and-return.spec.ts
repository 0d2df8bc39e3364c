import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { deskPath, type DeskReply } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../src/contract/messages/desk-orders.ts';
import { deskScreenMessages } from '../../src/contract/messages/desk.ts';
import { expectAccessible } from './support/accessible.ts';
import { newShopper, placeOrder } from './support/api.ts';
import { signInStaff } from './support/desk.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

/** Cancelling several orders, a return, a refund by hand, and a lost response. */
fromOwnAddresses();

const shortOf = (id: string) => id.slice(-6);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function cashOrder(request: APIRequestContext): Promise<string> {
  const line = { productId: 'warp-line-hoodie', size: 'S', quantity: 1 };
  return placeOrder(request, await newShopper(request), line);
}

test('an owner cancels the chosen orders together, and records a return', async ({ page, request }) => {
  const ids = [await cashOrder(request), await cashOrder(request)];
  const id = await cashOrder(request);
  await signInStaff(page, 'owner', `${deskPaths.orders}?tab=pack`);
  for (const each of ids) await page.getByLabel(says.choose(shortOf(each))).check();
  await button(page, says.cancelChosen).click();
  await expect(page.getByLabel(says.reason)).toBeFocused();
  await expectAccessible(page, 'at orders to cancel', '.desk-thumb');
  await button(page, says.leave).click();
  await expect(button(page, says.cancelChosen)).toBeFocused();
  // An order that a colleague packs while the form is open is not cancelled, and the page names it.
  const [asked] = await Promise.all([
    page.waitForResponse('**/api/desk/packing/read'),
    button(page, says.cancelChosen).click(),
  ]);
  await asked.finished();
  const colleague = await page.context().newPage();
  await colleague.goto(deskPaths.order(ids[0] ?? ''));
  await button(colleague, says.verbs.pack).click();
  await expect(colleague.getByText(says.done.pack)).toBeVisible();
  await colleague.close();
  await page.getByLabel(says.reason).fill('Never at home');
  await button(page, says.cancelCount(2)).click();
  await expect(page.getByRole('alert')).toContainText(shortOf(ids[0] ?? ''));
  await button(page, says.leave).click();
  await button(page, says.cancelChosen).click();
  await expect(page.getByText(says.cancelPacked([shortOf(ids[0] ?? '')]))).toBeVisible();
  await button(page, says.cancelCount(1)).click();
  await expect(page.getByText(says.cancelledCount(1))).toBeVisible();
  for (const each of ids) await expect(page.getByLabel(says.choose(shortOf(each)))).toHaveCount(0);
  await page.goto(deskPaths.order(ids[1] ?? ''));
  await expect(page.getByText(/Never at home/)).toBeVisible();

  await page.goto(deskPaths.order(id));
  await button(page, says.verbs.pack).click();
  await button(page, says.verbs.ship).click();
  await page.getByLabel(says.courier).fill('Delhivery');
  await page.getByLabel(says.tracking, { exact: true }).fill('149077');
  await button(page, says.verbs.ship).click();
  await expect(page.getByText(says.done.ship)).toBeVisible();
  // The steps must not hide the order, however many there are.
  await expect(button(page, says.verbs.undo)).toBeVisible();
  const rows = await page
    .locator('.desk-thumb > .btn')
    .evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().bottom)).size);
  expect(rows).toBeLessThanOrEqual(2);
  await button(page, says.verbs.askReturn).click();
  await expect(page.getByText(says.done.askReturn)).toBeVisible();
  await expectAccessible(page, 'at a return');
  await page.goto(`${deskPaths.orders}?tab=returns`);
  await page
    .getByRole('listitem')
    .filter({ hasText: shortOf(id) })
    .getByRole('link')
    .click();
  await button(page, says.verbs.endReturn).click();
  await expect(page.getByText(says.done.endReturn)).toBeVisible();
  await expect(button(page, says.verbs.askReturn)).toBeVisible();
});

test('the owner chooses which of two failed refunds was paid by hand', async ({ page, request }) => {
  const id = await cashOrder(request);
  // A provider takes about a week to fail two refunds, so the test writes them.
  const failed = [50_000, 70_000].map((amountPaise) => {
    const key = String(amountPaise);
    const nothing = { providerId: null, doneAt: null, reason: null };
    return {
      ...nothing,
      key,
      amountPaise,
      provider: 'razorpay',
      wantedAt: 1,
      state: 'failed',
      why: 'Closed',
    };
  });
  await page.route(`**${deskPath('orders.read')}`, async (route) => {
    const response = await route.fetch();
    const { order, ...rest } = (await response.json()) as DeskReply<'orders.read'>;
    const money = { ...order.money, refunds: failed };
    await route.fulfill({ response, json: { ...rest, order: { ...order, money, can: ['refundByHand'] } } });
  });
  await signInStaff(page, 'owner', deskPaths.order(id));
  await button(page, says.verbs.refundByHand).click();
  await expect(page.getByLabel(says.whichRefund)).toBeFocused();
  await page.getByLabel(says.whichRefund).selectOption('70000');
  await page.getByLabel(says.howPaid).fill('UTR 4711');
  await expectAccessible(page, 'at a refund by hand');
  const sent = page.waitForRequest(`**${deskPath('orders.refundByHand')}`);
  await button(page, says.really).click();
  expect((await sent).postDataJSON()).toMatchObject({ id, amountPaise: 70_000, note: 'UTR 4711' });
});

test('the messages of an order are in thumb reach, and a lost response does not blame a colleague', async ({
  page,
  context,
  request,
}) => {
  const id = await cashOrder(request);
  await signInStaff(page, 'packer', deskPaths.order(id));
  await page.getByLabel(says.note).scrollIntoViewIfNeeded();
  await context.setOffline(true);
  await button(page, says.verbs.pack).click();
  const alert = page.getByRole('alert').filter({ hasText: deskScreenMessages.offline });
  await expect(alert).toBeInViewport({ ratio: 1 });
  await context.setOffline(false);
  await expect(page.getByRole('alert').filter({ hasText: deskScreenMessages.networkIsBack })).toBeInViewport({
    ratio: 1,
  });
  await page.route(
    `**${deskPath('orders.pack')}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await button(page, says.verbs.pack).click();
  await expect(page.getByRole('alert').filter({ hasText: deskScreenMessages.failed })).toBeInViewport();
  await button(page, says.verbs.pack).click();
  await expect(page.getByText(says.done.pack)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'at an order that says something');
});
