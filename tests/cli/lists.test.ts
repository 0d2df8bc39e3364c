import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noteInterest } from '../../netlify/storage/early-orders.ts';
import { codeOrderKey, stockKey } from '../../netlify/storage/keys.ts';
import { personHash } from '../../netlify/storage/person-hash.ts';
import { askFor, confirmSubscription, readSubscription } from '../../netlify/storage/newsletter.ts';
import { isWaiting, saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import { readLogOf } from '../../netlify/storage/staff-log.ts';
import { joinWaitlist } from '../../netlify/storage/waitlist.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { sizesOf } from '../../src/domain/product.ts';
import { newCode } from '../support/codes.ts';
import { linesOf, shopCommand as shop, startCommand } from '../support/command.ts';
import { useFolder } from '../support/folder.ts';
import { recipientsOf, useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { cap, earlyProduct, hoodie, setStock, shirt, stockOf } from '../support/shop-calls.ts';

const [asha, ravi, meera] = ['asha@example.com', 'ravi@example.com', 'meera@example.com'] as const;
/** 21 Nov 2026, 12:00 am in India. */
const at = Date.UTC(2026, 10, 20, 18, 30);

const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer();
const folder = useFolder();

beforeEach(async () => {
  await flush();
  // The owner's working folder: file names are relative to it.
  vi.stubEnv('INIT_CWD', folder.path);
});

/** A subscriber; `confirmed` has confirmed a minute later. */
async function subscribe(email: string, confirmed = true): Promise<void> {
  await askFor([], { email, at: confirmed ? at : at + 1, privacyVersion: '2026-11-22' });
  const found = await readSubscription(personHash(email));
  if (!found || !confirmed) return;
  const code = { code: `TAANA-${email}`, percent: 20, madeAt: at, expiresAt: at + 1 };
  await confirmSubscription(found, at + 60_000, { now: email, once: email }, code);
}

const SUBSCRIBERS = 'email,state,since,confirmed,privacyPolicy';
const subscriber = (email: string) =>
  `${email},confirmed,"21 Nov 2026, 12:00 am","21 Nov 2026, 12:01 am",2026-11-22`;

async function wait(productId: string, size: string, emails: readonly string[]): Promise<void> {
  await setStock(productId, size, 0);
  for (const email of emails) await saveSubscription([], { productId, size, initial: 0 }, email);
}

describe('an export', () => {
  test('of the waitlist has everybody once, in order of arrival, with the time in India', async () => {
    const wish = { name: 'Waitlist User', message: 'Please notify me', privacyVersion: '2026-11-20' };
    await joinWaitlist([], { ...wish, email: ravi, at: at + 1, formSent: false });
    await joinWaitlist([], { ...wish, email: asha, at, formSent: true });
    await joinWaitlist([], { ...wish, email: asha, at: at + 2, name: 'Somebody else', formSent: false });
    const { out, code } = await shop('waitlist export');
    expect(code).toBe(0);
    expect(linesOf(out)).toEqual([
      'email,name,message,since,privacyPolicy,formSent',
      `${asha},Waitlist User,Please notify me,"21 Nov 2026, 12:00 am",2026-11-20,yes`,
      `${ravi},Waitlist User,Please notify me,"21 Nov 2026, 12:00 am",2026-11-20,no`,
    ]);
  });

  test('of newsletter, subscriptions and early orders has their fields', async () => {
    await subscribe(asha);
    await subscribe(meera, false);
    await wait(hoodie.id, 'M', [asha, ravi]);
    await wait(cap.id, 'default', [meera]);
    await noteInterest([], earlyProduct.id, {
      email: ravi,
      name: 'Ravi',
      phone: '919876543210',
      size: 'M',
      at,
    });
    expect(linesOf((await shop('newsletter export')).out)).toEqual([SUBSCRIBERS, subscriber(asha)]);
    expect(linesOf((await shop('newsletter export --all')).out)).toEqual([
      SUBSCRIBERS,
      subscriber(asha),
      `${meera},unconfirmed,"21 Nov 2026, 12:00 am",,2026-11-22`,
    ]);
    const waiting = linesOf((await shop('notify export')).out);
    expect(waiting[0]).toBe('product,size,email,since');
    expect(
      waiting
        .slice(1)
        .map((line) => line.split(',').slice(0, 3).join())
        .sort(),
    ).toEqual([`${cap.id},default,${meera}`, `${hoodie.id},M,${asha}`, `${hoodie.id},M,${ravi}`].sort());
    expect(linesOf((await shop('early-order export')).out)).toEqual([
      'product,size,email,name,phone,since',
      `${earlyProduct.id},M,${ravi},Ravi,919876543210,"21 Nov 2026, 12:00 am"`,
    ]);
  });

  test('runs no formula in a spreadsheet, and keeps commas, quotes and lines in their cells', async () => {
    const evil = '=HYPERLINK("http://thief.example","Click")';
    await noteInterest([], earlyProduct.id, {
      email: evil,
      name: '+1,"two"\nthree',
      phone: '@SUM(A1)',
      at,
    });
    expect((await shop('early-order export')).out).toContain(
      `${earlyProduct.id},,"'=HYPERLINK(""http://thief.example"",""Click"")","'+1,""two""\nthree",'@SUM(A1),`,
    );
  });

  test('prints no control characters', async () => {
    const name = 'Ravi\u001B]0;owned\u0007\u009B2J\u202E';
    await noteInterest([], earlyProduct.id, { email: ravi, name, phone: '', at });
    const { out } = await shop('early-order export');
    expect(out).toContain(`${ravi},Ravi ]0;owned 2J ,`);
  });

  test('writes a private file, and overwrites only with --force', async () => {
    await subscribe(asha);
    const first = await shop('newsletter export --output newsletter.csv');
    expect([first.out, first.code]).toEqual(['', 0]);
    const written = await folder.read('newsletter.csv');
    // The byte order mark tells Excel that this is UTF-8.
    expect(written).toBe(`\u{feff}${SUBSCRIBERS}\n${subscriber(asha)}\n`);
    expect((await stat(folder.at('newsletter.csv'))).mode & 0o777).toBe(0o600);

    await subscribe(ravi);
    const second = await shop('newsletter export --output newsletter.csv');
    expect(second.code).toBe(1);
    expect(second.err).toBe('✗ newsletter.csv already exists; use --force to overwrite it.\n');
    expect(await folder.read('newsletter.csv')).toBe(written);
    expect((await shop('newsletter export --output newsletter.csv --force')).code).toBe(0);
    expect(await folder.read('newsletter.csv')).toContain(ravi);
  });

  test('stops without a message if its reader closes the pipe', async () => {
    const child = startCommand('stock export');
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    const [code] = await once(child, 'exit');
    expect([code, err]).toEqual([0, expect.stringMatching(/^Database at .+\n$/)]);
  });
});

describe('codes', () => {
  test('are listed with their state, and found in any spelling', async () => {
    expect((await shop('codes list')).out).toBe('There are no codes.\n');
    const at = Date.UTC(2026, 10, 20, 18, 30);
    const free = await newCode({ madeAt: at });
    const over = await newCode({ madeAt: at + 1, expiresAt: at + 2 });
    const used = await newCode({ madeAt: at + 2 });
    await redis.set(codeOrderKey(used), 'ABCDEFGHJKMNPQRSTVWX');
    const { out, code } = await shop('codes list');
    expect(code).toBe(0);
    expect(
      linesOf(out).map((line) => line.split(/ {2,}/).filter((_cell, place) => [0, 1, 4].includes(place))),
    ).toEqual([
      ['Code', 'Off', 'State'],
      [free, '20%', 'free'],
      [over, '20%', 'expired'],
      [used, '20%', 'order ABCDEFGHJKMNPQRSTVWX'],
    ]);
    expect((await shop(`codes show ${used.toLowerCase().replaceAll('-', '')}`)).out).toContain(
      'ABCDEFGHJKMNPQRSTVWX',
    );
    expect(await shop('codes show TAANA-0000-0001')).toMatchObject({
      code: 1,
      err: expect.stringContaining('✗ There is no code "TAANA-0000-0001".') as string,
    });
  });
});

describe('an import of stock', () => {
  async function importOf(text: string) {
    await folder.write('stock.csv', text);
    return shop('stock import stock.csv');
  }

  test('sets every row, with its columns in any order', async () => {
    const { out, code } = await importOf(
      `\u{feff}Size,Pieces,Product,note\r\nM,4,${hoodie.id},new\r\n\r\n,3, ${cap.id} ,\r\n`,
    );
    expect(code).toBe(0);
    expect(linesOf(out)).toEqual([
      `${hoodie.id} M: ${hoodie.initialStock['M']} → 4`,
      `${cap.id} default: ${cap.initialStock['default']} → 3`,
      '2 of 2 rows set.',
    ]);
    expect([await stockOf(hoodie.id, 'M'), await stockOf(cap.id, 'default')]).toEqual([4, 3]);
  });

  test('accepts an export', async () => {
    await setStock(hoodie.id, 'M', 2);
    expect((await shop('stock export --output all.csv')).code).toBe(0);
    await setStock(hoodie.id, 'M', 7);
    const { out } = await shop('stock import all.csv');
    const count = catalogue.flatMap(sizesOf).length;
    expect(linesOf(out)).toEqual([`${hoodie.id} M: 7 → 2`, `${count} of ${count} rows set.`]);
  });

  test('of a file from the desk keeps what was sold since', async () => {
    await setStock(hoodie.id, 'M', 4);
    const { out } = await importOf(`product,size,pieces,was\n${hoodie.id},M,9,5\n`);
    expect(out).toContain(`${hoodie.id} M: 4 → 8\n`);
  });

  test('names every wrong row by its line and changes nothing', async () => {
    const { out, err, code } = await importOf(
      [
        'product,size,pieces',
        `${hoodie.id},M,5`,
        'last-years-tee,M,1',
        '',
        `${hoodie.id},XXXL,1`,
        `${shirt.id},M,-1`,
        `${hoodie.id},M,6`,
      ].join('\n'),
    );
    expect([code, out]).toEqual([1, '']);
    expect(linesOf(err)).toEqual([
      '✗ stock.csv has 4 wrong rows, so nothing was changed:',
      expect.stringMatching(/^ {2}line 3: No product has the id "last-years-tee"/),
      expect.stringMatching(/^ {2}line 5: .+ does not come in size "XXXL"/),
      expect.stringMatching(/^ {2}line 6: pieces must be a whole number from 0 to 99999, not "-1"/),
      `  line 7: ${hoodie.id} M stands in line 2 already.`,
    ]);
    expect(await redis.exists(stockKey())).toBe(0);
  });

  test.each([
    ['', 'has no column product, size, pieces'],
    ['product,size,pieces\n', 'has no rows.'],
    [
      `product,size,count\n${hoodie.id},M,5\n`,
      'has no column pieces; its first line must name product,size,pieces.',
    ],
    [`product,size,pieces\n${hoodie.id},M\n`, 'is not CSV as it should be: '],
    [`product,size,pieces\n"${hoodie.id},M,5\n`, 'is not CSV as it should be: '],
  ])('of %j is refused in one sentence', async (text, sentence) => {
    const { out, err, code } = await importOf(text);
    expect([code, out]).toEqual([1, '']);
    expect(linesOf(err)).toEqual([expect.stringMatching(/^✗ stock.csv .+\.$/)]);
    expect(err).toContain(sentence);
    expect(await redis.exists(stockKey())).toBe(0);
  });

  test('without a file is refused', async () => {
    expect(await shop('stock import none.csv')).toMatchObject({
      code: 1,
      err: '✗ There is no file none.csv.\n',
    });
    expect(await shop('stock import .')).toMatchObject({ code: 1, err: '✗ . cannot be read (EISDIR).\n' });
  });
});

const logOfSize = async (size: string) =>
  (await readLogOf(`stock:${size}`, 9)).map(({ who, action }) => `${who} ${action}`);

describe('restock send', () => {
  test('sends emails only for sizes that are in stock', async () => {
    await wait(hoodie.id, 'M', [asha]);
    await wait(hoodie.id, 'L', [ravi]);
    await wait(cap.id, 'default', [meera]);
    expect((await shop('restock send')).out).toBe('What shoppers wait for is still sold out.\n');
    await setStock(hoodie.id, 'M', 2);
    await setStock(cap.id, 'default', 2);
    const { out, code } = await shop('restock send');
    expect(code).toBe(0);
    expect(out).toContain(`${cap.id} default: Writing to 1 shopper`);
    expect(recipientsOf(mailServer)).toEqual([asha, meera]);
    expect(await isWaiting([], hoodie.id, 'L', ravi)).toBe(true);
    expect((await shop(`restock send ${cap.id}`)).out).toBe('Nobody is waiting.\n');
    const told = [`${hoodie.id}/M`, `${hoodie.id}/L`, `${cap.id}/default`].map(logOfSize);
    expect(await Promise.all(told)).toEqual([['command line stock.tell'], [], ['command line stock.tell']]);
  });

  test.each([
    ['restock send last-years-tee', 'No product has the id "last-years-tee"'],
    [`restock send ${hoodie.id} XXXL`, 'does not come in size "XXXL"'],
  ])('%s is refused', async (line, sentence) => {
    const { out, err, code } = await shop(line);
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(sentence)]);
  });
});
