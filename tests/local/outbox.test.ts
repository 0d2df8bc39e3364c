import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendEmail } from '../../netlify/email/transport.ts';
import { openOutbox, type Outbox, type StoredEmail } from '../../local/email-outbox.ts';

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
const get = (path: string) => outbox.serve(new Request(`http://localhost${path}`));
const mails = async () => (await (await get('/__outbox.json'))?.json()) as StoredEmail[];
const page = async () => (await (await get('/__outbox'))?.text()) ?? '';

test('an accepted email is in the outbox', async () => {
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

test('emails survive a restart, even after a partial one of a killed shop', async () => {
  await send('First');
  await outbox.stop();
  await appendFile(file, '\n{"id":"half","subject":"Ha');
  await open();
  await send('Second');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Second', 'First']);
});

test('only the owner of the file can read the emails', async () => {
  await send('First');
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('an email is shown in a frame without scripts', async () => {
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
