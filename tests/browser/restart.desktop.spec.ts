import { mkdir, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, request as api } from 'playwright/test';
import { cartOf, newShopper, placeOrder, productNamed, putInCart } from './support/api.ts';
import { freePort, openOwnShop } from '../support/own-shop.ts';
import { expectPiecesInBar, signIn } from './support/shopper.ts';
import { test } from './support/test.ts';

const cap = productNamed('taana-cap');

test('An order and a cart survive a restart of the shop', async ({ page }) => {
  test.setTimeout(240_000);
  const { project, config } = test.info();
  await mkdir(project.outputDir, { recursive: true });
  // A short path, because the Redis socket is in this folder.
  const dataFolder = await mkdtemp(join(project.outputDir, 'shop-'));
  const root = dirname(config.configFile ?? '');
  const port = await freePort();

  const first = await openOwnShop(root, port, dataFolder);
  const request = await api.newContext({ baseURL: first.address });
  try {
    const shopper = await test.step('an order in the first shop', async () => {
      const asha = await newShopper(request);
      await placeOrder(request, asha, { productId: cap.id, size: 'default', quantity: 2 });
      await putInCart(request, asha, { productId: 'warp-line-hoodie', size: 'S', quantity: 1 });
      return asha;
    });

    await test.step('Ctrl-C ends every process of the shop', async () => {
      expect(await first.left()).not.toEqual([]);
      expect(await first.interrupt(), first.output()).toBe(0);
      // Child processes and keep-alive connections end a moment after the shop.
      await expect.poll(first.left).toEqual([]);
      await expect(async () => {
        await expect(request.get('/api/health')).rejects.toThrow(/ECONNREFUSED/);
      }).toPass({ timeout: 60_000 });
    });

    const second = await openOwnShop(root, port, dataFolder);
    try {
      await test.step('the second shop has the order, the cart and the account', async () => {
        expect(second.output()).not.toContain('Building');
        await signIn(page, shopper, second.address);
        await page.goto(`${second.address}/orders`);
        const order = page.getByRole('main').getByRole('article');
        await expect(order).toHaveCount(1);
        await expect(order).toContainText(cap.name);
        await expect(order).toContainText('Quantity: 2');
        await expect(order).toContainText('Order Placed');
        await expectPiecesInBar(page, 1);
        expect(await cartOf(request, shopper)).toEqual({ 'warp-line-hoodie': { S: 1 } });
      });
    } finally {
      await second.interrupt();
    }
    await expect.poll(second.left).toEqual([]);
  } finally {
    await first.interrupt();
    await request.dispose();
  }
});
