import { expect } from 'playwright/test';
import { catalogue } from '../../src/content/snapshot.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../src/contract/messages/desk-orders.ts';
import { holdInto, openCamera, readBarcode, signInStaff } from './support/desk.ts';
import { cashOrder, DESK_SIZE, HOODIE } from './support/paid-order.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const shortOf = (id: string) => id.slice(-6);

test('the camera opens the order of a slip from any screen, and a barcode reader also while a note is typed, which stays as it was', async ({
  page,
  request,
}) => {
  const [id, other] = [await cashOrder(request), await cashOrder(request)];
  await openCamera(page);
  await signInStaff(page, 'packer', deskPaths.stock);
  await page.getByRole('button', { name: says.scanOrder }).click();
  await holdInto(page, shortOf(id));
  await expect(page).toHaveURL(deskPaths.order(id));
  const note = page.getByLabel(says.note);
  await note.fill('Rang twice');
  await note.press('End');
  await readBarcode(page, shortOf(other), true);
  await expect(page).toHaveURL(deskPaths.order(other));
  await page.goto(deskPaths.order(id));
  await expect(note).toHaveValue('Rang twice');
  // Somebody's own words, a new line included, stay.
  await note.press('End');
  await page.keyboard.type(' nobody home', { delay: 70 });
  await page.keyboard.press('Enter');
  await expect(note).toHaveValue('Rang twice nobody home\n');
});

/** `PARCELS=40` repeats the batch of docs/measurements.md. */
const PARCELS = Number(process.env['PARCELS'] ?? 2);

test('a batch is packed and shipped with one thumb and the camera, with slips and labels in any sequence', async ({
  page,
  request,
}) => {
  test.setTimeout(600_000);
  const ids: string[] = [];
  // A large batch needs several products, because no size has enough stock.
  const sold = catalogue.filter(
    ({ earlyOrder, initialStock }) => !earlyOrder && (initialStock[DESK_SIZE] ?? 0) > 5,
  );
  const products = PARCELS > 10 ? sold : [HOODIE];
  while (ids.length < PARCELS) ids.push(await cashOrder(request, products[ids.length % products.length]?.id));
  await openCamera(page);
  await page.addInitScript(() => Object.assign(globalThis, { print: () => undefined }));
  let taps = 0;
  const tap = async (name: string | RegExp, within = page.locator('#main')) => {
    await within.getByRole('button', { name, exact: true }).tap();
    taps += 1;
  };
  await signInStaff(page, 'packer', `${deskPaths.orders}?tab=pack`);
  const begun = performance.now();
  for (const id of PARCELS > 10 ? [] : ids) {
    await page.getByLabel(says.choose(shortOf(id))).tap();
    taps += 1;
  }
  if (PARCELS > 10) {
    await page.getByLabel(says.chooseAll).tap();
    taps += 1;
  }
  await page.getByRole('link', { name: says.packChosen }).tap();
  taps += 1;
  await tap(says.startPacking(PARCELS));
  const packed = performance.now();
  await tap(says.print);
  // Slips are only visible in print.
  await expect(page.locator('.desk-slip')).toHaveCount(PARCELS, { timeout: 60_000 });
  await tap(says.steps.ship, page.locator('.desk-thumb'));
  const printed = performance.now();
  await page.getByLabel(says.courier).fill('Delhivery');
  await tap(says.scan);
  const labelOf = (id: string) => `1490${shortOf(id)}77`;
  const stranger = await cashOrder(request);
  await holdInto(page, shortOf(stranger));
  await expect(page.getByText(says.slipUnknown(shortOf(stranger)))).toBeVisible();
  for (const id of ids) await expect(page.getByLabel(says.trackingOf(shortOf(id)))).toHaveValue('');
  for (const id of ids.toReversed()) {
    await holdInto(page, shortOf(id));
    await expect(page.getByText(says.slipRead(shortOf(id)))).toBeVisible();
    await holdInto(page, labelOf(id));
    await expect(page.getByLabel(says.trackingOf(shortOf(id)))).toHaveValue(labelOf(id));
  }
  const scanned = performance.now();
  await tap(says.shipAll(PARCELS));
  await expect(page.getByText(says.shipped(PARCELS))).toBeVisible({ timeout: 120_000 });
  const seconds = [packed, printed, scanned, performance.now()].map(
    (at) => Math.round((at - begun) / 100) / 10,
  );
  if (process.env['PARCELS'])
    console.log(`${PARCELS} orders, ${taps} taps; packed, printed, scanned, shipped:`, seconds);
  // A parcel needs no tap of its own, whatever the size of the batch.
  expect(taps - (PARCELS > 10 ? 1 : PARCELS)).toBe(6);
});
