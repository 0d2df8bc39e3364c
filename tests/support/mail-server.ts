/** A real mail server on this machine that keeps what it is given, and can be told to misbehave. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';

interface PostOffice {
  /** Known once the file's tests run. */
  url: string;
  /** In the order of their arrival; `to` is whom the sender named to the server. */
  letters: { to: string[]; mail: Email; raw: string }[];
  /** Mailboxes that there are not. */
  refused: Set<string>;
  /** Called when a letter has arrived and before the sender hears of it. */
  beforeAccepting: (to: string[]) => Promise<void> | void;
}

/**
 * The post office of a test file: each test begins without letters, and with the settings by which the shop's go there.
 * What a test needs otherwise it sets behind this.
 *
 * @param siteUrl where the letters lead
 */
export function usePostOffice(siteUrl = 'https://shop.example'): PostOffice {
  const office: PostOffice = { url: '', letters: [], refused: new Set(), beforeAccepting: () => {} };
  const server = serverOf(office);
  beforeAll(async () => {
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    office.url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  beforeEach(() => {
    office.letters.length = 0;
    office.refused.clear();
    office.beforeAccepting = () => {};
    vi.stubEnv('SMTP_URL', office.url);
    vi.stubEnv('MAIL_FROM', 'Taana <care@taana.example>');
    vi.stubEnv('SITE_URL', siteUrl);
  });
  return office;
}

function serverOf(office: PostOffice): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => {
      done(
        office.refused.has(address)
          ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 })
          : null,
      );
    },
    onData: (stream, { envelope }, done) => {
      const accept = async () => {
        const raw = await buffer(stream);
        const to = envelope.rcptTo.map(({ address }) => address);
        office.letters.push({ to, mail: await PostalMime.parse(raw), raw: raw.toString() });
        await office.beforeAccepting(to);
      };
      accept().then(() => done(), done);
    },
  });
  server.on('error', () => {});
  return server;
}

/** Who got a letter, one entry a letter, in alphabetical order. */
export function readersOf({ letters }: PostOffice): string[] {
  return letters.flatMap(({ to }) => to).sort();
}
