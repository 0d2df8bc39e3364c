import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, test, vi } from 'vitest';
import { EmailRefused, MailUnavailable, sendEmail } from '../../netlify/email/transport.ts';
import { useMailServer } from '../support/mail-server.ts';

const mailServer = useMailServer();

const email = {
  subject: 'Kulhad Hoodie is back',
  text: 'Good news: ₹1,299.00',
  html: '<p>Good news: ₹1,299.00</p>',
};
const send = (to = 'asha@example.com', what = email) => sendEmail({ to, id: 'one' }, what);

test('an email arrives as text and as HTML, from the shop, with its own id', async () => {
  await send();
  const [{ to, mail } = { to: [], mail: undefined }] = mailServer.emails;
  expect(to).toEqual(['asha@example.com']);
  expect(mail).toMatchObject({
    from: { name: 'Taana', address: 'care@taana.example' },
    subject: email.subject,
    messageId: '<one@taana.example>',
  });
  expect(mail?.text?.trim()).toBe(email.text);
  expect(mail?.html?.trim()).toBe(email.html);
  expect(mail?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test.each([
  ['a subject', 'asha@example.com', { ...email, subject: 'Back\r\nBcc: thief@example.com\r\n\r\nbody' }],
  ['a recipient', 'asha@example.com\r\nBcc: thief@example.com', email],
  ['a list as recipient', 'asha@example.com, thief@example.com', email],
])('%s adds no header and no recipient', async (_title, to, what) => {
  await send(to, what).catch(() => {});
  for (const { to: readers, mail } of mailServer.emails) {
    expect(readers).not.toContain('thief@example.com');
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
  }
});

test.each(['as\u001Bha@example.com', 'asha\u202E@example.com', 'asha', ''])(
  'an address with control characters, or an invalid one (%j), is not sent to the mail server',
  async (to) => {
    await expect(send(to)).rejects.toBeInstanceOf(EmailRefused);
    expect(mailServer.emails).toHaveLength(0);
  },
);

test('a refused mailbox fails its own email only, with the server’s words', async () => {
  mailServer.refused.add('nobody@example.com');
  const error = await send('nobody@example.com').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EmailRefused);
  expect((error as Error).message).toBe('550 5.1.1 No such user');
  await send();
  expect(mailServer.emails).toHaveLength(1);
});

test('an email without a received acceptance counts as not sent', async () => {
  const server = await talker(['220 hello', '250 hello', '250 ok', '250 ok', '354 go on']);
  vi.stubEnv('SMTP_URL', server.url);
  await expect(send()).rejects.toThrow(MailUnavailable);
  await server.close();
});

test.each([
  ['no mail server', 'SMTP_URL', ''],
  ['no sender', 'MAIL_FROM', ''],
  ['a sender without an address', 'MAIL_FROM', 'Taana'],
  ['a sender of two lines', 'MAIL_FROM', 'Taana <care@taana.example>\r\nBcc: thief@example.com'],
  ['a mail server of another kind', 'SMTP_URL', 'https://mail.example'],
  ['no address of a mail server', 'SMTP_URL', 'mail.example'],
])('without valid settings no email is sent: %s', async (_title, name, value) => {
  vi.stubEnv(name, value);
  const error = await send().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MailUnavailable);
  expect((error as Error).message).toContain(name);
  expect(mailServer.emails).toEqual([]);
});

test('an unreachable mail server is reported without its password', async () => {
  const server = await talker([]);
  await server.close();
  vi.stubEnv('SMTP_URL', server.url.replace('//', '//shop:secret@'));
  const error = await send().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MailUnavailable);
  expect((error as Error).message).toContain('ECONNREFUSED');
  expect((error as Error).message).not.toContain('secret');
});

test('a mail server that is shutting down accepts no more emails', async () => {
  const server = await talker(['220 hello', '250 hello', '250 ok', '421 closing down']);
  vi.stubEnv('SMTP_URL', server.url);
  await expect(send()).rejects.toThrow(MailUnavailable);
  await server.close();
});

test('user and password are decoded from the address', async () => {
  const server = await talker(['220 hello', '250-hello\r\n250 AUTH PLAIN', '535 no']);
  vi.stubEnv('SMTP_URL', server.url.replace('//', '//shop%40taana.example:p%2Fw@'));
  await expect(send()).rejects.toThrow(MailUnavailable);
  const sent = server.heard.find((line) => line.startsWith('AUTH PLAIN '))?.slice('AUTH PLAIN '.length) ?? '';
  expect(Buffer.from(sent, 'base64').toString()).toBe('\0shop@taana.example\0p/w');
  await server.close();
});

/** A minimal mail server: one answer a line, and then it closes the connection. */
async function talker(answers: string[]) {
  const heard: string[] = [];
  const server: Server = createServer((socket) => {
    const left = [...answers];
    const answer = () => {
      const next = left.shift();
      if (next === undefined) socket.destroy();
      else socket.write(`${next}\r\n`);
    };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard.push(...chunk.toString().split('\r\n').filter(Boolean));
      answer();
    });
    answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  return { url: `smtp://127.0.0.1:${port}`, heard, close };
}
