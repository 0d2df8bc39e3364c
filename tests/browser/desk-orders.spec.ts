import { expect, type Page } from 'playwright/test';
import { deskPath, type DeskReply } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../src/contract/messages/desk-orders.ts';
import { expectAccessible as axeFindsNothing } from './support/accessible.ts';
import { readBarcode, signInStaff } from './support/desk.ts';
import { cashOrder, DESK_SIZE, HOODIE, paidOrder } from './support/paid-order.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const shortOf = (id: string) => id.slice(-6);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Also checks the width, because horizontal overflow moves tap targets. */
async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  await axeFindsNothing(page, where, part);
  // Not innerWidth, because a phone's window grows with the overflow.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, where).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

test('an owner packs, prints and ships a batch, undoes a wrong tap, and begins the next batch without its boxes and orders', async ({
  page,
  request,
}) => {
  const ids = [await cashOrder(request), await cashOrder(request), await cashOrder(request)];
  await page.addInitScript(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) });
  });
  const owner = await signInStaff(page, 'owner', `${deskPaths.orders}?tab=pack`);
  for (const id of ids) await page.getByLabel(says.choose(shortOf(id))).check();
  // At the end of the list no row lies half under the buttons, however many orders other tests have placed.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectAccessible(page, 'at the order list');
  await page.getByRole('link', { name: says.packChosen }).click();

  const tick = page.getByLabel(says.picked(HOODIE.name, DESK_SIZE));
  await tick.check();
  await expectAccessible(page, 'at the pick list');
  await button(page, says.startPacking(3)).click();
  await button(page, says.undoAll).click();
  await button(page, says.startPacking(3)).click();

  await button(page, says.print).click();
  await expect.poll(() => page.evaluate(() => (window as never as { printed: number }).printed)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  for (const id of ids) {
    await expect(page.getByRole('article', { name: `${says.slip} ${shortOf(id)}` })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Tax invoice' })).toHaveCount(3);
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.locator('.desk-thumb').getByRole('button', { name: says.steps.ship }).click();

  await page.getByLabel(says.courier).fill('Delhivery');
  await page.getByText(says.paste).click();
  await page.getByRole('textbox', { name: says.paste }).fill(`149001\n149002\n`);
  await button(page, says.pasteTake).click();
  await expectAccessible(page, 'at the parcels');
  await page.reload();
  await expect(page.getByLabel(says.courier)).toHaveValue('Delhivery');
  await page.getByLabel(says.trackingOf(shortOf(ids[2] ?? ''))).fill('149003');
  await button(page, says.shipAll(3)).click();
  await expect(page.getByText(says.shipped(3))).toBeInViewport();
  await button(page, says.undoAll).click();
  await expect(page.getByText(says.done.undo)).toBeVisible();
  await button(page, says.shipAll(3)).click();
  await expect(page.getByText(says.shipped(3))).toBeVisible();

  await page.getByRole('link', { name: shortOf(ids[0] ?? '') }).click();
  await expect(page.getByText('Delhivery, 149001', { exact: true })).toBeVisible();
  const undid = page.getByRole('listitem').filter({ hasText: `${owner} undid the last step of this order` });
  await expect(undid.filter({ hasText: 'It was Processing and became Order Placed.' })).toBeVisible();
  const undone = undid.filter({ hasText: 'It was Shipped and became Processing.' });
  await expect(undone).toContainText('The parcel: Delhivery, 149001 before, none now.');

  const next = await cashOrder(request);
  await page.goto(`${deskPaths.orders}?tab=pack`);
  await expect(page.getByLabel(says.choose(shortOf(next)))).toBeVisible();
  await expect(page.getByText(says.chosen(3))).toHaveCount(0);
  await page.getByLabel(says.choose(shortOf(next))).check();
  await expect(page.getByText(says.chosen(1))).toBeVisible();
  await page.getByRole('link', { name: says.packChosen }).click();
  await expect(button(page, says.startPacking(1))).toBeVisible();
  await expect(tick).not.toBeChecked();
});

test('a choice of more orders than a batch takes says how many were left out', async ({ page, request }) => {
  await cashOrder(request);
  await page.route(`**${deskPath('orders.list')}`, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as DeskReply<'orders.list'>;
    const [row] = reply.orders;
    const orders = Array.from({ length: 63 }, (_, at) => ({ ...row, id: `${'A'.repeat(18)}${10 + at}` }));
    await route.fulfill({ response, json: { ...reply, orders, next: null } });
  });
  await signInStaff(page, 'packer', `${deskPaths.orders}?tab=pack`);
  await page.getByLabel(says.chooseAll).click();
  await expect(page.getByText(says.batchFull(60, 3))).toBeInViewport();
  // The first test looks at the rows.
  await expectAccessible(page, 'with a full batch', '.desk-thumb');
});

test('an owner cancels all orders from one network', async ({ page, request }) => {
  // Each order of these tests comes from a different network.
  const [id] = [await cashOrder(request), await cashOrder(request)];
  await signInStaff(page, 'owner', deskPaths.order(id));
  const mark = page.getByRole('link', { name: /^\d\.[\w-]{6}$/ });
  const network = (await mark.textContent()) ?? '';
  await mark.click();
  await expect(page).toHaveURL(`${deskPaths.orders}?network=${network}`);
  await expect(page.getByLabel(says.network)).toHaveValue(network);
  await expect(page.getByLabel(/^Choose order/)).toHaveCount(1);
  await expectAccessible(page, 'at the orders of a network');
  await page.getByLabel(says.chooseAll).check();
  await button(page, says.cancelChosen).click();
  await button(page, says.cancelCount(1)).click();
  await expect(page.getByText(says.cancelledCount(1))).toBeVisible();
  // The network of an order is deleted when the order ends.
  await expect(page.getByText(says.none)).toBeVisible();
});

test('the owner finds an order by its short id, calls, adds a note, and refunds a part', async ({
  page,
  request,
}) => {
  const id = await paidOrder(request);
  await signInStaff(page, 'owner', `${deskPaths.orders}?tab=trouble`);
  await expect(button(page, new RegExp(`^${says.tabs.trouble} \\d`))).toBeInViewport({ ratio: 1 });
  await page.goto(deskPaths.order('CUT'));
  await expect(page.getByText(says.unknown)).toBeVisible();
  await page.goto(deskPaths.orders);
  await page.getByLabel(says.search).fill(shortOf(id).toLowerCase());
  await expect(page).toHaveURL(`${deskPaths.orders}?q=${shortOf(id).toLowerCase()}`);
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel(says.search).press('Enter');
  await expect(page).toHaveURL(deskPaths.order(id));
  await expect(page.getByRole('link', { name: says.call })).toHaveAttribute('href', /^tel:\+91/);
  await expect(page.getByRole('link', { name: says.whatsApp })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/91/,
  );
  await expect(page.getByText(/^Razorpay, asked at/)).toBeVisible();
  await expect(page.getByText(/^₹[\d,.]+ has come in \(pay_/)).toBeVisible();

  await page
    .getByLabel(says.note)
    .fill('Rang twice, comes at six: https://example.com/a-link-that-is-wider-than-a-phone');
  await page.reload();
  await expect(page.getByLabel(says.note)).toHaveValue(/^Rang twice, comes at six/);
  await button(page, says.addNote).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Rang twice' })).toBeVisible();
  await expectAccessible(page, 'at an order');

  await button(page, says.verbs.refund).click();
  await button(page, says.really).click();
  await expect(page.getByText(says.refundNothing)).toBeVisible();
  // An amount as it is written in India.
  await page.getByRole('radio', { name: says.refundAmount }).check();
  await page.getByRole('textbox', { name: says.refundAmount }).fill('1,00,000');
  await expect(page.getByText(/^At most ₹[\d,.]+ can be refunded\.$/)).toBeVisible();
  await page.getByRole('radio', { name: says.refundPieces }).check();
  await page.getByRole('combobox').selectOption('1');
  await page.reload();
  await button(page, says.verbs.refund).click();
  await expect(page.getByRole('combobox')).toHaveValue('1');
  await expect(page.getByText(says.refundNothing)).toHaveCount(0);
  // The height that a phone's keyboard leaves.
  const size = page.viewportSize() ?? { width: 360, height: 740 };
  await page.setViewportSize({ ...size, height: 400 });
  await expect(button(page, says.really)).toBeInViewport({ ratio: 1 });
  await expect(page.locator('form').getByText('of at most')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await page.getByLabel(says.reason).fill('A loose thread');
  await expectAccessible(page, 'at a refund');
  await button(page, says.really).click();
  await expect(page.getByText(says.done.refund)).toBeVisible();
  await expect(page.getByText(/A loose thread/)).toBeVisible();
  await expect(page.getByText(says.refundLeft('').trim())).toHaveCount(0);

  await page.getByRole('link', { name: /^CN/ }).click();
  await expect(page).toHaveURL(deskPaths.invoice(id));
  await expect(page.getByRole('heading', { name: 'Tax invoice' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Credit note', exact: true })).toBeVisible();
  await expectAccessible(page, 'at an invoice');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Tax invoice' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('when two staff change one order, the second gets a message and overwrites nothing', async ({
  page,
  browser,
  request,
}) => {
  const id = await cashOrder(request);
  await signInStaff(page, 'owner', deskPaths.order(id));
  await expect(button(page, says.verbs.cancel)).toBeVisible();

  const packer = await browser.newPage();
  await signInStaff(packer, 'packer', deskPaths.order(id));
  await expect(packer.getByRole('heading', { name: says.sections.pieces })).toBeVisible();
  // A packer sees no money and cannot cancel the order.
  await expect(packer.getByRole('heading', { name: says.sections.payment })).toHaveCount(0);
  await expect(button(packer, says.verbs.cancel)).toHaveCount(0);
  await button(packer, says.verbs.pack).click();
  await expect(packer.getByText(says.done.pack)).toBeVisible();

  await button(page, says.verbs.cancel).click();
  await button(page, says.really).click();
  await expect(
    page.getByRole('alert').filter({ hasText: says.changed('Order Placed', 'Processing') }),
  ).toBeVisible();
  await expect(page.getByText('Processing').first()).toBeVisible();
  await expect(button(page, says.verbs.ship)).toBeVisible();
});

test('the desk works with the keyboard alone; the focus returns to the control that opened a form or dialog, and follows a batch @desktop', async ({
  page,
  request,
}) => {
  const [id, other] = [await cashOrder(request), await cashOrder(request)];
  await signInStaff(page, 'owner', deskPaths.orders);
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel(says.search)).toBeFocused();
  await page.keyboard.type(shortOf(id));
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(deskPaths.order(id));
  await button(page, says.verbs.pack).press('Enter');
  await expect(page.getByText(says.done.pack)).toBeVisible();
  // The button is removed, so the focus moves to the next step. Closing a form returns it there.
  await expect(button(page, says.verbs.ship)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(says.courier)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, says.verbs.ship)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Blue Dart');
  await page.keyboard.press('Tab');
  await page.keyboard.type('509123');
  await page.keyboard.press('Enter');
  await expect(page.getByText(says.done.ship)).toBeVisible();
  // Delivery cannot be undone: while shipping can, it is not the primary button, and it asks for confirmation.
  const deliver = button(page, says.verbs.deliver);
  await expect(deliver).not.toHaveClass(/btn-primary/);
  await deliver.press('Enter');
  await expect(page.getByText(says.deliverCash)).toBeVisible();
  await button(page, says.really).press('Enter');
  await expect(page.getByText(says.done.deliver, { exact: true })).toBeVisible();

  // A barcode reader types the slip's code and Enter, and works without a focused field.
  await page.goto(deskPaths.packing);
  await expect(page.getByRole('heading', { name: says.packing })).toBeVisible();
  await readBarcode(page, shortOf(id));
  await expect(page).toHaveURL(deskPaths.order(id));

  await page.goto(deskPaths.order(other));
  await button(page, says.verbs.cancel).press('Enter');
  await page.keyboard.press('Escape');
  await expect.soft(button(page, says.verbs.cancel)).toBeFocused();

  await page.goto(deskPaths.stock);
  const pieces = page.getByRole('table').first().getByRole('button').first();
  for (const leave of ['Escape', 'Cancel']) {
    await pieces.press('Enter');
    const dialog = page.getByRole('dialog');
    if (leave === 'Escape') await page.keyboard.press(leave);
    else await dialog.getByRole('button', { name: leave }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect.soft(pieces).toBeFocused();
  }

  await page.goto(`${deskPaths.orders}?tab=pack`);
  await page.getByLabel(says.choose(shortOf(other))).press('Space');
  await button(page, says.cancelChosen).press('Enter');
  await expect.soft(page.getByLabel(says.reason)).toBeFocused();
  await page.getByLabel(says.reason).press('Escape');
  await expect.soft(button(page, says.cancelChosen)).toBeFocused();
  await page.getByRole('link', { name: says.packChosen }).press('Enter');
  await page.getByRole('checkbox').press('Space');
  await button(page, says.startPacking(1)).press('Enter');
  await expect(button(page, says.print)).toBeVisible();
  await expect.soft(button(page, says.steps.print)).toBeFocused();
});
