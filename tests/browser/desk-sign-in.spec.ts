import { expect } from 'playwright/test';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import {
  deskMessages,
  deskScreenMessages,
  deskSignInMessages as says,
  deskStaffMessages as staffSays,
} from '../../src/contract/messages/desk.ts';
import {
  deskMoneyMessages as money,
  deskStockMessages,
} from '../../src/contract/messages/desk-stock-and-money.ts';
import { expectAccessible } from './support/accessible.ts';
import {
  addPasskeyDevice,
  expectSignedIn,
  openEmailedLink,
  signInStaff,
  signUpStaff,
} from './support/desk.ts';
import { test } from './support/test.ts';

const [asha, ravi] = ['asha@taana.example', 'ravi@taana.example'] as const;

test('a used sign-in link, a new one beside a passkey, and a removed passkey do not open the desk', async ({
  page,
  browser,
}) => {
  await addPasskeyDevice(page);
  const link = await openEmailedLink(page, asha);
  await expect(page.getByRole('heading', { name: says.linkTitle })).toBeVisible();
  // The address and the history no longer contain the token.
  await expect(page).toHaveURL(deskPaths.today);
  await expectAccessible(page, 'at the link');
  await page.getByRole('button', { name: says.openLink }).click();
  await expectAccessible(page, 'at the first passkey');
  await page.getByRole('button', { name: says.register }).click();
  await expectSignedIn(page);

  const thief = await browser.newPage();
  await thief.goto(link);
  await thief.getByRole('button', { name: says.openLink }).click();
  await expect(thief.getByRole('alert')).toHaveText(deskMessages.badLink);
  await test.step('a new link does not open the desk of staff who have a passkey', async () => {
    await addPasskeyDevice(thief);
    await openEmailedLink(thief, asha);
    await thief.getByRole('button', { name: says.openLink }).click();
    await expect(thief.getByRole('heading', { name: says.proveTitle })).toBeVisible();
    await thief.getByRole('button', { name: says.withPasskey }).click();
    await expect(thief.getByRole('alert')).toHaveText(deskScreenMessages.passkeyStopped);
  });

  const packer = await browser.newPage();
  await signUpStaff(packer, ravi);
  await page.goto(deskPaths.staff);
  const card = page.getByRole('region', { name: ravi });
  await card.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('button', { name: staffSays.removeYes }).click();
  await expect(page.getByText(staffSays.removed)).toBeVisible();
  await expect(card.getByText(staffSays.noPasskeys)).toBeVisible();
  await expect(page.getByText(`${asha} removed a passkey`)).toBeVisible();
  await expectAccessible(page, 'at the staff');

  await packer.goto(deskPaths.staff);
  await packer.getByRole('button', { name: says.withPasskey }).click();
  await expect(packer.getByRole('alert')).toHaveText(deskMessages.badPasskey);
});

test('a packer sees the tasks and the stock, and neither money nor the log nor a screen of the owner', async ({
  page,
}) => {
  await signInStaff(page, 'packer');
  await test.step('the day and the menu', async () => {
    await expect(page.getByRole('link', { name: new RegExp(money.numbers.pack) })).toBeVisible();
    await expect(page.getByText(money.salesToday)).toHaveCount(0);
    await expect(page.getByText('₹')).toHaveCount(0);
    await page.getByText(deskScreenMessages.more, { exact: true }).click();
    const menu = page.getByRole('navigation', { name: deskScreenMessages.menu });
    const { today, orders, packing, stock, staff } = deskScreenMessages.places;
    await expect(menu.getByRole('link')).toHaveText([today, orders, packing, stock, staff]);
  });

  await test.step('the screens', async () => {
    for (const path of [deskPaths.shoppers, deskPaths.lists, deskPaths.speed, deskPaths.money]) {
      await page.goto(path);
      await expect(page.getByRole('alert')).toHaveText(deskMessages.forbidden);
      await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(0);
    }
    await page.goto(deskPaths.stock);
    await page.getByLabel(deskStockMessages.search).fill('black-utility-cargo');
    await expect(page.getByRole('table')).toHaveCount(1);
    await expectAccessible(page, 'the stock', 'html');
    await page.goto(deskPaths.staff);
    await expect(page.getByRole('button', { name: staffSays.add })).toBeVisible();
    await expect(page.getByRole('heading', { name: staffSays.log })).toHaveCount(0);
  });
});

test('the desk says that it is offline, and a draft survives a reload', async ({ page, context }) => {
  await page.goto(deskPaths.today);
  await page.getByLabel(says.email).fill('asha@taana');
  await context.setOffline(true);
  await expect(page.getByText(deskScreenMessages.offline)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(deskScreenMessages.offline)).toBeHidden();
  await page.reload();
  await expect(page.getByLabel(says.email)).toHaveValue('asha@taana');
});
