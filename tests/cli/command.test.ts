import { stat } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { stockKey } from '../../netlify/storage/keys.ts';
import { saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import { writeShopNote, type Note } from '../../local/running-shop.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { sizesOf } from '../../src/domain/product.ts';
import { linesOf, shopCommand as shop, shopProcess } from '../support/command.ts';
import { useFolder } from '../support/folder.ts';
import { recipientsOf, useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { cap, hoodie, setStock, stockOf } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const [asha, ravi, meera] = ['asha@example.com', 'ravi@example.com', 'meera@example.com'] as const;

const mailServer = useMailServer();
const folder = useFolder();

beforeEach(flush);

async function sellOut(size: string, waiting: readonly string[]): Promise<void> {
  await setStock(hoodie.id, size, 0);
  for (const email of waiting) await saveSubscription([], { productId: hoodie.id, size, initial: 0 }, email);
}

test('help names the commands', async () => {
  const { out, code } = await shop('help');
  expect([code, out]).toEqual([0, expect.stringContaining('npm run shop --')]);
  const stock = await shop('stock --help');
  expect(stock.out).toContain('list [options] [productId]');
  expect(stock.out).toContain('set <productId> <size> <pieces>');
  expect(stock.out).toContain('import <file.csv>');
  const orders = await shop('orders --help');
  for (const verb of ['list', 'show', 'process', 'ship', 'deliver', 'cancel', 'refund']) {
    expect(orders.out).toMatch(new RegExp(`^  ${verb} `, 'm'));
  }
});

test('a process of its own prints to its pipes and ends with the exit code', async () => {
  const done = await shopProcess('stock set --help');
  expect([done.code, done.out, done.err]).toEqual([0, expect.stringContaining('<productId>'), '']);
  const refused = await shopProcess('stock burn');
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain("unknown command 'burn'");
});

test('the list shows every size of every product, with the stock of the catalogue or the database', async () => {
  await setStock(hoodie.id, 'M', 7);
  const { out, err, code } = await shop('stock list');
  expect(code).toBe(0);
  expect(err).toMatch(/^Database at 127\.0\.0\.1:\d+\n$/);
  const [headings, ...rows] = linesOf(out);
  expect(headings).toMatch(/^Product +Size +Pieces$/);
  expect(rows).toHaveLength(catalogue.flatMap(sizesOf).length);
  const cells = rows.map((row) => row.split(/ +/));
  expect(cells).toContainEqual([hoodie.id, 'M', '7']);
  expect(cells).toContainEqual([cap.id, 'default', String(cap.initialStock['default'])]);
  expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
});

test('setting stock prints the old and the new number', async () => {
  const { out, code } = await shop(`stock set ${hoodie.id} M 4`);
  expect([out, code]).toEqual([`${hoodie.id} M: ${hoodie.initialStock['M']} → 4\n`, 0]);
  expect((await shop(`stock set ${hoodie.id} M 0`)).out).toBe(`${hoodie.id} M: 4 → 0\n`);
  expect((await shop(`stock set ${cap.id} default 3`)).code).toBe(0);
  expect([await stockOf(hoodie.id, 'M'), await stockOf(cap.id, 'default')]).toEqual([0, 3]);
  expect(mailServer.emails).toEqual([]);
});

test('setting stock sends back-in-stock emails and prints a line for each', async () => {
  await sellOut('M', [asha, ravi]);
  await sellOut('L', [meera]);
  const { out, code } = await shop(`stock set ${hoodie.id} M 8`);
  expect(code).toBe(0);
  const [change, ...told] = linesOf(out);
  expect(change).toBe(`${hoodie.id} M: 0 → 8`);
  expect(told.toSorted()).toEqual(
    ['Writing to 2 shoppers who asked for it', `✓ ${asha}`, `✓ ${ravi}`, '2 emails sent.'].sort(),
  );
  expect(recipientsOf(mailServer)).toEqual([asha, ravi]);
  expect(mailServer.emails[0]?.mail.text).toContain(`https://shop.example/product/${hoodie.id}`);
  await shop(`stock set ${hoodie.id} M 9`);
  expect(mailServer.emails).toHaveLength(2);
});

test.each([
  ['stock set last-years-tee M 3', 'No product has the id "last-years-tee"'],
  [
    `stock set ${hoodie.id} XXXL 3`,
    `${hoodie.name} does not come in size "XXXL", only in ${hoodie.sizes.join(', ')}.`,
  ],
  [`stock set ${hoodie.id} default 3`, 'does not come in size "default"'],
  [`stock set ${hoodie.id} M -3`, 'must be a whole number from 0 to 99999, not "-3"'],
  [`stock set ${hoodie.id} M 1.5`, 'must be a whole number'],
  [`stock set ${hoodie.id} M many`, 'must be a whole number'],
  [`stock set ${hoodie.id} M 100000`, 'must be a whole number'],
  [`stock set ${hoodie.id} M`, "missing required argument 'pieces'"],
  [`stock set ${hoodie.id} M 3 4`, 'too many arguments'],
  ['stock list last-years-tee', 'No product has the id "last-years-tee"'],
  ['stock list --low few', '--low must be a whole number'],
  ['stock burn', "unknown command 'burn'"],
  ['sell everything', "unknown command 'sell'"],
])('%s is refused in one sentence and changes nothing', async (line, sentence) => {
  const { out, err, code } = await shop(line);
  expect(code).toBe(1);
  expect(out).toBe('');
  expect(linesOf(err)).toEqual([expect.stringMatching(/^✗ .+\.$/)]);
  expect(err).toContain(sentence);
  expect(await redis.exists(stockKey())).toBe(0);
});

const nowhere = { UPSTASH_REDIS_REST_URL: '', UPSTASH_REDIS_REST_TOKEN: '' };

test('without a shop there is one sentence', async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ ...nowhere, SHOP_DATA: folder.at('none') }, /^✗ No shop is open here; start it with "npm start"/],
    [{ UPSTASH_REDIS_REST_TOKEN: '' }, /^✗ Set both UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN/],
    [{ UPSTASH_REDIS_REST_URL: 'here' }, /^✗ UPSTASH_REDIS_REST_URL is not an address/],
    [{ UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:2' }, /\n✗ The shop cannot be reached \(.*ECONNREFUSED\)/],
    [{ UPSTASH_REDIS_REST_TOKEN: 'wrong' }, /\n✗ The shop cannot be reached \(WRONGPASS/],
  ];
  for (const [environment, sentence] of cases) {
    const { err, code } = await shop(`stock set ${hoodie.id} M 3`, environment);
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
  }
  expect(await redis.exists(stockKey())).toBe(0);
});

test('the local shop is found by the file that it writes while it is open', async () => {
  await sellOut('M', [asha]);
  const takeAway = await writeShopNote(folder.path, 'http://localhost:8888');
  expect((await stat(folder.at('running.json'))).mode & 0o777).toBe(0o600);
  const { settings } = JSON.parse(await folder.read('running.json')) as Note;
  expect(settings).toMatchObject({ SMTP_URL: mailServer.url, SITE_URL: 'https://shop.example' });

  const environment = { ...nowhere, SHOP_DATA: folder.path, SMTP_URL: '', MAIL_FROM: '', SITE_URL: '' };
  const { out, err, code } = await shop(`stock set ${hoodie.id} M 3`, environment);
  expect([err, code]).toEqual(['Local shop at http://localhost:8888\n', 0]);
  expect(out).toContain(`✓ ${asha}`);
  expect(await stockOf(hoodie.id, 'M')).toBe(3);

  takeAway();
  const closed = await shop('stock list', environment);
  expect(closed).toMatchObject({ code: 1, err: expect.stringMatching(/^✗ No shop is open here/) });
});
