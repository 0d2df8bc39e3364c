import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EmailRefused, sendEmail } from '../../netlify/email/transport.ts';
import { type StoredEmail, openOutbox, type Outbox } from '../../local/email/outbox.ts';

let folder: string;
let file: string;
let outbox: Outbox;

async function open(): Promise<void> {
  outbox = await openOutbox(file);
  vi.stubEnv('SMTP_URL', outbox.url);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taana-outbox-'));
  file = join(folder, 'data', 'outbox.jsonl');
  vi.stubEnv('MAIL_FROM', 'Taana <care@taana.example>');
  await open();
});

afterEach(async () => {
  await outbox.stop();
  await rm(folder, { recursive: true, force: true });
});

const send = (subject: string, to = 'asha@example.com', html = `<p>${subject}</p>`) =>
  sendEmail(
    { to, id: subject.replaceAll(/\W/g, '') || 'one' },
    { subject, text: `Text of ${subject}`, html },
  );
const get = (path: string, method = 'GET') =>
  outbox.serve(new Request(`http://localhost${path}`, { method }));
const mails = async () => (await (await get('/__outbox.json'))?.json()) as StoredEmail[];
const page = async () => (await (await get('/__outbox'))?.text()) ?? '';

test('an empty outbox says what it is for', async () => {
  expect(await mails()).toEqual([]);
  expect(await page()).toContain('Nothing leaves this machine');
});

test('a letter is there as soon as its sender knows that it was accepted', async () => {
  const before = new Date().toISOString();
  await send('कुल्हड़ Hoodie is back', 'asha@example.com');
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    from: 'care@taana.example',
    to: ['asha@example.com'],
    subject: 'कुल्हड़ Hoodie is back',
    messageId: '<Hoodieisback@taana.example>',
  });
  expect(mail?.text.trim()).toBe('Text of कुल्हड़ Hoodie is back');
  expect(mail?.html.trim()).toBe('<p>कुल्हड़ Hoodie is back</p>');
  expect(mail?.receivedAt.localeCompare(before)).toBeGreaterThanOrEqual(0);
});

test('the newest letter comes first, and its HTML is open', async () => {
  await send('First');
  await send('Second');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Second', 'First']);
  const html = await page();
  expect(html.indexOf('Second')).toBeLessThan(html.indexOf('First'));
  expect(html.match(/<details open>/g)).toHaveLength(1);
});

test('letters that arrive at once are all kept', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => send(`Letter ${at}`)));
  expect(new Set((await mails()).map(({ subject }) => subject)).size).toBe(20);
});

test('letters are there after a restart, also after half a one that a killed shop left', async () => {
  await send('First');
  await outbox.stop();
  await appendFile(file, '\n{"id":"half","subject":"Ha');
  await open();
  await send('Second');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Second', 'First']);
});

test('the letters are for the owner of the shop alone', async () => {
  await send('First');
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('a letter is shown in a frame that runs nothing', async () => {
  await send(
    '"><script>alert(1)</script>',
    'asha@example.com',
    `<script>parent.x = 1</script>"><b id='q'>x</b>`,
  );
  const html = await page();
  expect(html).not.toContain('<script');
  expect(html).not.toContain("<b id='q'>");
  expect(/<iframe[^>]* sandbox="([^"]*)"/.exec(html)?.[1]).toBe(
    'allow-popups allow-popups-to-escape-sandbox',
  );
  const policy = (await get('/__outbox'))?.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
});

test('the page and its JSON are all that the outbox answers, and only to readers', async () => {
  expect(await get('/')).toBeUndefined();
  expect(await get('/__outbox/1')).toBeUndefined();
  expect((await get('/__outbox', 'POST'))?.status).toBe(405);
  for (const path of ['/__outbox', '/__outbox.json']) {
    expect((await get(path))?.headers.get('cache-control')).toBe('no-store');
  }
});

test('the page shows the newest two hundred and says so', async () => {
  const line = (at: number) =>
    JSON.stringify({
      id: at,
      receivedAt: '2026-11-20T10:00:00.000Z',
      from: '',
      to: [],
      messageId: '',
      subject: `Letter ${at}.`,
      text: '',
      html: '',
    });
  await appendFile(file, Array.from({ length: 205 }, (_, at) => `\n${line(at)}`).join(''));
  const html = await page();
  expect(html).toContain('Outbox: 205 emails');
  expect(html).toContain('Letter 204.');
  expect(html).not.toContain('Letter 4.');
  expect(await mails()).toHaveLength(205);
});

test('a letter that would fill the disk is refused', async () => {
  await expect(send('Large', 'asha@example.com', 'x'.repeat(11 * 1024 * 1024))).rejects.toThrow(EmailRefused);
  expect(await mails()).toEqual([]);
});
