/** A real mail server on this machine that stores what it receives and can simulate faults. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';

/** The library greets 0.1 s late, to catch clients that talk too soon. The only client here is the shop, some thousand times. */
SMTPConnection.prototype.init = function () {
  this._setListeners(() => this.connectionReady());
};

interface MailServer {
  /** Set once the file's tests run. */
  url: string;
  /** In order of arrival; `to` has the SMTP envelope's recipients. */
  emails: { to: string[]; mail: Email; raw: string }[];
  /** Mailboxes that do not exist. */
  refused: Set<string>;
  /** Called when an email has arrived and before it is confirmed to the sender. */
  beforeAccepting: (to: string[]) => Promise<void> | void;
}

/**
 * The mail server of a test file: each test starts without emails, and with the settings that send the shop's emails
 * there. A test may change settings after it.
 * @param siteUrl base of the links in emails
 */
export function useMailServer(siteUrl = 'https://shop.example'): MailServer {
  const mailServer: MailServer = { url: '', emails: [], refused: new Set(), beforeAccepting: () => {} };
  const server = serverOf(mailServer);
  beforeAll(async () => {
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    mailServer.url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  beforeEach(() => {
    mailServer.emails.length = 0;
    mailServer.refused.clear();
    mailServer.beforeAccepting = () => {};
    vi.stubEnv('SMTP_URL', mailServer.url);
    vi.stubEnv('MAIL_FROM', 'Taana <care@taana.example>');
    vi.stubEnv('SITE_URL', siteUrl);
  });
  return mailServer;
}

function serverOf(mailServer: MailServer): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => {
      done(
        mailServer.refused.has(address)
          ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 })
          : null,
      );
    },
    onData: (stream, { envelope }, done) => {
      const accept = async () => {
        const raw = await buffer(stream);
        const to = envelope.rcptTo.map(({ address }) => address);
        mailServer.emails.push({ to, mail: await PostalMime.parse(raw), raw: raw.toString() });
        await mailServer.beforeAccepting(to);
      };
      accept().then(() => done(), done);
    },
  });
  server.on('error', () => {});
  return server;
}

/** The recipients, one entry per email, in alphabetical order. */
export function recipientsOf({ emails }: MailServer): string[] {
  return emails.flatMap(({ to }) => to).sort();
}
