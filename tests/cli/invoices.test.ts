import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { type Order, withStatus } from '../../src/domain/order.ts';
import { financialYearOf } from '../../src/domain/tax-document.ts';
import { linesOf, shopCommand as shop } from '../support/command.ts';
import { storeOrder } from '../support/orders.ts';
import { flush } from '../support/redis.ts';
import { address } from '../support/shop-calls.ts';

beforeEach(flush);

/** An order of ₹5,249.00 at two rates, shipped, with the invoice of that day. */
async function shippedOn(time: string, own: Partial<Order> = {}): Promise<Order> {
  const at = Date.parse(time);
  const item = (name: string, pricePaise: number, hsn: string) => ({
    productId: 'tee',
    name,
    pricePaise,
    picture: '',
    size: 'M',
    quantity: 1,
    taxClass: { hsn, unit: 'PCS' as const },
  });
  const order = await storeOrder({
    status: 'Processing',
    placedAt: at,
    items: [item('Tee', 1_050_00, '6109'), item('Shacket', 4_189_00, '6204')],
    subtotalPaise: 5_239_00,
    totalPaise: 5_249_00,
    ...own,
  });
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  await updateOrder(order.id, (now) => withStatus(now, 'Shipped', at));
  vi.useRealTimers();
  return order;
}

const cancel = (id: string) => updateOrder(id, (order) => withStatus(order, 'Cancelled', Date.now()));

test('invoices are listed by their day in India, with their total', async () => {
  await shippedOn('2026-10-31T23:59:59+05:30');
  await shippedOn('2026-11-01T00:00:00+05:30', { id: '0123456789ABCD000001' });
  const elsewhere = { ...address, state: 'Tamil Nadu' };
  await shippedOn('2026-11-30T23:59:59+05:30', { id: '0123456789ABCD000002', address: elsewhere });
  const { out, code } = await shop('invoices list --from 2026-11-01 --to 2026-11-30');
  expect(code).toBe(0);
  expect(linesOf(out).map((line) => line.split(/ {2,}/))).toEqual([
    ['Serial', 'Issued', 'Order', 'Place of supply', 'Taxable', 'CGST', 'SGST', 'IGST', 'Total'],
    [
      'IN/26-27/000002',
      '2026-11-01',
      '000001',
      '29 Karnataka',
      '₹4,558.48',
      '₹345.26',
      '₹345.26',
      '₹0.00',
      '₹5,249.00',
    ],
    [
      'IN/26-27/000003',
      '2026-11-30',
      '000002',
      '33 Tamil Nadu',
      '₹4,558.47',
      '₹0.00',
      '₹0.00',
      '₹690.53',
      '₹5,249.00',
    ],
    ['Total', '₹9,116.95', '₹345.26', '₹345.26', '₹690.53', '₹10,498.00'],
  ]);
  expect((await shop('invoices list --from 2020-01-01 --to 2020-01-31')).out).toBe(
    'No invoice was issued from 2020-01-01 to 2020-01-31.\n',
  );
});

test('the accountant gets a line per document and rate, with credit notes below zero', async () => {
  const { id } = await shippedOn('2026-11-20T10:00:00+05:30');
  await cancel(id);
  const year = financialYearOf(Date.now());
  const file = join(tmpdir(), `invoices-${id}.csv`);
  const ever = '--from 2026-11-01 --to 2099-12-31';
  expect((await shop(`invoices export ${ever} --output ${file}`)).code).toBe(0);
  const text = await readFile(file, 'utf8');
  await rm(file);
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const lines: Record<string, string>[] = parse(text, { bom: true, columns: true });
  const invoice = 'IN/26-27/000001';
  expect(lines).toMatchObject([
    {
      type: 'Invoice',
      serial: invoice,
      date: '2026-11-20',
      order: id,
      against: '',
      'place of supply': 'Karnataka',
      'state code': '29',
      rate: '5',
      taxable: '1000',
      cgst: '25',
      sgst: '25',
      igst: '0',
      total: '1050',
    },
    { rate: '18', taxable: '3558.48', cgst: '320.26', sgst: '320.26', igst: '0', total: '4199' },
    { type: 'Credit note', serial: `CN/${year}/000001`, against: invoice, rate: '5', taxable: '-1000' },
    { rate: '18', cgst: '-320.26', igst: '0', total: '-4199' },
  ]);
  expect((await shop(`invoices export ${ever}`)).out.split('\n')[0]).toBe(text.slice(1).split('\n')[0]);
});

test.each([
  ['invoices list --from yesterday', '--from must be a day such as 20'],
  ['invoices export --from 2026-11-21 --to 2026-11-20', '--from 2026-11-21 is after --to 2026-11-20.'],
  ['invoices burn', "unknown command 'burn'"],
])('%s is refused in one sentence', async (line, sentence) => {
  const { out, err, code } = await shop(line);
  expect([code, out]).toEqual([1, '']);
  expect(linesOf(err).at(-1)).toContain(sentence);
});
