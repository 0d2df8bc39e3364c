import { beforeEach, describe, expect, test } from 'vitest';
import { cancelOrder } from '../../../netlify/services/order-admin.ts';
import { change, check, exportAll, list, log } from '../../../netlify/services/desk/stock.ts';
import { isLogIntact } from '../../support/log-integrity.ts';
import { saveSubscription } from '../../../netlify/storage/back-in-stock.ts';
import type { StockChange, WireStock } from '../../../src/contract/desk-stock.ts';
import { LOW_STOCK } from '../../../src/domain/config.ts';
import { packer as staff, refusedAs as refusalOf } from '../../support/desk-orders.ts';
import { packAndShip, placeCashOrder } from '../../support/placed-orders.ts';
import { recipientsOf, useMailServer } from '../../support/mail-server.ts';
import { SHOP_ADDRESS } from '../../support/payments.ts';
import { flush } from '../../support/redis.ts';
import { cap, hoodie, roundTrips, setStock, shirt, stockOf } from '../../support/shop-calls.ts';

const mailServer = useMailServer(SHOP_ADDRESS);
const reason = 'Counted';

beforeEach(async () => {
  await flush();
  await setStock(hoodie.id, 'M', 10);
});

/** Runs at once what a call schedules for after its response. */
const works: (() => Promise<void>)[] = [];
const after = (work: () => Promise<void>) => works.push(work);
const worked = async () => {
  for (const work of works.splice(0)) await work();
};

const buy = async (quantity: number) => (await placeCashOrder([[hoodie, 'M', quantity]], true)).orderId;

async function rowOf(productId = hoodie.id, size = 'M'): Promise<WireStock> {
  const { products } = await list(staff, { search: productId });
  const row = products
    .flatMap(({ sizes }) => sizes)
    .find((each) => each.productId === productId && each.size === size);
  if (!row) throw new Error(`${productId} ${size} is not listed`);
  return row;
}

const setTo = (row: Partial<StockChange>, isShelf = false) =>
  change(
    staff,
    { rows: [{ productId: hoodie.id, size: 'M', seen: 10, pieces: 12, ...row }], isShelf, reason },
    { after },
  );

describe('the list', () => {
  test('shows for each size what is for sale, reserved, sold and not shipped, sold, and subscribed to', async () => {
    const order = await buy(2);
    await buy(1);
    expect(await rowOf()).toEqual({
      productId: hoodie.id,
      size: 'M',
      pieces: 7,
      reserved: 0,
      unshipped: 3,
      sold: 3,
      waiting: 0,
    });
    await packAndShip(order);
    expect(await rowOf()).toMatchObject({ pieces: 7, unshipped: 1, sold: 3 });
    await setStock(hoodie.id, 'M', 0);
    await saveSubscription([], { productId: hoodie.id, size: 'M', initial: 0 }, 'asha@example.com');
    expect(await rowOf()).toMatchObject({ pieces: 0, waiting: 1 });
  });

  test('takes one round trip a page, and pages list every product once', async () => {
    const ids: string[] = [];
    let pages = 0;
    for (let next: number | null = 0; next !== null; pages += 1) {
      const from: number = next;
      const trips = await roundTrips(async () => {
        const page = await list(staff, { from });
        ids.push(...page.products.map(({ id }) => id));
        ({ next } = page);
      });
      expect(trips).toBeLessThanOrEqual(1);
    }
    expect([ids.length, new Set(ids).size, pages]).toEqual([54, 54, 2]);
  });

  test('finds a product by words of its name, by its id, and by the address on a label', async () => {
    const found = async (search: string) => (await list(staff, { search })).products.map(({ id }) => id);
    expect(await found(hoodie.name.toUpperCase())).toContain(hoodie.id);
    expect(await found(hoodie.id)).toEqual([hoodie.id]);
    expect(await found(`https://shop.example/product/${hoodie.id}?size=M`)).toEqual([hoodie.id]);
    expect(await found('no such thing')).toEqual([]);
  });

  test('shows on request only sizes that are low, sold out, subscribed to or back in stock', async () => {
    const sizes = async (only: 'low' | 'sold-out' | 'waiting' | 'back') =>
      (await list(staff, { search: hoodie.id, only })).products.flatMap(({ sizes: rows }) =>
        rows.map(({ size }) => size),
      );
    await setStock(hoodie.id, 'M', LOW_STOCK);
    await setStock(hoodie.id, 'L', 0);
    await saveSubscription([], { productId: hoodie.id, size: 'L', initial: 0 }, 'asha@example.com');
    expect(await sizes('low')).toEqual(expect.arrayContaining(['M', 'L']));
    expect(await sizes('sold-out')).toContain('L');
    expect(await sizes('sold-out')).not.toContain('M');
    expect(await sizes('waiting')).toEqual(['L']);
    expect(await sizes('back')).toEqual([]);
    await setStock(hoodie.id, 'L', 2);
    expect(await sizes('back')).toEqual(['L']);
  });
});

describe('a change', () => {
  test('sets the new number and is logged with its reason', async () => {
    const { rows } = await setTo({});
    expect(rows).toMatchObject([{ productId: hoodie.id, size: 'M', pieces: 12 }]);
    const { entries } = await log(staff, { productId: hoodie.id, size: 'M' });
    expect(entries).toMatchObject([
      { who: staff.email, action: 'stock.change', before: { pieces: 10 }, after: { pieces: 12 }, reason },
    ]);
    expect(await isLogIntact()).toBe(true);
  });

  test('after a sale is refused with the present number, and overwrites and logs nothing', async () => {
    await buy(3);
    const refused = await refusalOf(setTo({}));
    expect(refused).toMatchObject({ code: 'changed', now: [{ pieces: 7, unshipped: 3 }] });
    expect(await stockOf(hoodie.id, 'M')).toBe(7);
    expect((await log(staff, { productId: hoodie.id, size: 'M' })).entries).toEqual([]);
  });

  test('of many sizes is done for all or for none', async () => {
    const initial = shirt.initialStock['M'] ?? 0;
    const rows = [
      { productId: shirt.id, size: 'M', seen: initial, pieces: 1 },
      { productId: hoodie.id, size: 'M', seen: 9, pieces: 1 },
    ];
    expect(await refusalOf(change(staff, { rows, isShelf: false, reason }, { after }))).toMatchObject({
      code: 'changed',
    });
    expect(await stockOf(shirt.id, 'M')).toBeNull();
    const right = rows.map((row) => (row.productId === hoodie.id ? { ...row, seen: 10 } : row));
    await change(staff, { rows: right, isShelf: false, reason }, { after });
    expect([await stockOf(shirt.id, 'M'), await stockOf(hoodie.id, 'M')]).toEqual([1, 1]);
  });

  test('sent several times at once is made once; the others are refused', async () => {
    const all = await Promise.allSettled([11, 12, 13, 14].map((pieces) => setTo({ pieces })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await log(staff, { productId: hoodie.id, size: 'M' })).entries).toHaveLength(1);
  });

  test('to the same number changes nothing and logs nothing', async () => {
    await setTo({ pieces: 10 });
    expect((await log(staff, { productId: hoodie.id, size: 'M' })).entries).toEqual([]);
  });

  test('of an unknown product or size, or of one size twice, is refused', async () => {
    const row = { productId: hoodie.id, size: 'M', seen: 10, pieces: 12 };
    const rows = [row, { ...row, pieces: 13 }];
    for (const wrong of [
      () => setTo({ productId: 'last-years-tee' }),
      () => setTo({ size: 'XXXL' }),
      () => change(staff, { rows, isShelf: false, reason }, { after }),
    ]) {
      await expect(wrong()).rejects.toMatchObject({ code: 'invalid' });
    }
    expect(await stockOf(hoodie.id, 'M')).toBe(10);
  });

  test('that adds stock sends back-in-stock emails', async () => {
    await setStock(hoodie.id, 'M', 0);
    await saveSubscription([], { productId: hoodie.id, size: 'M', initial: 0 }, 'asha@example.com');
    await setTo({ seen: 0, pieces: 5 });
    await worked();
    expect(recipientsOf(mailServer)).toEqual(['asha@example.com']);
    expect(await rowOf()).toMatchObject({ waiting: 0 });
  });
});

describe('a shelf count', () => {
  test('includes sold pieces that are not shipped, so it does not sell them again', async () => {
    await buy(3);
    // The shelf has ten pieces, three of them sold. Two more were found.
    await setTo({ seen: 10, pieces: 12 }, true);
    expect(await rowOf()).toMatchObject({ pieces: 9, unshipped: 3 });
  });

  test('is not disturbed by a sale between seeing and counting, and does not undo it', async () => {
    const seen = await rowOf();
    expect(seen.pieces + seen.reserved + seen.unshipped).toBe(10);
    await buy(4);
    await setTo({ seen: 10, pieces: 9 }, true);
    expect(await rowOf()).toMatchObject({ pieces: 5, unshipped: 4 });
  });

  test('is refused if an order was shipped meanwhile', async () => {
    const order = await buy(4);
    await packAndShip(order);
    expect(await refusalOf(setTo({ seen: 10, pieces: 10 - 1 }, true))).toMatchObject({
      code: 'changed',
      now: [{ pieces: 6, unshipped: 0 }],
    });
  });

  test('does not lose pieces when an order is cancelled meanwhile', async () => {
    const order = await buy(4);
    await cancelOrder(order);
    await setTo({ seen: 10, pieces: 11 }, true);
    expect(await rowOf()).toMatchObject({ pieces: 11, unshipped: 0 });
  });

  test('below the number of sold pieces leaves nothing for sale, never less', async () => {
    await buy(3);
    await setTo({ seen: 10, pieces: 2 }, true);
    expect(await rowOf()).toMatchObject({ pieces: 0, unshipped: 3 });
  });
});

describe('a CSV', () => {
  test('is checked first: the check lists its changes and makes none', async () => {
    const csv = `product,size,pieces\n${hoodie.id},M,4\n${cap.id},,${cap.initialStock['default']}\n`;
    expect(await check(staff, { csv })).toEqual({
      success: true,
      same: 1,
      rows: [{ productId: hoodie.id, name: hoodie.name, size: 'M', seen: 10, pieces: 4 }],
    });
    expect(await stockOf(hoodie.id, 'M')).toBe(10);
  });

  test('downloaded before a sale does not restore sold stock', async () => {
    const { csv } = await exportAll(staff, {});
    await buy(3);
    expect((await check(staff, { csv })).rows).toEqual([]);
    const edited = csv.replace(`${hoodie.id},M,10,10`, `${hoodie.id},M,12,10`);
    const { rows } = await check(staff, { csv: edited });
    expect(rows).toMatchObject([{ productId: hoodie.id, size: 'M', seen: 10, pieces: 12 }]);
    expect((await refusalOf(setTo({ seen: 10, pieces: 12 }))).code).toBe('changed');
    expect(await stockOf(hoodie.id, 'M')).toBe(7);
  });
});
