/**
 * The local shop's mail server: it accepts every email, delivers none, and stores them in the data folder for the
 * browser (`/__outbox`) and for tests (`/__outbox.json`). A deployed shop has neither the server nor the URLs.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { escapeHtml } from '../netlify/email/html.ts';
import { counted } from '../src/domain/counted.ts';
import type { Extra } from './shop.ts';
import { htmlPage, json, SHOWN, when } from './simulators/html-page.ts';

/** An email as it arrived. */
export interface StoredEmail {
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  from: string;
  /** The SMTP envelope's recipients, which may differ from the email's headers. */
  to: string[];
  messageId: string;
  subject: string;
  text: string;
  html: string;
}

export interface Outbox extends Extra {
  /** For SMTP_URL. */
  url: string;
  stop: () => Promise<void>;
}

/** Limits an email's size in bytes, so that a faulty one cannot fill the disk. */
const LARGEST_MAIL = 10 * 1024 * 1024;

/** @param file the stored emails, one line of JSON each, oldest first */
export async function openOutbox(file: string): Promise<Outbox> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const server = new SMTPServer({
    // There is no trusted certificate, and only this machine connects.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    rejectOversized: true,
    onData: (stream, session, done) => {
      // Confirms only after the email is on disk.
      keep(file, stream, session).then(
        () => done(),
        (error: unknown) => done(error as Error),
      );
    },
  });
  // The sender closed the connection; nothing is left to do.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    serve: (request) => serve(file, request),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function keep(file: string, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const { envelope } = session;
  const raw = await buffer(stream);
  if (stream.sizeExceeded) return;
  const { messageId = '', subject = '', text = '', html = '' } = await PostalMime.parse(raw);
  const mail: StoredEmail = {
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    messageId,
    subject,
    text,
    html,
  };
  // The line break comes first, so that a partial email of a killed shop corrupts no other.
  await appendFile(file, `\n${JSON.stringify(mail)}`, { mode: 0o600 });
}

/** Newest first, without partial emails, which were never confirmed to their senders. */
async function readMails(file: string): Promise<StoredEmail[]> {
  const lines = await readFile(file, 'utf8').catch(() => '');
  return lines
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as StoredEmail];
      } catch {
        return [];
      }
    })
    .reverse();
}

async function serve(file: string, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (!['/__outbox', '/__outbox.json'].includes(pathname)) return undefined;
  const mails = await readMails(file);
  return pathname === '/__outbox' ? outboxPage(mails) : json(mails);
}

function outboxPage(mails: readonly StoredEmail[]): Response {
  const title = `Outbox: ${counted(mails.length, 'email')}`;
  const shown = mails.slice(0, SHOWN);
  const body = `<h1>${title}</h1>
${mails.length > SHOWN ? `<p>The newest ${SHOWN} are shown; <a href="/__outbox.json">all of them as JSON</a>.</p>` : ''}
${shown.map(article).join('\n') || '<p>Emails that the shop sends appear here. Nothing leaves this machine.</p>'}`;
  // Emails may show pictures and nothing else; their frames inherit this policy.
  return htmlPage({ title, body, policy: 'img-src http: https: data:' });
}

/** Open only for the newest email: the frames of the others load when they are opened. */
function article(mail: StoredEmail, at: number): string {
  const open = at === 0 ? ' open' : '';
  const frame = mail.html
    ? `<details${open}><summary>As HTML</summary><iframe title="${escapeHtml(mail.subject)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(inFrame(mail.html))}"></iframe></details>`
    : '';
  return `<article class="card">
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to.join(', '))} · from ${escapeHtml(mail.from)} · <time datetime="${escapeHtml(mail.receivedAt)}">${escapeHtml(when(mail.receivedAt))}</time></p>
${frame}
<details${mail.html ? '' : open}><summary>As text</summary><pre>${escapeHtml(mail.text)}</pre></details>
</article>`;
}

/** Scripts, forms and navigation of the outbox page are blocked; a link opens in a new tab. */
function inFrame(html: string): string {
  return `<base target="_blank">${html}`;
}
