/** A real mail server on this machine that keeps what it is given, and can be told to misbehave. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface PostOffice {
  url: string;
  /** In the order of their arrival; `to` is whom the sender named to the server. */
  letters: { to: string[]; mail: Email; raw: string }[];
  /** Mailboxes that there are not. */
  refused: Set<string>;
  /** Called when a letter has arrived and before the sender hears of it. */
  beforeAccepting: (to: string[]) => Promise<void> | void;
  close: () => Promise<void>;
}

export async function openPostOffice(): Promise<PostOffice> {
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
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const office: PostOffice = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    letters: [],
    refused: new Set(),
    beforeAccepting: () => {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return office;
}

/** Who got a letter, one entry a letter, in alphabetical order. */
export function readersOf({ letters }: PostOffice): string[] {
  return letters.flatMap(({ to }) => to).sort();
}
