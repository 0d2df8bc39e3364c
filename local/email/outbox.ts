/**
 * The local shop's mail server: it takes every letter, delivers none, and keeps them in the data folder to be looked at
 * in the browser (`/__outbox`) and by tests (`/__outbox.json`). Part of the local shop alone; a deployed shop has
 * neither the server nor the addresses.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { outboxPage } from './outbox-page.ts';

/** A letter as it arrived. */
export interface Mail {
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  from: string;
  /** Whom the sender named to the mail server, which may differ from what the letter says. */
  to: string[];
  messageId: string;
  subject: string;
  text: string;
  html: string;
}

export interface Outbox {
  /** For SMTP_URL. */
  url: string;
  /** The answer to a request for one of the outbox's addresses; undefined for any other. */
  serve: (request: Request) => Promise<Response | undefined>;
  stop: () => Promise<void>;
}

/** Letters are small; a runaway one must not fill the disk. */
const LARGEST_MAIL = 10 * 1024 * 1024;
/** What the page shows; the JSON has them all. */
const SHOWN = 200;

/** @param file where the letters are kept, one line of JSON each, oldest first */
export async function openOutbox(file: string): Promise<Outbox> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const server = new SMTPServer({
    // No certificate that a sender could trust, and nobody but this machine to talk to.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    rejectOversized: true,
    onData: (stream, session, done) => {
      // Accepted means kept: the sender hears yes only when the letter is on disk.
      keep(file, stream, session).then(
        () => done(),
        (error: unknown) => done(error as Error),
      );
    },
  });
  // A sender that hangs up is its own loss.
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
  const mail: Mail = {
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    ...{ messageId, subject, text, html },
  };
  // The line break comes first, so that half a letter of a shop that was killed spoils no other.
  await appendFile(file, `\n${JSON.stringify(mail)}`, { mode: 0o600 });
}

/** Newest first, without half letters, whose senders were never told yes. */
async function readMails(file: string): Promise<Mail[]> {
  const lines = await readFile(file, 'utf8').catch(() => '');
  return lines
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Mail];
      } catch {
        return [];
      }
    })
    .reverse();
}

async function serve(file: string, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (!['/__outbox', '/__outbox.json'].includes(pathname)) return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('The outbox is read with GET.', { status: 405, headers: { Allow: 'GET, HEAD' } });
  }
  const mails = await readMails(file);
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  if (pathname === '/__outbox.json') return Response.json(mails, { headers });
  return new Response(outboxPage(mails.slice(0, SHOWN), mails.length), {
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      // Letters may show pictures and nothing else; the frames that hold them inherit this.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; frame-ancestors 'none'",
    },
  });
}
